"""Check-in, byes, withdrawals, calls; and the arbiter's side of all that."""

import json
from datetime import timedelta

import pytest
from django.core.management import call_command
from django.utils import timezone

from events.hall.services.settings import change_hall_settings
from events.models import Entry, Game, HallCall, HallClock, HallRequest, Presence, RoundResult
from events.tournaments.core.domain.pairings import Pairings
from events.tournaments.core.domain.results import Code
from events.tournaments.core.selectors.entries import playing
from events.tournaments.entries.services.registration import register_all
from events.tournaments.rounds.services import results
from events.tournaments.rounds.services.pairings import set_pairings
from tests.events.hall.phones import BY, Phone, code_of, game_of, hall, pair, typed
from tests.events.tournaments import cups

pytestmark = pytest.mark.django_db


@pytest.fixture
def desk(director_client):
    """What the arbiter does, and the page."""

    class Desk:
        def __init__(self):
            self.client = director_client

        def do(self, made, what, **values):
            path = f"/tournaments/{made.slug}/hall/do/"
            return self.client.post(path, {"do": what, **values})

        def now(self, made):
            return self.client.get(f"/tournaments/{made.slug}/hall/now/").json()

        def page(self, made, **values):
            return self.client.post(f"/tournaments/{made.slug}/hall/", values)

        def clock(self, made, what, **values):
            return self.client.post(f"/tournaments/{made.slug}/clock/", {"do": what, **values})

    return Desk()


def test_undo_is_offered_once_there_is_a_result(desk):
    made = hall()
    before = desk.now(made)["can_undo"]
    results.enter_result(tournament=made, game_id=game_of(made).pk, text="1", by=BY)

    assert (before, desk.now(made)["can_undo"]) == (False, True)


def test_check_in_is_closed_over_the_missing(desk):
    made = hall(paired=False)
    Entry.objects.filter(tournament=made).update(registered=False)
    Entry.objects.filter(tournament=made, number=4).update(withdrawn_after=0)
    white, left = Phone(made, "player", 1), Phone(made, "player", 4)
    assert white.post("check-in/", round=1, here=True).status_code == 409
    assert desk.do(
        made,
        "open-check-in",
        round=1,
        closes=(timezone.localtime() + timedelta(minutes=1)).isoformat(),
    ).json() == {"ok": True}
    assert (white.now["check_in"]["here"], left.now["check_in"]) == (False, None)
    assert left.post("check-in/", round=1, here=True).status_code == 409
    said = white.post("check-in/", round=1, here=True)
    assert (said.json()["check_in"]["here"], Presence.objects.count()) == (True, 1)
    assert cups.entry(made, 1).registered
    door = Phone(made, "door", entry=cups.entry(made, 2).pk, here="1")
    shown = desk.now(made)["check_in"]
    assert [(each["number"], each["proven"]) for each in shown["here"]] == [(1, True), (2, False)]
    assert [each["number"] for each in shown["missing"]] == [3]
    third = cups.entry(made, 3)
    assert desk.do(made, "close-check-in", round=1, missing=[]).status_code == 409
    assert desk.do(made, "arrived", entry=third.pk, round=1).status_code == 200
    assert desk.do(made, "not-arrived", entry=third.pk, round=1).status_code == 200
    assert desk.do(made, "close-check-in", round=1, missing=[third.pk]).json() == {"ok": True}
    third.refresh_from_db()
    assert (third.registered, third.number) == (False, None)
    assert (white.now["checked_in"], door.now["checked_in"]) == (1, 1)
    late = door.post("check-in/", round=1, here=True)
    assert (late.status_code, late.json()["message"]) == (
        410, "Check-in is closed. Please go to the arbiter."
    )  # fmt: skip
    [told] = desk.now(made)["late"]
    assert told["name"] == "Tarrant, Hugo"
    assert desk.do(made, "answer", call=told["call"]).status_code == 200
    assert desk.do(made, "answer", call=told["call"]).status_code == 409


