"""How a browser comes to belong to somebody: cards, the door, and who lets whom in."""

import re
from datetime import timedelta
from unittest import mock

import pytest
from django.test import Client
from django.utils import timezone

from clubscore.models import Job
from events.club.bin import empty
from events.hall.services.joining import forget, let_in
from events.hall.services.settings import new_code, switch_off
from events.models import Entry, GameReport, HallCall, HallDevice, HallSubmission, Tournament
from events.tournaments.core.services import finish_tournament
from players.models import Player
from tests.events.hall.phones import BY, Phone, code_of, game_of, hall, pair, typed
from tests.events.tournaments import cups

pytestmark = pytest.mark.django_db

JSON = {"accept": "application/json"}


def door(made, number):
    """A phone that tapped its name at the door."""
    return Phone(made, "door", entry=cups.entry(made, number).pk)


def test_a_card_binds_with_a_cookie_that_scripts_do_not_see():
    made = hall()
    page = Client().get(f"/H/{code_of(made, 'player', 1).lower()}/")
    assert "Finch, Clara" in page.text
    phone = Phone(made, "player", 1)
    cookie = phone.client.cookies["clubscore-hall"]
    # A club plays a round a week.
    assert cookie["max-age"] > 60 * 24 * 3600
    assert (phone.joined.status_code, cookie["httponly"], cookie["samesite"]) == (303, True, "Lax")
    state = phone.now
    assert state["device"] | {"id": 0, "show": ""} == {
        "id": 0, "kind": "player", "number": 1, "proof": "card", "show": "", "let_in_by": "",
        "may_report": True,
    }  # fmt: skip
    assert re.fullmatch(r"\d{3}", state["device"]["show"])
    assert set(state) == {
        "app", "now", "tournament", "device", "player", "check_in", "round", "games", "bye", "past",
        "requests", "call", "line_up", "match", "waiting", "clock", "announcements",
        "half_byes",
    }  # fmt: skip


def test_a_name_from_the_door_reads_and_reports_nothing():
    made = hall()
    code = code_of(made, "door")
    found = Client().get(f"/h/{code}/find/?q=fin", headers=JSON).json()
    entry = cups.entry(made, 1)
    assert found == {
        "names": [{"entry": entry.pk, "number": 1, "name": "Finch, Clara", "club": ""}]
    }
    assert "Finch, Clara" in Client().get(f"/h/{code}/find/?q=fin").text
    assert Client().get(f"/h/{code}/find/?q=fi", headers=JSON).status_code == 422
    card = f"/h/{code_of(made, 'player', 1)}/find/?q=fin"
    assert Client().get(card, headers=JSON).status_code == 404
    phone = door(made, 1)
    device = phone.now["device"]
    assert (device["proof"], device["may_report"], phone.game["may"]) == ("none", False, [])
    refused = phone.report("1")
    assert (refused.status_code, device["show"] in refused.json()["message"]) == (403, True)
    let_in(tournament_id=made.pk, device_id=device["id"])
    assert (phone.now["device"]["proof"], phone.report("1").status_code) == ("arbiter", 200)


def test_who_is_shown_by_initials_is_found_by_the_whole_name():
    made = hall()
    player = Player.objects.create(given="Clara", family="Finch", name="Clara Finch")
    Player.objects.filter(pk=player.pk).update(initials_only=True)
    Entry.objects.filter(tournament=made, number=1).update(player=player, club="Mill")
    find = f"/h/{code_of(made, 'door')}/find/"
    assert Client().get(find, {"q": "fin"}, headers=JSON).json() == {"names": []}
    [found] = Client().get(find, {"q": "finch"}, headers=JSON).json()["names"]
    assert ("Finch" in found["name"], found["club"]) == (False, "")


def test_the_opponent_lets_in_for_a_round():
    made = hall()
    white, black = Phone(made, "player", 1), door(made, 2)
    other = door(made, 3)
    assert [phone.now["device"]["let_in_by"] for phone in (black, other)] == ["opponent", ""]
    assert white.now["waiting"] == [
        {"device": black.device, "name": "Tarrant, Hugo", "show": black.now["device"]["show"]}
    ]
    assert white.post(f"devices/{other.device}/allow/").status_code == 403
    assert black.post(f"devices/{white.device}/allow/").status_code == 403
    assert white.post(f"devices/{black.device}/allow/").json() == {}
    assert (black.now["device"]["proof"], black.report("0").status_code) == ("opponent", 200)
    white.answer("agree")
    typed(made, game_of(made, 2), "1")
    pair(made, 2, (1, 3), (2, 4))
    assert black.now["device"]["proof"] == "none"


