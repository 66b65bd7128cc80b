"""Results from both phones, through their addresses."""

import pytest
from django.contrib.auth.models import User
from django.utils import translation

from clubscore.web.visitors import Actor
from events.hall.services.joining import let_in
from events.models import GameReport, HallCall, LogEntry
from events.tournaments.core.services import finish_tournament
from events.tournaments.rounds.services.results import last_result, undo_result
from events.tournaments.rounds.views.log import shown_device
from tests.events.hall.phones import BY, Phone, game_of, hall, pair, typed

pytestmark = pytest.mark.django_db

IPHONE = "Mozilla/5.0 (iPhone; CPU iPhone OS 17_0 like Mac OS X) Safari/604.1"


def two(made, **values):
    return Phone(made, "player", 1, **values), Phone(made, "player", 2, **values)


def results(made):
    log = LogEntry.objects.filter(tournament=made, action__in=("entered", "cleared"))
    return [(each.after["outcome"], each.device) for each in log.order_by("pk")]


def test_a_result_is_written_when_the_other_side_agrees():
    made = hall()
    white, black = two(made, agent=IPHONE)
    assert white.joined.status_code == 303
    assert white.joined["Location"] == "/hall/"
    said = white.report("1")
    assert said.json()["game"] | {"reports": []} == white.game | {"reports": []}
    assert (said.json()["game"]["state"], results(made)) == ("reported", [])
    assert white.game["may"] == ["report", "take-back"]
    assert black.game["may"] == ["report", "agree", "dispute"]
    assert (black.game["me"], white.game["result"]) == ("black", None)
    assert white.answer("agree").status_code == 403
    agreed = black.answer("agree")
    assert (agreed.status_code, agreed.json()["game"]["state"]) == (200, "agreed")
    assert results(made) == [(
        "10",
        f"Board 1, White, device {white.device} (Safari on iPhone),"
        f" agreed by Black, device {black.device} (Safari on iPhone)",
    )]  # fmt: skip
    assert (white.game["version"], white.game["result"], white.now["player"]["points"]) == (
        1, "1", "1"
    )  # fmt: skip
    assert white.now["round"] == {"number": 1, "state": "published"}


def test_the_same_key_has_the_same_answer():
    made = hall()
    white, black = two(made)
    first = white.report("1", key="a" * 32)
    black.answer("agree")
    again = white.say(first.json()["game"]["game"], key="a" * 32, result="1", version=0)
    assert (again.status_code, again.json()) == (200, first.json())
    # The standing result again, with an old version, changes nothing; another one is stale.
    assert white.report("1", version=0).status_code == 200
    stale = black.report("0", version=0)
    assert (stale.status_code, stale.json()["game"]["version"]) == (409, 1)
    assert len(results(made)) == 1


def test_both_alike_and_both_differing():
    made = hall()
    white, black = two(made)
    white.report("=")
    assert black.report("0").json()["game"]["state"] == "disputed"
    assert [each["result"] for each in black.game["reports"]] == ["=", "0"]
    assert white.report("0").json()["game"]["result"] == "0"
    assert [outcome for outcome, _ in results(made)] == ["01"]
    assert GameReport.objects.filter(version=1).count() == 0


def test_a_report_is_denied_and_taken_back():
    made = hall()
    white, black = two(made)
    white.report("1")
    assert black.answer("take-back").status_code == 403
    assert black.answer("dispute", result=None).json()["game"]["state"] == "disputed"
    report = white.game["reports"][0]["report"]
    assert white.answer("take-back").json()["game"]["state"] == "open"
    gone = black.say(white.game["game"], "agree", report=report)
    assert (gone.status_code, gone.json()["game"]["state"]) == (409, "open")


def test_the_arbiter_is_final_and_an_undo_opens_the_game():
    made = hall()
    white, black = two(made)
    white.report("1")
    by = Actor(user=User.objects.create_user("director"))
    typed(made, game_of(made), "=", by)
    assert (black.game["state"], black.game["reports"], black.game["may"]) == ("arbiter", [], [])
    refused = black.report("0")
    assert (refused.status_code, "arbiter" in refused.json()["message"]) == (403, True)
    undo_result(tournament=made, log_id=last_result(made).pk, by=by)
    assert (black.game["state"], black.game["version"], black.game["reports"]) == ("open", 2, [])
    white.report("1")
    assert black.answer("agree").json()["game"]["result"] == "1"