@pytest.mark.parametrize("way", ["admitted", "check-in of round 2", "desk", "reopened"])
def test_a_latecomer_is_registered_again_and_paired_from_the_next_round(desk, way):
    made = hall(paired=False)
    third = cups.entry(made, 3)
    phone = Phone(made, "player", 3)
    desk.do(made, "open-check-in", round=1)
    for number in (1, 2, 4):
        Phone(made, "player", number).post("check-in/", round=1, here=True)
    desk.do(made, "close-check-in", round=1, missing=[third.pk])
    assert phone.now["late"] == {"round": 1, "told": False}
    assert phone.post("check-in/", round=1, here=True).status_code == 410
    assert phone.now["late"] == {"round": 1, "told": True}
    [late] = desk.now(made)["late"]
    assert (late["what"], late["admit"]) == ("1", True)
    if way == "reopened":
        desk.do(made, "open-check-in", round=1)
        assert desk.do(made, "arrived", entry=third.pk, round=1).status_code == 200
        third.refresh_from_db()
        assert (third.registered, third.number, third.absent_rounds) == (True, 5, [])
        return
    page = desk.client.get(f"/tournaments/{made.slug}/rounds/1/pairings/").text
    assert "Lamb, Edith (no starting number)" in page
    pair(made, 1, (1, 2))
    if way == "admitted":
        assert desk.do(made, "admit", call=late["call"]).json() == {"ok": True}
        assert desk.do(made, "admit", call=late["call"]).status_code == 409
    elif way == "desk":
        register_all(tournament=made, by=BY)
    else:
        desk.do(made, "open-check-in", round=2)
        assert phone.post("check-in/", round=2, here=True).status_code == 200
    third.refresh_from_db()
    assert (third.registered, third.number, third.absent_rounds) == (True, 5, [1])
    assert [each.pk for each in playing(made, 2)].count(third.pk) == 1
    assert "late" not in phone.now


def test_who_joins_after_the_check_in_came_too_late(desk):
    made = hall(paired=False)
    third = cups.entry(made, 3)
    desk.do(made, "open-check-in", round=1)
    for number in (1, 2, 4):
        Phone(made, "player", number).post("check-in/", round=1, here=True)
    desk.do(made, "close-check-in", round=1, missing=[third.pk])
    phone = Phone(made, "door", entry=third.pk, here="1")
    assert phone.now["late"] == {"round": 1, "told": True}
    [late] = desk.now(made)["late"]
    assert (late["name"], late["admit"]) == ("Lamb, Edith", True)
    desk.do(made, "admit", call=late["call"])
    third.refresh_from_db()
    assert (third.registered, third.number, third.absent_rounds) == (True, 5, [])


def test_a_closing_time_that_is_past_is_refused(desk):
    made = hall(paired=False)
    past = (timezone.now() - timedelta(minutes=1)).isoformat()
    answer = desk.do(made, "open-check-in", round=1, closes=past)
    assert (answer.status_code, "past" in answer.json()["message"]) == (422, True)


def test_the_desk_says_who_is_not_proven(desk):
    made = hall(rounds=7)
    own = Phone(made, "player", 1)
    found = Phone(made, "door", entry=cups.entry(made, 1).pk)
    other = Phone(made, "door", entry=cups.entry(made, 2).pk)
    for phone, number in ((own, 2), (found, 3), (other, 2)):
        phone.post("requests/", kind="zero-bye", round=number)
    shown = desk.now(made)
    assert [each["proven"] for each in shown["requests"]] == [True, False, False]
    assert [each["has_other"] for each in shown["prove"]] == [True, False]


