import pytest
from django.db import IntegrityError, transaction

from clubscore.text.problems import Refused
from clubscore.web.visitors import Actor
from events.models import LineContestant, LogEntry, Session, TravellerLine
from events.sessions.lines.services.saving import Conflict, enter_result
from events.sessions.lines.services.seats import change_seats, who_sat
from events.sessions.matches.figures.boards import score_one_board
from events.sessions.scoring.selectors.lines import session_lines
from events.sessions.typing.services.undo import undo_last
from tests.events import factories
from tests.queries import queries

pytestmark = pytest.mark.django_db

FOUR_TABLES = """ 8  4  1  1 0
 1- 2 A  3- 4 A  5- 6 A  7- 8 A
"""
SIT_OUT = """ 6  2  2  2 0
 1- 2 A  3- 4 A
 5- 6 B  1- 3 B
"""


@pytest.fixture
def me() -> Actor:
    return Actor(user=factories.DirectorFactory(username="anna"), device="laptop")


def seat(line: TravellerLine, text: str, by: Actor | None = None, **more: int) -> bool:
    seated = change_seats(
        session_id=line.section.session_id, line_id=line.pk, text=text, by=by or Actor(), **more
    )
    return seated.changed


def seats(session: Session, board: int = 1) -> list[str]:
    """Who sits at each table, and who should where that is somebody else: ``1*2``, ``2*1/1*2``."""
    number = {
        contestant.pk: contestant.number for contestant in session.sections.get().contestants.all()
    }
    written = []
    for line in session_lines(session.pk, board=board):
        now, planned = (
            "*".join("+".join(str(number[pk]) for pk in side) for side in sides)
            for sides in ((line.ns, line.ew), (line.scheduled_ns, line.scheduled_ew))
        )
        written.append(now if line.is_as_scheduled else f"{now}/{planned}")
    return written


def refused(line: TravellerLine, text: str) -> str:
    with pytest.raises(Refused) as refusal:
        seat(line, text)
    return str(refusal.value)


def test_sides_are_swapped_and_back() -> None:
    session = factories.session()
    line = factories.line(session, board=1)
    assert seat(line, "*") is True
    assert seats(session) == ["2*1/1*2", "3*4"]
    assert seat(line, "2*1") is False
    assert seat(line, "1*2") is True
    assert seats(session) == ["1*2", "3*4"]
    line.refresh_from_db()
    assert line.version == 2


@pytest.mark.parametrize(
    ("typed", "there"),
    [
        ("1*4", ["1*4/1*2", "3*2/3*4", "5*6", "7*8"]),
        ("3*4", ["3*4/1*2", "1*2/3*4", "5*6", "7*8"]),
        ("4*1", ["4*1/1*2", "3*2/3*4", "5*6", "7*8"]),
        ("3*6", ["3*6/1*2", "1*4/3*4", "5*2/5*6", "7*8"]),
        ("6*8", ["6*8/1*2", "3*4", "5*2/5*6", "7*1/7*8"]),
    ],
)
def test_whoever_has_to_go_takes_the_seat_that_was_left(typed: str, there: list[str]) -> None:
    session = factories.session(FOUR_TABLES)
    seat(factories.line(session, board=1), typed)
    assert seats(session) == there


def test_whoever_sits_out_comes_in() -> None:
    session = factories.session(SIT_OUT)
    seat(factories.line(session, board=1), "1*5")
    assert seats(session) == ["1*5/1*2", "3*4"]
    # Number 2 has no line on the board now.
    assert seat(factories.line(session, board=1, table=2), "3*2") is True
    assert seats(session) == ["1*5/1*2", "3*2/3*4"]


def test_partners_of_an_individual_change_places() -> None:
    session = factories.session(factories.INDIVIDUAL_4)
    line = factories.line(session, board=1)
    assert seats(session) == ["1+2*3+4"]
    seat(line, "1+3*2+4")
    assert seats(session) == ["1+3*2+4/1+2*3+4"]
    seat(line, "*")
    assert seats(session) == ["2+4*1+3/1+2*3+4"]


def test_the_points_go_to_whoever_really_played() -> None:
    session = factories.session()
    factories.enter(session, 1, "420", "50")
    line = factories.line(session, board=1)
    seat(line, "*")
    scored = score_one_board(session, 1).points[line.pk]
    number = {
        contestant.pk: contestant.number for contestant in session.sections.get().contestants.all()
    }
    assert ([number[pk] for pk in scored.line.ns], scored.ns_points) == ([2], 2)
    line.refresh_from_db()
    assert line.score_ns == 420