def test_both_correct_until_the_next_round_is_paired():
    made = hall()
    white, black = two(made)
    white.report("1")
    black.answer("agree")
    correcting = white.report("0").json()["game"]
    assert (correcting["state"], correcting["result"]) == ("agreed", "1")
    assert black.answer("agree").json()["game"]["result"] == "0"
    typed(made, game_of(made, 2), "1")
    pair(made, 2, (1, 3), (2, 4))
    game = game_of(made)
    late = white.say(game.pk, result="=", version=game.version)
    assert late.status_code == 410
    assert HallCall.objects.get(kind="late").note == "1/1: ="


def test_an_older_game_that_is_open_may_be_reported():
    made = hall()
    typed(made, game_of(made, 2), "1")
    pair(made, 2, (1, 3), (2, 4))
    white, black = two(made)
    old = game_of(made)
    assert [each["round"] for each in white.now["games"]] == [1, 2]
    assert white.say(old.pk, result="1", version=0).status_code == 200
    report = GameReport.objects.get().pk
    assert black.say(old.pk, "agree", report=report).status_code == 200
    assert [each["round"] for each in white.now["past"]] == [1]


@pytest.mark.parametrize(("kind", "number", "status"), [
    ("player", 3, 403), ("door", 0, 403), ("board", 1, 403), ("tablet", 0, 403),
])  # fmt: skip
def test_others_report_nothing(kind, number, status):
    made = hall()
    phone = Phone(made, kind, number)
    sent = phone.say(game_of(made).pk, result="1", version=0, side="white")
    assert sent.status_code == status
    assert phone.say(99_999, result="1", version=0, side="white").status_code in (403, 404)
    assert not GameReport.objects.exists()


def test_a_round_that_is_not_published_is_not_there():
    made = hall(paired=False, publishes_by_hand=True)
    white = Phone(made, "player", 1)
    before = white.client.get("/hall/now/")
    pair(made, 1, (1, 2), (3, 4))
    after = white.client.get("/hall/now/", headers={"if-none-match": before["ETag"]})
    assert after.status_code == 304
    hidden = white.say(game_of(made).pk, result="1", version=0)
    nowhere = white.say(99_999, result="1", version=0)
    assert (hidden.status_code, hidden.json()) == (404, nowhere.json())
    assert white.client.get("/hall/rounds/1/").status_code == 404


def test_one_phone_serves_both_where_the_opponent_has_none():
    made = hall()
    white = Phone(made, "player", 1)
    white.report("1")
    assert white.game["hand_over"] is True
    assert white.answer("agree", side="white").status_code == 403
    agreed = white.answer("agree", side="black")
    assert (agreed.status_code, results(made)[0][1][-13:]) == (200, ", same device")
    other = Phone(made, "player", 3)
    other.report("1")
    Phone(made, "player", 4)
    assert other.answer("agree", side="black").status_code == 403


def test_a_tablet_reports_for_both_sides_once_let_in():
    made = hall()
    board, exit_ = Phone(made, "board", 2), Phone(made, "tablet")
    let_in(tournament_id=made.pk)
    assert len(exit_.now["games"]) == 2
    assert board.report("1").status_code == 422
    assert board.report("1", side="white").status_code == 200
    assert board.answer("agree", side="black").status_code == 200
    assert board.say(game_of(made).pk, result="1", version=0, side="white").status_code == 403
    assert exit_.say(game_of(made).pk, result="0", version=0, side="white").status_code == 200


@pytest.mark.parametrize(("preset", "player", "board"), [
    ("club", 200, 200), ("rated", 403, 200), ("info", 403, 403),
])  # fmt: skip
def test_presets(preset, player, board):
    made = hall(preset=preset)
    phone, tablet = Phone(made, "player", 1), Phone(made, "board", 2)
    let_in(tournament_id=made.pk)
    assert phone.report("1").status_code == player
    assert tablet.report("1", side="white").status_code == board
    assert phone.now["device"]["may_report"] is (player == 200)


def test_after_the_end_nothing_is_taken():
    made = hall(rounds=1)
    white, black = two(made)
    white.report("1")
    finish_tournament(tournament=made, by=BY)
    assert black.answer("agree").status_code == 410
    assert (black.now["tournament"]["state"], black.game["may"]) == ("finished", [])