def test_clock_and_answer_end_with_their_round(desk):
    made = hall()
    phone = Phone(made, "player", 1)
    desk.page(made, clock="1", length="90", default_minutes="30", text="")
    desk.clock(made, "start")
    call = phone.post("call/").json()["call"]["id"]
    desk.do(made, "answer", call=call)
    assert (phone.now["clock"]["phase"], phone.now["call"]["answered"]) == ("play", True)
    typed(made, game_of(made), "1")
    typed(made, game_of(made, 2), "1")
    assert phone.now["call"] is None
    pair(made, 2, (1, 3), (4, 2))
    now = phone.now
    assert (now["clock"]["round"], now["clock"]["phase"], now["clock"]["default"]) == (
        1, "break", None
    )  # fmt: skip
    assert now["call"] is None
    desk.clock(made, "start")
    assert (phone.now["clock"]["round"], phone.now["clock"]["phase"]) == (2, "play")


def test_a_half_point_bye_is_offered_where_it_is_possible(desk):
    made = hall(rounds=7)
    phone = Phone(made, "player", 1)
    phone.post("requests/", kind="zero-bye", round=4)
    assert phone.now["half_byes"] == [2, 3, 5, 6]
    phone.post("requests/", kind="half-bye", round=3)
    assert phone.now["half_byes"] == []


def test_who_is_missing_later_does_not_play_the_round(desk):
    made = hall()
    typed(made, game_of(made), "1")
    typed(made, game_of(made, 2), "1")
    desk.do(made, "open-check-in", round=2)
    assert desk.do(made, "open-check-in", round=1).status_code == 409
    for number in (1, 2, 3):
        Phone(made, "player", number).post("check-in/", round=2, here=True)
    fourth = cups.entry(made, 4)
    assert desk.do(made, "close-check-in", round=2, missing=[fourth.pk]).status_code == 200
    fourth.refresh_from_db()
    assert fourth.absent_rounds == [2]
    assert desk.do(made, "arrived", entry=fourth.pk, round=2).status_code == 200
    fourth.refresh_from_db()
    assert fourth.absent_rounds == []


def test_byes_are_asked_for_and_granted(desk):
    made = hall(rounds=7)
    white, black = Phone(made, "player", 1), Phone(made, "player", 2)
    late = white.post("requests/", kind="half-bye", round=7)
    assert (late.status_code, late.json()["message"]) == (
        422, "Half-point byes are possible up to round 6."
    )  # fmt: skip
    assert white.post("requests/", kind="half-bye", round=1).status_code == 409
    asked = white.post("requests/", kind="half-bye", round=3, note="a train").json()["request"]
    assert asked | {"request": 0} == {
        "request": 0, "kind": "half-bye", "round": 3, "state": "open", "reason": ""
    }  # fmt: skip
    assert white.post("requests/", kind="zero-bye", round=3).status_code == 409
    assert "round 3" in white.post("requests/", kind="half-bye", round=4).json()["message"]
    assert black.post(f"requests/{asked['request']}/", withdraw=True).status_code == 404
    [waiting] = desk.now(made)["requests"]
    assert (waiting["name"], waiting["note"]) == ("Finch, Clara", "a train")
    assert desk.do(made, "grant", request=asked["request"]).status_code == 200
    assert desk.do(made, "grant", request=asked["request"]).status_code == 409
    assert cups.entry(made, 1).asked_byes == {"3": "H"}
    assert white.now["requests"][0]["state"] == "granted"
    other = black.post("requests/", kind="zero-bye", round=2).json()["request"]["request"]
    desk.do(made, "refuse", request=other, reason="We need you.")
    assert black.now["requests"][0] | {"request": 0} == {
        "request": 0, "kind": "zero-bye", "round": 2, "state": "refused", "reason": "We need you."
    }  # fmt: skip
    third = Phone(made, "player", 3)
    own = third.post("requests/", kind="zero-bye", round=2).json()["request"]["request"]
    taken = third.post(f"requests/{own}/", withdraw=True)
    assert taken.json()["request"]["state"] == "withdrawn"


