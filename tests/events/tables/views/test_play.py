"""The state of a table as its phones poll it, and what they never read."""

from functools import partial

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from events.models import (
    Contestant,
    MovementChange,
    RoundClock,
    Session,
    TableDevice,
    TravellerLine,
)
from events.sessions.desk.services import movement_change
from events.sessions.lines.services.saving import enter_result
from events.sessions.setup.services.sections import add_section
from events.sessions.setup.services.sessions import finish, publish
from events.tables.services.marks import raise_revision
from tests.events import factories
from tests.events.tables.phones import BY, FOUR_SPADES, Phone, enter_all, evening, play_round

pytestmark = pytest.mark.django_db

# A pair sits out; in round 3 the directions change: an arrow switch.
SIT_OUT = """ 3  2  3  3 0
 1- 2 A  3- 0 A
 3- 1 B  2- 0 B
 2- 3 C  1- 0 C
"""


def poll(phone: Phone, tag: str = ""):
    return phone.client.get("/play/now/", headers={"If-None-Match": tag} if tag else {})


def test_an_unchanged_state_is_answered_in_one_query_and_writes_nothing():
    phone = Phone(evening(), 2, "NS")
    tag = poll(phone).headers["ETag"]
    with CaptureQueriesContext(connection) as queries:
        answer = poll(phone, tag)
    assert (answer.status_code, len(queries)) == (304, 1)


def test_a_result_of_another_table_changes_nothing_here():
    session = evening(others=False)
    phone, other = Phone(session, 2, "NS"), Phone(session, 1, "NS")
    tag = poll(phone).headers["ETag"]
    other.enter(1)
    answer = poll(phone, tag)
    assert answer.status_code == 304
    assert answer.headers["ETag"] != tag
    assert poll(phone, answer.headers["ETag"]).status_code == 304


def test_when_a_device_was_seen_is_stored_once_a_minute():
    phone = Phone(evening(), 2, "NS")
    first = TableDevice.objects.get().seen_at
    poll(phone)
    assert TableDevice.objects.get().seen_at == first
    TableDevice.objects.update(seen_at=first.replace(year=2020))
    poll(phone)
    assert TableDevice.objects.get().seen_at > first


def test_the_shell_is_the_same_for_all_and_may_be_kept():
    phone = Phone(evening(), 2, "NS")
    pages = [phone.client.get("/play/"), Client(headers={"accept-language": "nl"}).get("/play/")]
    assert pages[0].content == pages[1].content
    assert pages[0].headers["Cache-Control"] == "private, max-age=43200"
    assert "Cookie" not in pages[0].headers["Vary"]
    assert not pages[0].cookies
    assert phone.now["app"] in pages[0].text


def test_case_28_the_next_table_is_shown_and_the_pair_follows():
    session = evening()
    one, other = Phone(session, 2, "NS"), Phone(session, 2, "EW")
    for board in (3, 4):
        one.enter(board)
        other.at(board, "confirm")
    ways = {way["pair"]: way for way in one.now["moves"]}
    assert set(ways) == {"2", "5"}
    there = other.now["next"]["table"]
    assert (there, other.now["next"]["side"], other.now["next"]["boards"]) == (3, "EW", [1, 2])
    one.post("/play/round/", round=2)
    state = other.now
    assert (state["table"], state["round"]) == (there, 2)


def test_case_28_the_clock_opens_the_next_round():
    session = evening()
    phone = Phone(session, 2, "EW")
    RoundClock.objects.create(session=session, round=1, phase="move")
    raise_revision(session.pk)
    assert phone.now["round"] == 2


def test_case_29_a_device_of_a_table_shows_the_new_pair():
    session = evening()
    phone = Phone(session, 2)
    assert {seat: each["pair"] for seat, each in phone.now["seats"].items()} == {
        "N": "2", "S": "2", "E": "5", "W": "5",
    }  # fmt: skip
    enter_all(phone, then=2)
    assert phone.now["seats"]["E"]["pair"] == "4"


def test_a_tables_device_shows_no_result_of_a_settled_round_to_who_comes():
    session = evening()
    tablet, east = Phone(session, 2), Phone(session, 2, "EW")
    for board in (3, 4):
        tablet.enter(board)
        assert tablet.line(board)["result"]["tricks"] == 11
        east.at(board, "confirm")
    states = {board["board"]: (board["state"], board["result"]) for board in tablet.now["boards"]}
    assert states == {3: ("confirmed", None), 4: ("confirmed", None)}
    assert "tricks" not in tablet.client.get("/play/now/").content.decode()
    assert east.line(3)["result"]["tricks"] == 11


