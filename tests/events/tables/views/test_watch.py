"""Claims on the director's page: case 45 of the acceptance.

The keys of the clock and the display: cases 43 and 44 of the acceptance.
"""

import datetime
import re

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.utils import timezone

from clubscore.web.visitors import Actor
from events.models import (
    LineClaim,
    RoundClock,
    Session,
    TableCode,
    TableEntrySettings,
    TravellerLine,
)
from events.sessions.lines.services.saving import enter_result
from events.sessions.setup.services.sessions import finish, publish
from events.sessions.typing.views.board import change_rows
from events.tables.selectors.snapshot import current_snapshot
from events.tables.selectors.watch import watched_tables
from events.tables.services.settings import change_table_settings
from tests.events import factories
from tests.events.tables.phones import BY, FOUR_SPADES, MADE, Phone, evening, play_round
from tests.markup import squeezed
from tests.site.visits import Role, browser

pytestmark = pytest.mark.django_db


@pytest.fixture
def director() -> Client:
    return browser(Role.DIRECTOR)


@pytest.fixture
def phones() -> tuple[Phone, Phone, TravellerLine]:
    """Two phones of a published session with a result of eleven tricks."""
    session = evening()
    one, other = Phone(session, 1, "NS"), Phone(session, 1, "EW")
    board = one.now["boards"][0]
    one.enter(board["board"])
    finish(session=session, by=BY)
    publish(session=session, by=BY)
    return one, other, TravellerLine.objects.get(pk=board["line"])


def decide(director: Client, line: TravellerLine, do: str, **values: object) -> str:
    claim = LineClaim.objects.get()
    path = f"/sessions/{line.section.session_id}/claims/"
    return director.post(path, {"do": do, "claim": claim.pk, **values}, follow=True).text


def claim(phone: Phone, line: TravellerLine) -> None:
    path = f"/play/lines/{line.pk}/claim/"
    assert phone.post(path, version=line.version, **MADE).status_code == 200


def test_case_45_a_claim_with_consent_is_accepted_and_marked_as_corrected(director, phones):
    one, other, line = phones
    claim(one, line)
    other.post(f"/play/claims/{LineClaim.objects.get().pk}/", agree=True)
    page = squeezed(director.get(f"/sessions/{line.section.session_id}/claims/").text)
    assert "They say: 4♠N= +420" in page
    assert "The opponents, 4, agree." in page

    text = decide(director, line, "accept")

    assert "The result is corrected." in text
    line.refresh_from_db()
    assert line.score_ns == 420
    public = Client().get(f"/sessions/{line.section.session_id}/travellers/{line.board}/").text
    assert "corrected" in public


def test_the_director_records_consent_and_refuses_with_a_reason(director, phones):
    one, _other, line = phones
    claim(one, line)

    assert "The consent of the opponents is recorded." in decide(director, line, "consent")
    text = decide(director, line, "refuse", reason="The score sheet says eleven.")

    assert "Refused: The score sheet says eleven." in text
    line.refresh_from_db()
    assert line.score_ns == 450


def test_a_claim_that_is_decided_is_not_decided_again(director, phones):
    one, _other, line = phones
    claim(one, line)
    decide(director, line, "refuse")

    assert "This claim is decided." in decide(director, line, "accept")


def test_a_session_without_claims_says_so(director):
    session = evening()

    assert "There are no claims." in director.get(f"/sessions/{session.pk}/claims/").text


@pytest.fixture
def session():
    return evening()


def shown(session) -> dict[str, object]:
    code = TableEntrySettings.objects.get(session=session).display_code
    return Client().get(f"/d/{code}/now/").json()


def press(director: Client, session, do: str, **values: str) -> None:
    path = f"/sessions/{session.pk}/clock/"
    answer = director.post(path, {"do": do, **values}, headers={"Accept": "application/json"})
    assert answer.status_code == 200, answer.text


def seconds(values: dict[str, object]) -> int:
    ends, now = (datetime.datetime.fromisoformat(values[name]) for name in ("ends", "now"))
    return round((ends - now).total_seconds())


def test_case_43_start_pause_a_minute_more_and_next(director, session):
    assert shown(session)["phase"] == "before"

    press(director, session, "next")
    assert (shown(session)["round"], shown(session)["phase"]) == (1, "play")
    assert seconds(shown(session)) in range(1195, 1201)
    press(director, session, "plus")
    assert seconds(shown(session)) in range(1255, 1261)
    press(director, session, "pause")
    assert shown(session)["paused"] in range(1255, 1261)
    press(director, session, "pause")
    press(director, session, "next")
    assert (shown(session)["round"], shown(session)["phase"]) == (1, "move")
    press(director, session, "undo")
    assert (shown(session)["round"], shown(session)["phase"]) == (1, "play")


