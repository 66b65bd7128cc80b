"""The queue of double-dummy analysis."""

import pytest
from django.utils import timezone

from clubscore.web.visitors import Actor
from events.exchange.engines import double_dummy
from events.exchange.services import hands as analysis
from events.exchange.services.hands import attach_hands, remove_hands
from events.models import BoardHands, LogEntry, Session
from events.sessions.hands.domain import Makeable, deal_of_number
from events.sessions.hands.selectors import all_hands, set_state
from tests.events import factories

pytestmark = pytest.mark.django_db

TRICKS = Makeable((7, 5, 12, 6, 7) * 4)


def with_hands(*boards: int) -> Session:
    session = factories.session(boards_per_round=3)
    hands = [(board, deal_of_number(board), None) for board in boards]
    attach_hands(session=session, hands=hands, file_name="set.pbn", by=Actor())
    return session


def counts(session: Session) -> tuple[int, int, int]:
    state = set_state(session)
    assert state is not None
    return state.solved, state.waiting, state.unsolved


@pytest.fixture
def answers(monkeypatch):
    """What the solver is given; it crashes on the deals in ``crashes``."""
    given, crashes = [], set()

    def solve(deals):
        given.extend(str(deal) for deal in deals)
        return (None if str(deal) in crashes else TRICKS for deal in deals)

    monkeypatch.setattr(double_dummy, "solve", solve)
    return given, crashes


def test_every_board_is_solved_and_the_end_is_logged(answers):
    session = with_hands(*range(1, 10))
    assert counts(session) == (0, 9, 0)
    assert analysis.solve_waiting() == 9
    assert counts(session) == (9, 0, 0)
    assert all(hand.makeable == TRICKS for hand in all_hands(session).values())
    entry = LogEntry.objects.get(action="analysed")
    assert (entry.session, entry.after, entry.user) == (session, {"boards": 9}, None)
    assert analysis.solve_waiting() == 0


def test_a_board_on_which_the_solver_crashes_is_left_and_the_others_are_solved(answers):
    given, crashes = answers
    crashes.add(str(deal_of_number(2)))
    session = with_hands(1, 2, 3)
    assert analysis.solve_waiting() == 2
    assert counts(session) == (2, 0, 1)
    assert given.count(str(deal_of_number(2))) == 1


def test_the_newest_session_is_first(answers):
    given, _ = answers
    older, newer = with_hands(1), with_hands(2)
    analysis.solve_waiting()
    assert given == [str(deal_of_number(2)), str(deal_of_number(1))]
    assert counts(older) == counts(newer) == (1, 0, 0)


def test_boards_that_a_process_has_begun_are_not_begun_again(answers):
    with_hands(1, 2)
    assert not analysis.is_busy()
    assert len(analysis.take_boards()) == 2
    assert analysis.is_busy()
    assert analysis.solve_waiting() == 0


def test_boards_of_a_process_that_was_killed_are_taken_up_again_once(answers):
    session = with_hands(1)
    long_ago = timezone.now() - 2 * analysis.SILENCE
    analysis.take_boards()
    BoardHands.objects.update(taken_at=long_ago)
    assert not analysis.is_busy()
    analysis.take_boards()
    BoardHands.objects.update(taken_at=long_ago)
    # It ended two processes.
    assert analysis.take_boards() == []
    assert counts(session) == (0, 0, 1)


def test_hands_removed_meanwhile_leave_nothing(answers):
    session = with_hands(1)
    taken = analysis.take_boards()
    remove_hands(session=session, reason="wrong file", by=Actor())
    analysis.store_tricks(boards=taken, digits=[str(TRICKS)])
    assert not LogEntry.objects.filter(action="analysed").exists()