def test_case_30_a_pair_that_sits_out_reads_nothing():
    session = evening(SIT_OUT)
    phone, north = Phone(session, 1, "EW"), Phone(session, 1, "NS")
    enter_all(phone)
    north.at(1, "confirm")
    other = Phone(session, 1)
    for each in (phone, north):
        each.post("/play/round/", round=2)
    state = phone.now
    assert (state["sitout"], state["table"], state["boards"]) == (True, None, [])
    assert state["next"]["table"] == 1
    assert phone.client.get("/play/boards/3/").status_code == 403
    assert other.joined.status_code == 303


def test_case_31_an_arrow_switch_is_announced():
    session = evening(factories.HOWELL_4)
    phones = Phone(session, 1, "NS"), Phone(session, 2, "EW")
    assert [phone.now["switched"] for phone in phones] == [False, False]
    enter_all(phones[0], then=2)
    # 1 sat North–South, and sits East–West against 3, who sat North–South.
    assert phones[0].now["device"]["side"] == "EW"


@pytest.mark.parametrize("address", ["/play/boards/3/", "/play/standings/"])
def test_case_35_preset_club_shows_nothing_of_others(address: str):
    session = evening()
    one, other = Phone(session, 2, "NS"), Phone(session, 1, "NS")
    one.enter(3)
    assert one.client.get(address).status_code == 403
    for phone in (other, Phone(session, 3, kind="look"), Phone(session, 2, kind="look")):
        text = poll(phone).content.decode()
        # Not the digits alone: a time may have them.
        assert '"score_ns": 450' not in text
        assert '"tricks"' not in text


def test_case_36_travellers_after_the_whole_round_is_confirmed():
    session = evening(preset="social", hide_last=0)
    one, other = Phone(session, 2, "NS"), Phone(session, 2, "EW")
    one.enter(3)
    other.at(3, "confirm")
    assert one.client.get("/play/boards/3/").status_code == 403
    one.enter(4)
    assert one.client.get("/play/boards/3/").status_code == 403
    other.at(4, "confirm")
    [row] = one.client.get("/play/boards/3/").json()["rows"]
    assert (row["own"], row["score_ns"]) == (True, 450)
    # Table 1 has the board still to play.
    assert Phone(session, 1, "NS").client.get("/play/boards/3/").status_code == 403


def test_case_36_no_standings_in_the_last_rounds():
    session = evening(preset="social", hide_last=1, approve="never")
    play_round(session, 1)
    phone = Phone(session, 1, "NS")
    assert phone.client.get("/play/standings/").json()["rounds"] == 1
    RoundClock.objects.create(session=session, round=2, phase="play")
    raise_revision(session.pk)
    play_round(session, 2)
    assert phone.client.get("/play/standings/").status_code == 403


def test_case_37_the_card_of_another_pair():
    session = evening(approve="never")
    play_round(session, 1)
    phone = Phone(session, 1, "NS")
    assert [row["board"] for row in phone.client.get("/play/card/").json()["rows"]] == [1, 2]
    assert phone.client.get("/play/card/?pair=2").status_code == 403
    publish(session=session, by=BY)
    assert phone.client.get("/play/card/?pair=2").status_code == 403
    finish(session=session, by=BY)
    found = phone.client.get("/play/card/?pair=2").json()
    own = Contestant.objects.get(section__session=session, number=2)
    assert [row["board"] for row in found["rows"]] == [3, 4]
    assert found["page"] == f"/sessions/{session.pk}/cards/{own.pk}/"


def test_published_while_played_phones_read_what_everybody_has_played():
    session = evening(approve="never")
    phone, looks = Phone(session, 1, "NS"), Phone(session, 1, kind="look")
    publish(session=session, by=BY)
    lines = TravellerLine.objects.filter(section__session=session, board=1).order_by("round")
    asked = []
    for line in lines:
        enter_result(session_id=session.pk, line_id=line.pk, text="4sn=", by=BY)
        asked += [looks.client.get("/play/boards/1/").status_code]
    assert (asked, phone.now["session"]["state"]) == ([403, 403, 200], "open")
    assert phone.client.get("/play/boards/2/").status_code == 403


def test_a_published_card_has_the_boards_of_rounds_that_no_phone_has_reached():
    session = evening()
    phone = Phone(session, 1, "NS")
    for line in TravellerLine.objects.filter(section__session=session):
        enter_result(session_id=session.pk, line_id=line.pk, text="4sn=", by=BY)
    assert [row["result"] for row in phone.client.get("/play/card/").json()["rows"]][2:] == [
        None
    ] * 4
    publish(session=session, by=BY)
    rows = phone.client.get("/play/card/").json()["rows"]
    assert [row["result"]["level"] for row in rows] == [4] * 6
    assert phone.now["switches"]["claims"] is True


