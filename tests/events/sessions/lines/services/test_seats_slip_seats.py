import pytest

from clubscore.text.problems import Refused
from clubscore.web.visitors import Actor
from events.models import LogEntry, Section, Session, TravellerLine
from events.sessions.lines.services import seats
from events.sessions.lines.services.seats import RoundSeated, change_slip_seats
from events.sessions.typing.services.undo import undo_last
from tests.events import factories

pytestmark = pytest.mark.django_db


@pytest.fixture
def director() -> Actor:
    return Actor(user=factories.DirectorFactory(username="mara"))


@pytest.fixture
def session() -> Session:
    """Three tables, three rounds of two boards."""
    return factories.session(factories.MITCHELL_3, boards_per_round=2)


def turn(session: Session, by: Actor, text: str = "4*1", **place: object) -> RoundSeated:
    slip = {"letter": "A", "round_number": 1, "table": 1} | place
    return change_slip_seats(session_id=session.pk, text=text, by=by, **slip)


def sides(session: Session) -> list[tuple[int, int, int, int]]:
    """Board, version and who sat which way on the slip of table 1 in round 1."""
    lines = TravellerLine.objects.filter(section__session=session, round=1, table=1)
    return [
        (
            line.board,
            line.version,
            *(side.contestant.number for side in line.sides.order_by("-direction", "position")),
        )
        for line in lines.order_by("board")
    ]


def test_both_boards_are_turned_and_undone_at_once(session: Session, director: Actor) -> None:
    factories.enter(session, 1, "420", "", "")
    assert turn(session, director) == RoundSeated((1, 2), ())
    assert sides(session) == [(1, 2, 4, 1), (2, 1, 4, 1)]
    assert factories.line(session, 1).score_ns == 420
    undone = undo_last(session_id=session.pk, by=director)
    assert (undone.boards, str(undone.message)) == (
        (1, 2),
        "Undone on boards 1, 2: everybody sits there as before.",
    )
    assert [line[2:] for line in sides(session)] == [(1, 4), (1, 4)]


def test_the_same_seats_again_change_nothing(session: Session, director: Actor) -> None:
    turn(session, director)
    before = sides(session)
    assert turn(session, director) == RoundSeated((), ())
    assert sides(session) == before
    assert LogEntry.objects.filter(action=LogEntry.Action.SEATED).count() == 2


def test_a_board_already_turned_is_not_turned_back(session: Session, director: Actor) -> None:
    line = factories.line(session, 2)
    seats.change_seats(session_id=session.pk, line_id=line.pk, text="*", by=director)
    assert turn(session, director) == RoundSeated((1,), ())
    assert [line[2:] for line in sides(session)] == [(4, 1), (4, 1)]


def test_a_board_that_others_played_is_left_as_it_is(session: Session, director: Actor) -> None:
    line = factories.line(session, 2)
    seats.change_seats(session_id=session.pk, line_id=line.pk, text="1*5", by=director)
    assert turn(session, director) == RoundSeated((1,), (2,))
    assert [line[2:] for line in sides(session)] == [(4, 1), (1, 5)]


def test_others_than_those_of_the_slip_are_refused(session: Session, director: Actor) -> None:
    with pytest.raises(Refused, match="are not those who sat at this table"):
        turn(session, director, "2*1")
    assert [line[2:] for line in sides(session)] == [(1, 4), (1, 4)]


def test_a_slip_that_is_not_there(session: Session, director: Actor) -> None:
    with pytest.raises(TravellerLine.DoesNotExist):
        turn(session, director, round_number=9)
    with pytest.raises(Section.DoesNotExist):
        turn(session, director, letter="B")


def test_an_individual_is_turned(director: Actor) -> None:
    session = factories.session(factories.INDIVIDUAL_4, boards_per_round=2)
    turn(session, director, "*")
    assert [line[2:] for line in sides(session)] == [(3, 4, 1, 2), (3, 4, 1, 2)]