def test_somebody_with_a_result_on_the_board_is_refused() -> None:
    session = factories.session()
    factories.enter(session, 1, "", "50")
    line = factories.line(session, board=1)
    assert refused(line, "1*4") == (
        "4 already has a result on board 1: 3 against 4, table 2, round 1. Correct or clear that "
        "line first."
    )
    assert seats(session) == ["1*2", "3*4"]
    assert LogEntry.objects.filter(line=line).count() == 0


def test_the_database_refuses_somebody_twice_on_a_board() -> None:
    line = factories.line(factories.session(), board=1)
    other = LineContestant.objects.exclude(line=line).filter(board=1).first()
    with pytest.raises(IntegrityError), transaction.atomic():
        LineContestant.objects.filter(pk=other.pk).update(contestant=line.sides.first().contestant)


@pytest.mark.parametrize(
    ("typed", "sentence"),
    [
        ("1*9", "There is no number 9 in this section."),
        ("NS1*EW2", "There is no number NS1 in this section."),
        ("1*1", "“1*1” names 1 twice."),
        ("1+3*2+4", "“1+3*2+4” names 4, but this table needs 2."),
    ],
)
def test_what_names_no_seats_is_refused(typed: str, sentence: str) -> None:
    assert refused(factories.line(factories.session(), board=1), typed) == sentence


def test_two_directors_on_the_seats_of_a_line() -> None:
    session = factories.session()
    line = factories.line(session, board=1)
    enter_result(session_id=session.pk, line_id=line.pk, text="420", by=Actor())
    with pytest.raises(Conflict) as conflict:
        seat(line, "2*1", version=0)
    assert str(conflict.value) == (
        "Somebody else has entered +420 to North–South here; you typed 2 against 1. Enter "
        "overwrites with yours; Esc keeps theirs."
    )
    assert seat(line, "2*1", version=1) is True
    # The answer was lost, and it is sent again: nothing more changes.
    assert seat(line, "2*1", version=1) is False


def test_what_is_typed_is_said_and_nothing_stored() -> None:
    session = factories.session()
    line = factories.line(session, board=1)
    assert [str(each) for each in who_sat(line=line, text="1*4")] == ["1*4", "1*2", "1*2"]
    assert seats(session) == ["1*2", "3*4"]


def test_the_change_is_logged_for_every_line(me: Actor) -> None:
    session = factories.session()
    line, other = (factories.line(session, board=1, table=table) for table in (1, 2))
    seat(line, "1*4", by=me)
    entries = LogEntry.objects.filter(session=session, line__isnull=False)
    assert [
        (entry.action, entry.line_id, entry.user, entry.before["pairs"], entry.after["pairs"])
        for entry in entries.order_by("pk")
    ] == [
        ("exchanged", other.pk, me.user, "3*4", "3*2"),
        ("seated", line.pk, me.user, "1*2", "1*4"),
    ]


def test_a_change_is_undone_with_the_exchange(me: Actor) -> None:
    session = factories.session()
    line = factories.line(session, board=1)
    seat(line, "1*4", by=me)
    seat(line, "*", by=me)
    assert seats(session) == ["4*1/1*2", "3*2/3*4"]
    for there in (["1*4/1*2", "3*2/3*4"], ["1*2", "3*4"]):
        undone = undo_last(session_id=session.pk, by=me)
        assert seats(session) == there
    assert (str(undone.message), undone.boards) == (
        "Undone on board 1: 1 against 2 are scheduled there again.",
        (1,),
    )
    with pytest.raises(Refused, match="There is nothing to undo"):
        undo_last(session_id=session.pk, by=me)


def test_an_exchange_that_was_played_since_is_not_undone(me: Actor) -> None:
    session = factories.session()
    seat(factories.line(session, board=1), "1*4", by=me)
    factories.enter(session, 1, "", "50")
    with pytest.raises(Refused) as refusal:
        undo_last(session_id=session.pk, by=me)
    assert str(refusal.value) == (
        "Not undone: on board 1 you left 1*4, and since then it was changed again, or a result was"
        " entered for those who exchanged. Undo again for your change before that."
    )


def test_queries_do_not_grow_with_the_tables() -> None:
    sessions = [factories.session(text) for text in (factories.HOWELL_4, FOUR_TABLES)]
    lines = [factories.line(session, board=1) for session in sessions]
    counts = [queries(lambda line=line: seat(line, "*")) for line in lines]
    assert counts[0] == counts[1]
