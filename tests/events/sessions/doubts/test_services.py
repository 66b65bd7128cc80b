from functools import partial

import pytest

from clubscore.text.problems import Refused
from clubscore.web.visitors import Actor
from events.models import LogEntry, Session, TickedDoubt, TravellerLine
from events.sessions.doubts.domain.values import Rule
from events.sessions.doubts.services import (
    SeenDoubt,
    board_doubts,
    dismiss_doubt,
    doubts_of_lines,
    raise_doubt_again,
    session_doubts,
)
from events.sessions.rulings import services as fouled_boards
from events.sessions.scoring.selectors.lines import board_lines
from events.sessions.typing.services.undo import undo_last
from tests.events import factories
from tests.queries import queries

FOUR_TABLES = """ 8  4  2  2 0
 1- 5 A  2- 6 A  3- 7 A  4- 8 A
 1- 6 B  2- 7 B  3- 8 B  4- 5 B
"""
"""A barometer: everybody plays the same boards in a round."""

pytestmark = pytest.mark.django_db


@pytest.fixture
def session() -> Session:
    """Board 1 declared on the wrong side at table 4; nothing else doubtful."""
    made = factories.session(FOUR_TABLES, boards_per_round=2)
    factories.enter(made, 1, "4sw=", "4sw+1", "4se=", "4sn=")
    factories.enter(made, 2, "50", "100", "50", "100")
    return made


@pytest.fixture
def me() -> Actor:
    return Actor(user=factories.DirectorFactory(username="anna"), device="laptop")


def only(session: Session, board: int = 1) -> SeenDoubt:
    [seen] = board_doubts(session, board)
    return seen


def described(session: Session) -> list[tuple[int, str, bool]]:
    return [
        (seen.doubt.board, str(seen.doubt.message), seen.is_dismissed)
        for seen in session_doubts(session)
    ]


WEST = "3 of 4 played 4♠ by EW — declarer West?"


def test_a_doubt_of_the_session_is_one_of_its_board(session: Session) -> None:
    [seen] = session_doubts(session)
    fourth = factories.line(session, 1, table=4)

    assert (seen, seen.doubt.lines, seen.versions) == (only(session), (fourth.pk,), (1,))
    assert (str(seen.doubt.message), seen.fix_text, seen.boards) == (WEST, "4SW=", (1,))
    assert board_doubts(session, 2) == ()


def test_a_dismissed_doubt_is_silent_until_its_line_changes(session: Session, me: Actor) -> None:
    assert dismiss_doubt(session=session, board=1, key=only(session).key, by=me)
    assert described(session) == [(1, WEST, True)]
    factories.enter(session, 1, "4sw=", "4sw=", "4se=", "4sn=")
    assert described(session) == [(1, WEST, True)]
    factories.enter(session, 1, "4sw=", "4sw=", "4se=", "4sn+1")
    assert described(session) == [(1, WEST, False)]
    dismissed = TickedDoubt.objects.get()
    assert (dismissed.session, dismissed.ticked_by) == (session, me.user)


def test_a_dismissed_doubt_is_raised_again(session: Session, me: Actor) -> None:
    key = only(session).key
    change = {"session": session, "board": 1, "key": key, "by": me}
    assert [dismiss_doubt(**change), dismiss_doubt(**change)] == [True, False]
    assert [raise_doubt_again(**change), raise_doubt_again(**change)] == [True, False]
    assert (described(session), TickedDoubt.objects.count()) == ([(1, WEST, False)], 0)


def test_dismissals_are_in_the_log_of_the_session(session: Session, me: Actor) -> None:
    key = only(session).key
    dismiss_doubt(session=session, board=1, key=key, by=me)
    raise_doubt_again(session=session, board=1, key=key, by=me)
    line = factories.line(session, 1, table=4)
    after = {"doubt": "wrong-side", "board": 1, "lines": [line.pk], "key": key}
    entries = LogEntry.objects.filter(action__in=["ticked", "unticked"])
    assert [
        (entry.action, entry.session, entry.line, entry.user, entry.device, entry.after)
        for entry in entries
    ] == [
        ("unticked", session, None, me.user, "laptop", after),
        ("ticked", session, None, me.user, "laptop", after),
    ]


def test_a_dismissal_is_undone_like_any_change(session: Session, me: Actor) -> None:
    dismiss_doubt(session=session, board=1, key=only(session).key, by=me)
    undone = undo_last(session_id=session.pk, by=me)
    assert (str(undone.message), undone.boards) == (
        "Undone on board 1: the doubt is raised again.",
        (1,),
    )
    assert described(session) == [(1, WEST, False)]
    with pytest.raises(Refused, match="There is nothing to undo"):
        undo_last(session_id=session.pk, by=me)