def test_a_key_that_two_press_ends_one_round(director, session):
    press(director, session, "next")
    seen = shown(session)["state"]

    press(director, session, "next", seen=seen)
    press(director, session, "next", seen=seen)

    assert (shown(session)["round"], shown(session)["phase"]) == (1, "move")


def test_a_move_that_is_over_is_the_next_round_for_whoever_looks(director, session):
    press(director, session, "next")
    press(director, session, "next")
    RoundClock.objects.update(ends_at=timezone.now() - datetime.timedelta(seconds=5))

    assert (shown(session)["round"], shown(session)["phase"]) == (2, "play")


def test_play_ends_by_itself_only_where_the_director_wants_that(director, session):
    press(director, session, "next")
    RoundClock.objects.update(ends_at=timezone.now() - datetime.timedelta(seconds=5))

    assert shown(session)["phase"] == "play"
    press(director, session, "times", by_itself="1")
    assert shown(session)["phase"] == "move"


def test_a_round_ends_by_itself_without_a_display(director, session):
    phone = Phone(session, 1, "NS")
    press(director, session, "times", by_itself="1")
    press(director, session, "next")
    RoundClock.objects.update(ends_at=timezone.now() - datetime.timedelta(seconds=5))

    assert phone.now["round"] == 2
    assert RoundClock.objects.get().phase == "move"


def test_standings_of_completed_rounds_are_on_the_display_by_the_preset(director, session):
    change_table_settings(session_id=session.pk, values={"hide_last": 0}, by=BY)
    play_round(session, 1)
    assert shown(session)["standings"] == {"rounds": 1, "rows": []}
    change_table_settings(session_id=session.pk, values={"standings": True}, by=BY)
    standings = shown(session)["standings"]
    assert (standings["rounds"], len(standings["rows"])) == (1, 6)


def test_the_clock_moves_the_phones_and_never_closes_entry(director, session):
    phone = Phone(session, 1, "NS")
    press(director, session, "next")
    board = phone.now["boards"][0]["board"]
    press(director, session, "next")

    assert phone.now["round"] == 2
    assert phone.now["late"][0]["board"] == board
    assert phone.enter(board).status_code == 200


def test_times_are_set_in_minutes_or_by_when_play_ends(director, session):
    press(director, session, "times", board="6,5", move="1", extra="0")
    settings = TableEntrySettings.objects.get(session=session)
    assert (settings.seconds_a_board, settings.move_seconds, settings.extra_seconds) == (390, 60, 0)

    until = timezone.localtime() + datetime.timedelta(hours=1)
    press(director, session, "times", until=f"{until:%H:%M}", move="1", extra="0")

    settings.refresh_from_db()
    # Three rounds of two boards, with two moves of a minute.
    assert settings.seconds_a_board in range(565, 581)


@pytest.mark.parametrize(
    ("values", "words"),
    [
        ({"board": "0"}, "is no number of minutes"),
        ({"board": "x"}, "is no number of minutes"),
        ({"move": "nan"}, "is no number of minutes"),
        ({"until": "25:00"}, "is no time of day"),
    ],
)
def test_times_that_are_none_are_refused(director, session, values, words):
    path = f"/sessions/{session.pk}/clock/"

    answer = director.post(path, {"do": "times", **values}, headers={"Accept": "application/json"})

    assert (answer.status_code, words in answer.json()["message"]) == (409, True)


def test_a_message_is_on_the_display_and_on_the_phones(director, session):
    phone = Phone(session, 1, "NS")

    press(director, session, "message", text="  Coffee   is ready ")

    assert shown(session)["message"] == "Coffee is ready"
    assert phone.now["message"] == "Coffee is ready"


def test_the_display_says_who_plays_and_what_the_next_move_is(director, session):
    press(director, session, "next")
    for line in Phone(session, 2, "NS").now["boards"]:
        factories.line(session, line["board"])
    phone = Phone(session, 2, "EW")
    for line in phone.now["boards"]:
        phone.enter(line["board"])

    assert shown(session)["playing"] == ["1", "3"]
    (move, *_later) = shown(session)["moves"]
    assert (move["ns"], move["ew"], move["after"]) == (0, 1, 1)


@pytest.mark.parametrize("do", ["", "explode"])
def test_there_is_no_other_key(director, session, do: str):
    assert director.post(f"/sessions/{session.pk}/clock/", {"do": do}).status_code == 400


@pytest.mark.parametrize(
    ("language", "programme"),
    [
        ("en", "3 tables · 3 rounds of 2 boards · 15 minutes each, the first 20"),
        ("nl", "3 tafels · 3 rondes van 2 spellen · 15 minuten per ronde, de eerste 20"),
    ],
)
def test_the_display_says_before_play_what_is_on(session, language: str, programme: str):
    code = TableEntrySettings.objects.get(session=session).display_code
    shown = Client(headers={"accept-language": language}).get(f"/d/{code}/")
    assert f"<p>{programme}</p>" in shown.text


