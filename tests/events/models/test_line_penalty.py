import pytest
from django.db import IntegrityError, transaction
from django.db.models import ProtectedError

from events.models import LineContestant, Penalty, TravellerLine
from events.sessions.core.domain.contract import read_played
from events.sessions.core.domain.line_result import LineResult
from tests.events import factories

pytestmark = [pytest.mark.both_databases, pytest.mark.django_db]

GOOD = {"kind": "percent", "amount": 10, "reason": "Slow play."}


@pytest.mark.parametrize(
    "change",
    [
        {"kind": "fine"},
        {"amount": 0},
        {"amount": -1},
        {"amount": 101},
        {"kind": "warning"},
        {"kind": "warning", "amount": -1},
        {"kind": "imps", "amount": 0},
        {"reason": ""},
    ],
)
def test_a_penalty_that_is_none_is_refused_by_the_database(change: dict) -> None:
    contestant = factories.contestant(factories.session(), 1)
    with pytest.raises(IntegrityError), transaction.atomic():
        Penalty.objects.create(contestant=contestant, **(GOOD | change))


@pytest.mark.parametrize(
    ("change", "text"),
    [
        ({}, "2: 10 per cent of a top"),
        ({"amount": 100}, "2: 100 per cent of a top"),
        ({"kind": "imps", "amount": 150}, "2: 150 IMPs"),
        ({"kind": "warning", "amount": 0}, "2: 0 a warning"),
    ],
)
def test_a_penalty_is_taken_by_the_database(change: dict, text: str) -> None:
    contestant = factories.contestant(factories.session(), 2)
    assert str(Penalty.objects.create(contestant=contestant, **(GOOD | change))) == text


def test_a_line_shows_its_place() -> None:
    line = factories.line(factories.session(), board=2, table=2)
    assert str(line) == "board 2, round 2, table 2"
    assert str(TravellerLine(board=7)) == "board 7, round –, table –"


def test_a_line_gives_its_result_as_a_value() -> None:
    line = TravellerLine(board=1, score_ns=420, contract="4S", declarer="N", tricks=10)
    assert line.result == LineResult(420, read_played("4SN="))


def test_a_line_gives_all_that_a_director_changes() -> None:
    line = TravellerLine(board=1, score_ns=420, adjustment="A6040", law="64", deal="B")
    assert line.state == {
        "score_ns": 420,
        "contract": "",
        "declarer": "",
        "tricks": None,
        "adjustment": "A6040",
        "lead": "",
        "law": "64",
        "reason": "",
        "deal": "B",
    }


@pytest.mark.parametrize(
    ("line", "empty"),
    [
        (TravellerLine(board=1), True),
        (TravellerLine(board=1, score_ns=0), False),
        (TravellerLine(board=1, adjustment="NP"), False),
    ],
    ids=["nothing", "score", "adjustment"],
)
def test_a_line_is_empty_without_score_and_adjustment(line: TravellerLine, empty: bool) -> None:
    assert line.is_empty is empty


@pytest.mark.parametrize(
    "change",
    [
        {"board": 0},
        {"board": 10_000},
        {"contract": "PASS"},
        {"contract": "4S", "declarer": "N", "tricks": 10},
        {"contract": "4S", "score_ns": 420},
        {"contract": "4S", "declarer": "N", "score_ns": 420},
        {"contract": "4S", "tricks": 10, "score_ns": 420},
        {"contract": "4S", "declarer": "X", "tricks": 10, "score_ns": 420},
        {"contract": "4S", "declarer": "N", "tricks": 14, "score_ns": 420},
        {"contract": "PASS", "declarer": "N", "score_ns": 0},
        {"declarer": "N", "score_ns": 420},
        {"tricks": 10, "score_ns": 420},
        {"adjustment": "60"},
        {"law": "12C2"},
        {"reason": "No play.", "score_ns": 420},
        {"deal": "A"},
        {"lead": "SK", "score_ns": 420},
        {"lead": "SK", "contract": "PASS", "score_ns": 0},
    ],
    ids=str,
)
def test_a_line_against_the_rules_is_refused_by_the_database(change: dict) -> None:
    line = factories.line(factories.session(), board=1)
    with pytest.raises(IntegrityError), transaction.atomic():
        TravellerLine.objects.filter(pk=line.pk).update(**change)


@pytest.mark.parametrize(
    "change",
    [
        {"score_ns": 420},
        {"contract": "PASS", "score_ns": 0},
        {"contract": "4S", "declarer": "N", "tricks": 0, "score_ns": -500},
        {"adjustment": "|".join(["/".join(["19.99:-7600(7NTxxN-13)"] * 5)] * 2)},
        {"adjustment": "NP", "law": "12C2", "reason": "Fire alarm."},
        {"score_ns": 420, "adjustment": "A6040", "deal": "C"},
    ],
    ids=["score", "passed out", "contract", "longest adjustment", "law", "over a score"],
)
def test_a_result_is_taken_by_the_database(change: dict) -> None:
    line = factories.line(factories.session(), board=1)
    assert TravellerLine.objects.filter(pk=line.pk).update(**change) == 1


def test_a_board_twice_at_a_table_in_a_round_is_refused_by_the_database() -> None:
    line = factories.line(factories.session(), board=1)
    with pytest.raises(IntegrityError), transaction.atomic():
        TravellerLine.objects.create(section=line.section, board=1, round=1, table=1)


def test_a_board_may_have_several_lines_without_round_and_table() -> None:
    section = factories.session().sections.get()
    for _ in range(2):
        TravellerLine.objects.create(section=section, board=9)
    assert section.lines.filter(board=9).count() == 2


def test_a_seat_twice_is_refused_by_the_database() -> None:
    session = factories.session()
    other = TravellerLine.objects.create(section=session.sections.get(), board=9)
    seat = {"line": other, "board": 9, "direction": "NS"}
    LineContestant.objects.create(contestant=factories.contestant(session, 1), **seat)
    with pytest.raises(IntegrityError), transaction.atomic():
        LineContestant.objects.create(contestant=factories.contestant(session, 2), **seat)


def test_a_seat_of_no_side_is_refused_by_the_database() -> None:
    side = LineContestant.objects.filter(line__section__session=factories.session()).first()
    with pytest.raises(IntegrityError), transaction.atomic():
        LineContestant.objects.filter(pk=side.pk).update(direction="")


def test_a_side_shows_its_direction_and_contestant() -> None:
    line = factories.line(factories.session(), board=1)
    assert [str(side) for side in line.sides.order_by("-direction")] == ["NS 1", "EW 2"]


def test_a_line_with_a_log_is_protected() -> None:
    session = factories.session()
    factories.enter(session, 1, "420", "")
    with pytest.raises(ProtectedError):
        factories.line(session, board=1).delete()