def test_three_phones_of_an_entry_are_equal_and_a_fourth_is_refused():
    made = hall()
    first, second = Phone(made, "player", 1), door(made, 1)
    assert second.now["device"]["let_in_by"] == "own"
    assert first.post(f"devices/{second.device}/allow/").status_code == 200
    assert second.now["device"]["proof"] == "card"
    third, fourth = Phone(made, "player", 1), Phone(made, "player", 1)
    assert (third.joined.status_code, fourth.joined.status_code) == (303, 409)
    assert second.join("player", 1).status_code == 303
    assert HallDevice.objects.filter(revoked_at=None).count() == 3
    forget(tournament_id=made.pk, device_id=first.device)
    assert first.client.get("/hall/now/").status_code == 401
    old = code_of(made, "player", 1)
    new_code(tournament=made, kind="player", thing=cups.entry(made, 1).pk, by=BY)
    assert Client().get(f"/h/{old}/").status_code == 404
    assert Phone(made, "player", 1).joined.status_code == 303
    assert third.client.get("/hall/now/").status_code == 401


def test_who_only_looks():
    made = hall()
    look = Phone(made, "door")
    assert (look.now["device"]["kind"], look.now["games"], look.now["player"]) == ("look", [], None)
    assert [look.post(path).status_code for path in ("call/", "check-in/")] == [403, 422]
    assert look.client.get("/hall/rounds/1/").json()["games"][0]["white"]["number"] == 1
    assert look.client.get("/hall/standings/").json() == {"after": 0, "rows": []}
    assert look.post("leave/").status_code == 200
    assert look.client.get("/hall/now/").status_code == 401


def test_off_is_not_there_and_bound_phones_are_told():
    made = hall()
    code, phone = code_of(made, "door"), Phone(made, "player", 1)
    switch_off(tournament=made, by=BY)
    assert Client().get(f"/h/{code}/").status_code == 404
    assert [phone.client.get("/hall/now/").status_code, phone.post("call/").status_code] == [
        410,
        410,
    ]
    nobody = Client().get("/hall/now/")
    assert (nobody.status_code, "message" in nobody.json()) == (401, True)


def test_a_word_of_the_display_is_asked():
    made = hall()
    hall_ = made.hall
    hall_.asks_word = True
    hall_.save()
    assert door(made, 1).joined.status_code == 403
    entry = cups.entry(made, 1).pk
    assert Phone(made, "door", entry=entry, word=hall_.word).joined.status_code == 303


@pytest.mark.parametrize(("over", "days", "left"), [
    ("finished", 9, 0), ("finished", 7, 1), ("last day", 9, 0), ("last day", 7, 1), ("", 99, 1),
])  # fmt: skip
def test_phones_are_forgotten_eight_days_after_the_end(over, days, left):
    made, later = hall(), timezone.now() + timedelta(days=days)
    white = Phone(made, "player", 1)
    white.report("1")
    white.post("call/")
    if over == "finished":
        finish_tournament(tournament=made, by=BY)
    elif over:
        Tournament.objects.update(finish=timezone.localdate())
    with mock.patch("events.club.bin.timezone.now", return_value=later):
        empty(Job())
    stored = (HallDevice, GameReport, HallCall)
    assert [each.objects.count() for each in stored] == [left] * 3
    assert HallSubmission.objects.count() == 2 * left
    assert white.client.get("/hall/now/").status_code == (200 if left else 401)


def test_the_code_of_a_card_can_be_typed():
    made = hall()
    code = code_of(made, "player", 1)
    client = Client()
    assert 'name="code"' in client.get("/h/").text
    typed = client.get("/h/", {"code": f"{code[:5]}-{code[5:]} "})
    assert (typed.status_code, typed["Location"]) == (302, f"/h/{code}/")
    wrong = client.get("/h/23456abcde/")
    assert (wrong.status_code, 'name="code"' in wrong.text) == (404, True)
    assert 'href="/hall/"' not in wrong.text
    assert 'href="/hall/"' in Phone(made, "player", 1).client.get("/h/23456abcde/").text