def test_byes_by_the_rules_and_a_withdrawal_by_the_arbiter(desk):
    made = hall(rounds=7)
    change_hall_settings(tournament=made, values={"decision": "auto"}, by=BY)
    white = Phone(made, "player", 1)
    granted = white.post("requests/", kind="half-bye", round=2).json()["request"]
    assert (granted["state"], cups.entry(made, 1).absent_rounds) == ("granted", [2])
    leaving = white.post("requests/", kind="withdraw", round=None).json()["request"]
    assert (leaving["state"], white.post("requests/", kind="withdraw").status_code) == ("open", 409)
    assert desk.do(made, "grant", request=leaving["request"]).status_code == 200
    assert cups.entry(made, 1).withdrawn_after == 1
    assert HallRequest.objects.filter(state="granted").count() == 2


def test_calls_are_own_and_once_in_half_a_minute(desk):
    made = hall()
    white, black = Phone(made, "player", 1), Phone(made, "player", 2)
    first = white.post("call/").json()["call"]
    assert white.post("call/").json()["call"] == first
    assert black.post("call/", withdraw=True).json() == {"call": None}
    [shown] = desk.now(made)["calls"]
    assert (shown["call"], shown["board"], shown["name"]) == (first["id"], 1, "Finch, Clara")
    assert desk.do(made, "answer", call=first["id"]).status_code == 200
    assert white.now["call"] == {"id": first["id"], "answered": True}
    assert HallCall.objects.count() == 1


def test_the_arbiter_decides_and_accepts(desk):
    made = hall()
    phones = [Phone(made, "player", number) for number in (1, 2, 3, 4)]
    phones[0].report("1")
    phones[1].report("0")
    phones[2].report("=")
    page = desk.now(made)
    [disputed], [reported] = page["disputed"], page["reported"]
    assert (disputed["board"], reported["board"], page["open"]) == (1, 2, [1, 2])
    values = {"game": disputed["game"], "result": "1", "reason": "Both signed the slip."}
    assert desk.do(made, "decide", **values, version=7).status_code == 409
    assert desk.do(made, "decide", **values, version=0).json() == {"ok": True}
    report = reported["reports"][0]["report"]
    assert desk.do(made, "accept", report=report).json() == {"ok": True}
    assert desk.do(made, "accept", report=report).status_code == 409
    assert [phone.game["state"] for phone in phones] == ["arbiter"] * 4
    assert phones[2].game["result"] == "="


def test_a_phone_is_forgotten_with_its_results_in_one_undo(desk):
    made = hall()
    exit_, white = Phone(made, "tablet"), Phone(made, "player", 1)
    desk.do(made, "let-in")
    for game in exit_.now["games"]:
        exit_.say(game["game"], result="1", version=0, side="white")
    white.report("1", version=0)
    for game in exit_.now["games"]:
        report = game["reports"][0]["report"]
        exit_.say(game["game"], "agree", report=report, side="black")
    assert [game["result"] for game in exit_.now["games"]] == ["1", "1"]
    assert desk.do(made, "forget-and-undo", device=exit_.device).json() == {"ok": True}
    assert (white.game["result"], white.game["state"]) == (None, "open")
    results.undo_result(tournament=made, log_id=results.last_result(made).pk, by=BY)
    assert set(Game.objects.values_list("outcome", flat=True)) == {"10"}
    results.undo_result(tournament=made, log_id=results.last_result(made).pk, by=BY)
    assert set(Game.objects.values_list("outcome", flat=True)) == {"**"}


def test_the_last_result_is_told_before_it_is_undone(desk):
    made = hall()
    assert desk.do(made, "undo").status_code == 422
    phones = [Phone(made, "player", number) for number in (1, 2)]
    phones[0].report("1")
    phones[1].answer("agree")
    asked = desk.do(made, "undo")
    assert (asked.status_code, "Finch" in asked.json()["message"]) == (409, True)
    assert phones[0].game["result"] == "1"
    assert desk.do(made, "undo", log=asked.json()["log"]).json() == {"ok": True}
    assert (phones[0].game["result"], phones[0].game["state"]) == (None, "open")
    assert desk.do(made, "undo", log=asked.json()["log"]).status_code == 422