@pytest.mark.parametrize("body", [
    b"", b"[]", b"{", b'{"key": "00"}', b"[" * 990, b'{"key":NaN}', b"\xff", b'{"x":1}',
    b'{"key":"%s","result":"2","version":0}' % (b"a" * 32),
    b'{"key":"%s","result":"1","version":1e999}' % (b"a" * 32),
    b'{"key":"%s","result":"1","version":true}' % (b"a" * 32),
    b'{"key":"%s","result":"1","version":-Infinity}' % (b"a" * 32),
    b'{"key":"%s","result":"1","version":0,"as":"white\\u0000"}' % (b"a" * 32),
    b'{"key":"%s","result":"1","version":0,"as":%s%s}' % (b"a" * 32, b"[" * 950, b"]" * 950),
    b'{"key":"%s","result":"1","version":0,"more":1}' % (b"a" * 32),
    b'{"key":"%s","result":"1","version":0,"as":"\\ud800"}' % (b"a" * 32),
])  # fmt: skip
def test_a_body_that_no_phone_sends(body):
    made = hall()
    white = Phone(made, "player", 1)
    path = f"/hall/games/{game_of(made).pk}/report/"
    answer = white.client.post(path, body, content_type="application/json")
    assert (answer.status_code, "message" in answer.json()) == (422, True)
    long = white.client.post(path, b" " * 2049, content_type="application/json")
    assert long.status_code == 413


def test_the_31st_in_a_minute_waits_and_the_opponent_goes_on():
    made = hall()
    white, black = two(made)
    for _ in range(30):
        assert white.post("call/", withdraw=True).status_code == 200
    answer = white.post("call/", withdraw=True)
    assert (answer.status_code, "Retry-After" in answer.headers) == (429, True)
    assert black.report("1").status_code == 200


@pytest.mark.parametrize("entries", [4, 60])
def test_queries_of_a_state(entries, django_assert_max_num_queries):
    made = hall(entries)
    white = Phone(made, "player", 1)
    white.report("1")
    with django_assert_max_num_queries(8):
        answer = white.client.get("/hall/now/", headers={"accept-encoding": "gzip"})
    assert (len(answer.content) < 4096, answer["ETag"][:2]) == (True, "W/")
    with django_assert_max_num_queries(1):
        tag = {"if-none-match": answer["ETag"]}
        assert white.client.get("/hall/now/", headers=tag).status_code == 304


def test_a_tablet_is_sent_sixty_boards_in_four_kilobytes(django_assert_max_num_queries):
    made = hall(120)
    tablet = Phone(made, "tablet")
    let_in(tournament_id=made.pk)
    assert len(tablet.now["games"]) == 60
    with django_assert_max_num_queries(8):
        answer = tablet.client.get("/hall/now/", headers={"accept-encoding": "gzip"})
    assert len(answer.content) < 4096


def test_phones_are_told_who_agrees_and_who_took_back():
    made = hall()
    white = Phone(made, "player", 1)
    white.report("1")
    assert white.game["hand_over"]
    black = Phone(made, "player", 2)
    assert (white.game.get("hand_over"), white.game["own_phone"]) == (None, True)
    black.answer("agree")
    by = Actor(user=User.objects.create_user("arbiter"))
    undo_result(tournament=made, log_id=last_result(made).pk, by=by)
    assert (white.game["taken_back"], white.game["state"]) == (True, "open")


def test_a_typed_result_names_what_a_phone_said(director_client):
    made = hall()
    white = Phone(made, "player", 1)
    white.report("1")
    address = f"/tournaments/{made.slug}/rounds/1/games/{white.game['game']}/"
    saved = director_client.post(address, {"typed": "0"}, headers={"accept": "application/json"})
    assert "a phone said otherwise: 1–0" in saved.json()["line"]["understood"]


@pytest.mark.parametrize(("language", "text"), [
    ("en", "Board 7, White, device 3 (Safari on iPhone), agreed by Black, device 9, same device"),
    ("nl", "Bord 7, Wit, apparaat 3 (Safari op iPhone), bevestigd door Zwart, apparaat 9, "
           "hetzelfde apparaat"),
])  # fmt: skip
def test_the_log_names_phones_in_the_language(language, text):
    stored = "Board 7, White, device 3 (Safari on iPhone), agreed by Black, device 9, same device"
    with translation.override(language):
        assert shown_device(stored) == text