def test_the_display_of_a_finished_session_says_that_play_has_ended(director, session):
    """Whether or not somebody started the clock."""
    code = TableEntrySettings.objects.get(session=session).display_code
    Session.objects.filter(pk=session.pk).update(state=Session.State.FINISHED)
    shown = director.get(f"/d/{code}/now/").json()
    assert (shown["phase"], shown["finish"], shown["moves"]) == ("end", None, [])


def test_case_44_the_display_has_no_result_and_no_name(director, session):
    phone = Phone(session, 1, "NS")
    phone.enter(phone.now["boards"][0]["board"], **FOUR_SPADES)
    code = TableEntrySettings.objects.get(session=session).display_code

    text = Client().get(f"/d/{code}/").text + Client().get(f"/d/{code}/now/").text

    # A number of its own: a time may have these digits.
    assert re.search(r"\b450\b", text) is None
    assert "spades" not in text.lower()
    # The address in the QR code shows nothing before the results are published.
    assert f"http://testserver/sessions/{session.pk}/</figcaption>" in text
    assert Client().get(f"/sessions/{session.pk}/").status_code == 404
    assert Client().get("/d/0000000000/").status_code == 404


def test_the_display_has_the_keys_of_the_clock_for_a_director(director, session):
    code = TableEntrySettings.objects.get(session=session).display_code
    keys = f'data-clock="/sessions/{session.pk}/clock/"'

    assert keys in director.get(f"/sessions/{session.pk}/display/").text
    assert keys in director.get(f"/d/{code}/").text
    assert keys not in Client().get(f"/d/{code}/").text


@pytest.mark.parametrize(("host", "codes"), [("127.0.0.1:8000", 0), ("testserver", 1)])
def test_the_display_has_no_code_that_leads_no_phone_anywhere(director, session, host, codes):
    page = director.get(f"/sessions/{session.pk}/display/", headers={"host": host})
    assert page.text.count('class="qr"') == codes


def test_the_display_ends_with_the_results_from_the_tables(director, session):
    code = TableEntrySettings.objects.get(session=session).display_code
    director.post(f"/sessions/{session.pk}/tables/", {"on": "", "preset": "club"})

    assert Client().get(f"/d/{code}/").status_code == 404
    assert director.get(f"/sessions/{session.pk}/display/").status_code == 404


def test_clock_and_display_need_no_phones(director):
    session = factories.session()
    page, display = f"/sessions/{session.pk}/tables/", f"/sessions/{session.pk}/display/"
    assert director.get(display).status_code == 404
    answer = director.post(page, {"do": "display"})
    code = TableEntrySettings.objects.get(session=session, is_on=False).display_code
    assert (answer.status_code, answer.url) == (302, display)
    assert director.post(f"/sessions/{session.pk}/clock/", {"do": "next"}).url == display
    now = Client().get(f"/d/{code}/now/").json()
    assert (now["round"], now["phase"], now["word"]) == (1, "play", "")
    assert "where to go is on the guide card" in Client().get(f"/d/{code}/").text
    assert TableCode.objects.exists() is False
    director.post(page, {"on": ""})
    assert Client().get(f"/d/{code}/").status_code == 404


def test_what_a_director_types_from_travellers_moves_no_phone(director):
    session, by = evening(), Actor(user=User.objects.get())
    phone = Phone(session, 1, "NS")
    for line in TravellerLine.objects.filter(section__session=session, board__in=(1, 3, 5)):
        enter_result(session_id=session.pk, line_id=line.pk, text="4sn=", by=by)
    assert (phone.now["round"], {t.round for t in watched(session)}) == (1, {1})
    for line in TravellerLine.objects.filter(section__session=session, board__in=(2, 4, 6)):
        enter_result(session_id=session.pk, line_id=line.pk, text="4sn=", by=by)
    assert (phone.now["round"], {t.round for t in watched(session)}) == (3, {3})


def watched(session):
    return watched_tables(current_snapshot(session.pk), timezone.now())


def test_the_last_changes_name_the_table_of_a_phone(director):
    session = evening()
    Phone(session, 2, "NS").enter(Phone(session, 2, "EW").now["boards"][0]["board"])
    by = Actor(user=User.objects.get())
    (row,) = change_rows(session, by)
    assert row.who.startswith("Table A2, NS, device")


@pytest.mark.parametrize(
    ("phones", "action"), [(True, "publish"), (False, "publish"), (False, "reopen")]
)
def test_publishing_while_boards_are_played_says_what_everybody_sees(director, phones, action):
    session = evening() if phones else factories.session()
    if action == "reopen":
        finish(session=session, by=BY)
        publish(session=session, by=BY)
    text = director.post(f"/sessions/{session.pk}/state/", {"action": action}, follow=True).text
    assert "Everybody sees a board once all its results are in" in text
    assert ("Players still enter results on their phones." in text) is phones