@pytest.mark.parametrize(("preset", "shown"), [
    ("club", {"player", "tablet"}), ("rated", {"tablet"}), ("info", set()),
])  # fmt: skip
def test_digits_that_lead_nowhere_are_not_shown(desk, preset, shown):
    made = hall(preset=preset)
    player = Phone(made, "door", entry=cups.entry(made, 1).pk)
    phones = {"player": player, "tablet": Phone(made, "tablet")}
    assert {kind for kind, phone in phones.items() if phone.now["device"]["show"]} == shown
    assert len(desk.now(made)["prove"]) == len(shown)


@pytest.mark.parametrize(("what", "values", "status"), [
    ("dance", {}, 422), ("decide", {}, 422), ("decide", {"result": "+"}, 422),
    ("decide", {"result": "1", "game": 999_999, "version": 0}, 409),
    ("accept", {"report": "x"}, 422), ("let-in", {"device": 999_999}, 422),
    ("forget", {"device": 999_999}, 422), ("new-code", {"kind": "cat"}, 422),
    ("open-check-in", {"round": 2, "closes": "late"}, 422), ("open-check-in", {"round": 99}, 422),
    ("announce", {"text": "x" * 201}, 422), ("grant", {"request": 1}, 409),
    ("lift-wrong-codes", {}, 200), ("announce", {"text": "Lunch at one"}, 200),
])  # fmt: skip
def test_what_is_sent_is_told(desk, what, values, status):
    made = hall()
    answer = desk.do(made, what, **values)
    assert answer.status_code == status
    assert answer.json().keys() == ({"ok"} if status == 200 else {"message"})


def test_an_announcement_and_who_is_to_be_proven(desk):
    made = hall()
    phone = Phone(made, "door", entry=cups.entry(made, 1).pk)
    desk.do(made, "announce", text="Lunch at one")
    assert phone.now["announcements"] == ["Lunch at one"]
    [waiting] = desk.now(made)["prove"]
    assert (waiting["device"], waiting["show"]) == (phone.device, phone.now["device"]["show"])
    desk.do(made, "let-in", device=waiting["device"])
    assert phone.now["device"]["proof"] == "arbiter"
    desk.do(made, "forget", device=waiting["device"])
    assert phone.client.get("/hall/now/").status_code == 401


def test_the_clock_is_kept(desk):
    made = hall()
    phone = Phone(made, "player", 1)
    assert phone.now["clock"]["phase"] == "before"
    times = {"clock": "1", "length": "90", "default_minutes": "30", "text": "90 min + 30 s"}
    assert desk.page(made, **times).status_code == 302
    assert desk.clock(made, "start").json() == {"ok": True}
    shown = phone.now["clock"]
    assert (shown["round"], shown["phase"], shown["paused"]) == (1, "play", None)
    assert None not in (shown["starts"], shown["ends"], shown["default"])
    assert (shown["text"], desk.page(made, **times | {"length": "x"}).status_code) == (
        "90 min + 30 s", 422
    )  # fmt: skip
    desk.clock(made, "pause")
    assert phone.now["clock"]["paused"] == 90 * 60
    desk.clock(made, "plus")
    desk.clock(made, "undo")
    assert phone.now["clock"]["paused"] == 90 * 60
    assert desk.clock(made, "undo").status_code == 422
    desk.clock(made, "message", message="Silence, please")
    desk.clock(made, "next")
    assert (phone.now["clock"]["phase"], phone.now["clock"]["message"]) == (
        "break", "Silence, please"
    )  # fmt: skip
    desk.page(made, clock="1", length="", default_minutes="", text="")
    desk.clock(made, "next")
    assert (phone.now["clock"]["ends"], phone.now["clock"]["default"]) == (None, None)
    desk.clock(made, "back")
    assert (HallClock.objects.get().round, HallClock.objects.get().phase) == (1, "break")