def test_a_dismissal_that_is_taken_back_is_not_undone(session: Session, me: Actor) -> None:
    change = {"session": session, "board": 1, "key": only(session).key, "by": me}
    dismiss_doubt(**change)
    raise_doubt_again(**change)
    with pytest.raises(Refused, match="board 1 has already been raised again"):
        undo_last(session_id=session.pk, by=me)


def test_a_doubt_that_is_gone_is_not_dismissed(session: Session, me: Actor) -> None:
    key = only(session).key
    factories.enter(session, 1, "4sw=", "4sw+1", "4se=", "4sw=")
    for change in (dismiss_doubt, raise_doubt_again):
        with pytest.raises(Refused) as refusal:
            change(session=session, board=1, key=key, by=me)
        assert str(refusal.value) == (
            "This doubt no longer exists: results have changed since the page was loaded. Nothing "
            "was changed; see the current doubts."
        )
    assert TickedDoubt.objects.count() == 0


def test_a_missing_round_is_dismissed_too(me: Actor) -> None:
    session = factories.session(FOUR_TABLES, boards_per_round=1)
    factories.enter(session, 1, "50", "50", "50", "")
    factories.enter(session, 2, "100", "100", "100", "100")
    [seen] = session_doubts(session)
    assert (seen.doubt.rule, board_doubts(session, 1)) == (Rule.ROUND_MISSING, ())
    dismiss_doubt(session=session, board=1, key=seen.key, by=me)
    assert [seen.is_dismissed for seen in session_doubts(session)] == [True]


def test_another_deal_of_a_fouled_board_is_not_compared(session: Session) -> None:
    fourth = factories.line(session, 1, table=4)
    fouled_boards.mark_deals(session_id=session.pk, board=1, deals={fourth.pk: "B"}, by=Actor())
    assert (board_doubts(session, 1), session_doubts(session)) == ((), ())


def test_boards_of_a_table_and_round_are_looked_at_together(session: Session) -> None:
    factories.enter(session, 1, "4hn=", "4hn+1", "3hs+1", "3cw-1")
    factories.enter(session, 2, "3cw=", "2cw+1", "3ce-1", "4hn-1")
    first, second = only(session, 1), only(session, 2)
    assert (first, first.doubt.rule, first.boards) == (second, Rule.BOARDS_SWAPPED, (1, 2))


def test_the_dismissal_of_a_doubt_of_two_boards_is_undone_on_both(
    session: Session, me: Actor
) -> None:
    factories.enter(session, 1, "4hn=", "4hn+1", "3hs+1", "3cw-1")
    factories.enter(session, 2, "3cw=", "2cw+1", "3ce-1", "4hn-1")
    dismiss_doubt(session=session, board=2, key=only(session, 2).key, by=me)
    undone = undo_last(session_id=session.pk, by=me)
    assert (str(undone.message), undone.boards) == (
        "Undone on board 1, 2: the doubt is raised again.",
        (1, 2),
    )


def test_sections_by_themselves_are_not_compared(session: Session) -> None:
    """Two tables in a section of their own: there, both sides declared as often."""
    other = session.sections.create(letter="B", boards_per_round=2)
    TravellerLine.objects.filter(section__session=session, table__gte=3).update(section=other)
    assert [seen.doubt.lines for seen in session_doubts(session)] == [
        (factories.line(session, 1, table=4).pk,)
    ]
    Session.objects.filter(pk=session.pk).update(one_field=False)
    session.refresh_from_db()
    # The stamp says that nothing has changed: only services change a session.
    lines = [factories.line(session, 1, table=table).pk for table in (3, 4)]
    assert [pk for seen in board_doubts(session, 1) for pk in seen.doubt.lines] == lines


def test_queries_do_not_grow_with_the_lines_nor_with_the_doubts() -> None:
    sessions = [factories.session(FOUR_TABLES, boards_per_round=boards) for boards in (1, 2, 3)]
    factories.enter(sessions[0], 1, "4sw=", "4sw=", "4sw=", "4sn=")
    for session in sessions[1:]:
        factories.enter(session, 1, "4sw=", "4sn=", "150", "-150")
    assert [len(session_doubts(each)) for each in sessions] == [1, 2, 2]
    assert [queries(partial(session_doubts, each)) for each in sessions] == [5, 5, 5]
    assert [queries(partial(board_doubts, each, 1)) for each in sessions] == [4, 4, 4]


def test_lines_that_are_read_are_not_read_again() -> None:
    for boards_per_round, most in ((1, 1), (2, 2), (3, 2)):
        session = factories.session(FOUR_TABLES, boards_per_round=boards_per_round)
        factories.enter(session, 1, "4sw=", "4sw=", "4sw=", "4sw+1")
        assert queries(partial(doubts_of_lines, session, board_lines(session, 1))) == most


def test_doubts_of_lines_that_are_read_are_those_of_the_board(session: Session) -> None:
    for board in (1, 2):
        read = board_lines(session, board)
        assert doubts_of_lines(session, read) == board_doubts(session, board)
