"""A round begins at a table by the word of both sides, the director's or the clock's: nobody writes
ahead to read ahead, and nobody is moved by what is said elsewhere."""

import pytest

from clubscore.web.visitors import Actor
from events.models import RoundClock, Session, TableCall, TravellerLine
from events.sessions.lines.services.saving import enter_result
from events.tables.services.calls import approve_not_played
from events.tables.services.marks import raise_revision
from tests.events import factories
from tests.events.tables.phones import BY, FOUR_SPADES, Phone, enter_all, evening

pytestmark = pytest.mark.django_db

NP = {"np": True}


def line_of(session: Session, table: int, number: int) -> TravellerLine:
    lines = TravellerLine.objects.filter(section__session=session, table=table, round=number)
    return lines.order_by("board").first()


def send(phone: Phone, line: TravellerLine, **values: object) -> int:
    line.refresh_from_db()
    return phone.post(f"/play/lines/{line.pk}/", version=line.version, **values).status_code


def confirm_all(phone: Phone) -> None:
    for line in phone.now["boards"]:
        phone.at(line["board"], "confirm")


@pytest.mark.parametrize("result", [FOUR_SPADES, NP])
@pytest.mark.parametrize("settings", [{}, {"confirm": False}])
def test_one_phone_writes_no_later_round(result, settings):
    """It would read the traveller of boards that its pair is still to play, and move others."""
    session = evening(preset="social", **settings)
    north, coming = Phone(session, 1, "NS"), Phone(session, 3, "EW")
    enter_all(north)
    assert [send(north, line_of(session, 1, number), **result) for number in (2, 3)] == [403, 403]
    assert (north.now["round"], coming.now["round"], coming.now["table"]) == (1, 1, 3)
    for board in (3, 5):
        assert north.client.get(f"/play/boards/{board}/").status_code == 403


@pytest.mark.parametrize("opened_by", ["both sides", "both say so", "the clock", "the director"])
def test_the_next_round_begins(opened_by):
    session = evening()
    north, east = Phone(session, 1, "NS"), Phone(session, 1, "EW")
    if opened_by == "both sides":
        enter_all(north)
        confirm_all(east)
    elif opened_by == "both say so":
        assert [phone.post("/play/round/", round=2).status_code for phone in (north, east)] == [
            200
        ] * 2
    elif opened_by == "the clock":
        RoundClock.objects.create(session=session, round=2, phase="play")
        raise_revision(session.pk)
    else:
        director = Actor(user=factories.DirectorFactory())
        lines = TravellerLine.objects.filter(section__session=session, table=1, round=1)
        for pk in lines.values_list("pk", flat=True):
            enter_result(session_id=session.pk, line_id=pk, text="4sn=", by=director)
    assert send(north, line_of(session, 1, 2), **NP) == 200
    # One round, and not the one after it.
    assert send(north, line_of(session, 1, 3), **NP) == 403


def test_one_side_alone_says_nothing_for_the_other():
    session = evening()
    north, east = Phone(session, 1, "NS"), Phone(session, 1, "EW")
    enter_all(north)
    assert north.post("/play/round/", round=2).status_code == 200
    assert (north.now["round"], north.now["said"], east.now["said"]) == (1, "NS", "NS")
    assert north.post("/play/round/", round=3).status_code == 422
    assert send(north, line_of(session, 1, 2), **NP) == 403
    east.post("/play/round/", round=2)
    assert [phone.now["round"] for phone in (north, east)] == [2, 2]


def test_the_only_phone_of_a_table_goes_on_when_every_board_is_in():
    session = evening()
    north = Phone(session, 1, "NS")
    north.enter(1)
    answer = north.post("/play/round/", round=2)
    assert (answer.status_code, answer.json()["message"]) == (
        409,
        "Without a result: 2. Enter it, or say that it was not played.",
    )
    north.at(2, **NP)
    assert north.post("/play/round/", round=2).status_code == 200
    assert north.now["round"] == 2


def test_the_only_phone_of_a_table_that_hurries_on_reads_of_no_other():
    session = evening(preset="social")
    north = Phone(session, 1, "NS")
    for number in (2, 3):
        for line in north.now["boards"]:
            north.at(line["board"], **NP)
            north.at(line["board"], "confirm")
        north.post("/play/round/", round=number)
    enter_all(north)
    assert north.now["round"] == 3
    for board in (3, 4, 5, 6):
        assert north.client.get(f"/play/boards/{board}/").status_code == 403


def test_what_a_pair_says_moves_those_at_its_own_table_alone():
    session = evening()
    phones = [Phone(session, table, side) for table in (1, 2, 3) for side in ("NS", "EW")]
    for phone in phones[:2]:
        phone.post("/play/round/", round=2)
    assert [phone.now["round"] for phone in phones] == [2, 2, 1, 1, 1, 1]


def test_not_played_keeps_its_line_wherever_its_pair_sits_by_then():
    session = evening(np_by_director=True)
    north, east = Phone(session, 1, "NS"), Phone(session, 1, "EW")
    for phone in (north, east):
        phone.post("/play/round/", round=2)
    assert east.now["table"] != 1
    assert east.at(1, **NP).status_code == 200
    [call] = TableCall.objects.all()
    approve_not_played(session_id=session.pk, call_id=call.pk, by=BY)
    filled = TravellerLine.objects.filter(section__session=session, adjustment="NP")
    assert list(filled.values_list("table", "round", "board")) == [(1, 1, 1)]


@pytest.mark.parametrize("who", [0, 1])
def test_that_a_table_goes_on_is_taken_back_or_refused(who: int):
    """By the side that said so, and by the other one."""
    session = evening()
    sides = Phone(session, 1, "NS"), Phone(session, 1, "EW")
    assert sides[0].post("/play/round/", round=2).status_code == 200
    assert [phone.now["said"] for phone in sides] == ["NS", "NS"]
    assert sides[who].post("/play/round/", round=2, agree=False).status_code == 200
    assert [phone.now["said"] for phone in sides] == ["", ""]
    sides[1].post("/play/round/", round=2)
    assert [(phone.now["said"], phone.now["round"]) for phone in sides] == [("EW", 1)] * 2
    sides[0].post("/play/round/", round=2)
    assert sides[0].now["round"] == 2