@pytest.mark.parametrize(
    ("typed", "language", "result"),
    [
        (
            "60:420(4SN=)/40:-50(4SN-1)",
            "en",
            {"ruling": "60 % 4♠N= +420, 40 % 4♠N−1 −50", "score_ns": None},
        ),
        ("100:-50(4SN-1)", "en", {"ruling": "4♠N−1 −50", "score_ns": -50}),
        ("A62.5/40", "nl", {"ruling": "A62,5/40", "score_ns": None}),
        ("NP", "nl", {"np": True, "score_ns": None}),
    ],
)
def test_a_ruling_is_written_as_on_the_pages(typed, language, result):
    session = evening(preset="social", hide_last=0, approve="never")
    for line in TravellerLine.objects.filter(section__session=session):
        text = typed if line.board == 1 else "4sn="
        enter_result(session_id=session.pk, line_id=line.pk, text=text, by=BY)
    phone = Phone(session, 1, "NS")
    headers = {"Accept-Language": language}
    read = partial(phone.client.get, headers=headers)
    assert read("/play/now/").json()["boards"][0]["result"] == result
    publish(session=session, by=BY)
    assert read("/play/card/").json()["rows"][0]["result"] == result
    row = read("/play/boards/1/").json()["rows"][0]
    assert (row["result"], row["score_ns"]) == (result, result["score_ns"])


def test_a_phone_has_the_letter_of_its_section_and_of_the_session_where_there_are_any():
    session = evening()
    phone = Phone(session, 2, "NS")
    assert (phone.now["section_shown"], phone.now["letters"]) == ("", None)
    values = {"movement": session.sections.get().movement, "boards_per_round": 2, "first_board": 1}
    add_section(session_id=session.pk, by=BY, **values)
    Session.objects.update(letters="nl")
    state = phone.now
    assert (state["section_shown"], state["letters"]["seats"]["S"]) == ("A", "Z")


def test_case_19_where_a_board_is():
    phone = Phone(evening(), 2, "NS")
    assert phone.client.get("/play/boards/5/?where").json() == {"board": 5, "tables": [3]}


def test_case_20_boards_in_any_order():
    phone = Phone(evening(), 2, "NS")
    assert [phone.enter(board).status_code for board in (4, 3)] == [200, 200]


def test_case_34_another_movement_reaches_the_phones():
    session = evening()
    phone = Phone(session, 2, "NS")
    before = poll(phone).headers["ETag"]
    line = phone.line(4)["line"]
    movement = phone.now["movement"]
    change = MovementChange(section=session.sections.get(), absent=5)
    seen = movement_change.fingerprint(movement_change.preview(change=change))
    movement_change.change_movement(change=change, seen=seen, by=BY)
    now = poll(phone, before).json()
    assert (now["boards"], now["sitout"]) == ([], True)
    # By this number the phone says that the movement has changed.
    assert now["movement"] != movement
    answer = phone.post(f"/play/lines/{line}/", version=0, board=4, **FOUR_SPADES)
    assert answer.status_code == 404
    assert "The movement has changed" in answer.json()["message"]


def test_a_pair_that_has_left_is_told_so_when_its_round_is_over():
    session = evening()
    phone, stays = Phone(session, 2, "EW"), Phone(session, 2, "NS")
    change = MovementChange(section=session.sections.get(), absent=5, first_round=2)
    seen = movement_change.fingerprint(movement_change.preview(change=change))
    movement_change.change_movement(change=change, seen=seen, by=BY)
    assert phone.now["device"]["gone"] is False
    RoundClock.objects.create(session=session, round=2, phase="play")
    raise_revision(session.pk)
    assert [each.now["device"]["gone"] for each in (phone, stays)] == [True, False]


def test_a_board_still_to_be_played_is_read_by_no_address():
    """Pair 1's phone, and every address that tells of board 3, which it plays in a later round."""
    session = evening(preset="social", hide_last=0, approve="never")
    one, other = Phone(session, 2, "NS"), Phone(session, 2, "EW")
    for board in (3, 4):
        one.enter(board, declarer="E")
        other.at(board, "confirm")
    phones = [Phone(session, 1, "NS"), Phone(session, 1), Phone(session, 1, kind="look")]
    line = factories.line(session, 3, table=2).pk
    for phone in phones:
        texts = [
            phone.client.get(address).content.decode()
            for address in (
                "/play/now/", "/play/card/", "/play/card/?pair=2", "/play/boards/3/",
                "/play/boards/3/?where", f"/play/lines/{line}/",
            )
        ]  # fmt: skip
        texts += [
            phone.post(f"/play/lines/{line}/{what}", version=1).content.decode()
            for what in ("", "confirm/", "object/", "seats/", "exchange/", "change/", "claim/")
        ]
        assert [text for text in texts if "tricks" in text or 'score_ns":' in text] == []


def test_case_50_a_server_that_only_shows_results(settings):
    settings.READ_ONLY = True
    for address in ("/play/", "/t/7KQ2M9XDPA/"):
        answer = Client().get(address)
        assert answer.status_code == 503
        assert "Entry is at the address on the card." in answer.text