def test_the_command(capsys):
    made = cups.tournament(entries=3)
    call_command("hall", made.slug, "--on", "rated")
    told = json.loads(capsys.readouterr().out)
    assert (told["on"], told["preset"], len(told["players"])) == (True, "rated", 3)
    assert (told["door"], told["players"][0]["code"]) == (
        code_of(made, "door"), code_of(made, "player", 1)
    )  # fmt: skip
    assert [each["board"] for each in told["boards"]] == [1, 2]
    cups.Entry.objects.create(tournament=made, number=4, family="Late")
    call_command("hall", made.slug)
    assert [each["number"] for each in json.loads(capsys.readouterr().out)["players"]] == [
        1, 2, 3, 4
    ]  # fmt: skip
    call_command("hall", made.slug, "--off")
    off = json.loads(capsys.readouterr().out)
    assert (off["on"], off["door"], off["players"], off["problems"]) == (False, None, [], [])
    with pytest.raises(SystemExit):
        call_command("hall", "nowhere")
    assert json.loads(capsys.readouterr().out)["problems"]


def test_a_bye_of_the_round_and_its_pairings():
    made = hall(entries=3, paired=False)
    pair(made, 1, (1, 2))
    RoundResult.objects.create(round=made.rounds.get(number=1), entry=cups.entry(made, 3), bye="U")
    third = Phone(made, "player", 3)
    assert third.now["bye"] == {"round": 1, "kind": "u", "points": "1"}
    assert third.client.get("/hall/rounds/1/").json()["byes"] == [
        {"number": 3, "name": "Lamb, Edith", "kind": "u"}
    ]
    assert third.now["player"]["points"] == "1"
    typed(made, game_of(made), "1")
    rows = third.client.get("/hall/standings/").json()
    assert (rows["after"], [each["number"] for each in rows["rows"]]) == (1, [1, 3, 2])


def test_standings_of_go_name_the_score():
    made = hall(discipline="go", tie_breaks=["MMS", "SOS"])
    Entry.objects.filter(tournament=made).update(grade="3k")
    assert "score" not in Phone(made, "player", 1).client.get("/hall/standings/").json()
    typed(made, game_of(made), "1")
    typed(made, game_of(made, 2), "1")
    assert Phone(made, "player", 1).client.get("/hall/standings/").json()["score"] == "mms"


def test_a_bye_of_an_earlier_round_stands_among_ones_games():
    made = hall(entries=3, rounds=7, paired=False)
    for number, game, bye in ((1, (2, 3), 1), (2, (1, 2), 3)):
        pairings = Pairings((game,), ((bye, Code.PAIRING_BYE),))
        set_pairings(round=made.rounds.get(number=number), pairings=pairings, by=BY)
        typed(made, game_of(made, number=number), "=")
    phone = Phone(made, "player", 1)
    assert [each["round"] for each in phone.now["past"]] == [1]
    pair(made, 3, (1, 3))
    bye, game = phone.now["past"]
    assert (bye["round"], bye["opponent"], bye["kind"], bye["points"]) == (1, None, "u", "1")
    assert (game["round"], game["opponent"]["number"], game["result"]) == (2, 2, "=")


def test_the_desk_of_the_tournament_says_what_the_phones_want(desk, director_client):
    made = hall(rounds=7)
    phone = Phone(made, "player", 1)
    phone.post("requests/", kind="half-bye", round=3)
    phone.post("call/")
    page = director_client.get(f"/tournaments/{made.slug}/")
    texts = [each.text for each in page.context["attention"]]
    assert texts[:2] == ["Board 1: Finch, Clara calls the arbiter", "1 request to decide"]
    assert f"/tournaments/{made.slug}/hall/" in page.text
