"""Double-dummy analysis, and the job that does it."""

import pytest

from clubscore.jobs.queue import finish, release, take
from clubscore.models import Job
from clubscore.web.visitors import Actor
from events.exchange.engines import double_dummy
from events.exchange.services import analysis
from events.exchange.services.hands import attach_hands, remove_hands
from events.models import LogEntry, Session
from events.sessions.hands.domain import Makeable, deal_of_number
from events.sessions.hands.selectors import all_hands, set_state
from tests.events import factories
from tests.jobs import work_off

pytestmark = pytest.mark.django_db

KILLED = """
import os, pathlib, signal, sys
mark = pathlib.Path("{mark}")
if not mark.exists():
    mark.touch()
    os.kill(os.getpid(), signal.SIGKILL)
os.execv(sys.executable, [sys.executable, "-S", "-E", "{worker}", *sys.argv[1:]])
"""
"""A solver that is killed at its first deal; later it is the real one."""

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

    def solve(tasks):
        deals = [str(task.deal) for task in tasks]
        given.extend(deals)
        return (None if deal in crashes else TRICKS for deal in deals)

    monkeypatch.setattr(double_dummy, "solve", solve)
    monkeypatch.setattr(double_dummy, "is_available", lambda: True)
    return given, crashes


def test_every_board_is_solved_and_the_end_is_logged(answers):
    session = with_hands(*range(1, 10))
    assert counts(session) == (0, 9, 0)
    analysis.ask_for_analysis(by=Actor())
    # Four at a time; the last turn finds nothing.
    assert work_off() == 4
    assert counts(session) == (9, 0, 0)
    assert all(hand.makeable == TRICKS for hand in all_hands(session).values())
    entry = LogEntry.objects.get(action="analysed")
    assert (entry.session, entry.after, entry.user) == (session, {"boards": 9}, None)
    analysis.ask_for_analysis(by=Actor())
    assert not Job.objects.exists()


def test_a_board_on_which_the_solver_ends_is_tried_once_more_and_the_others_are_solved(answers):
    given, crashes = answers
    crashes.add(str(deal_of_number(2)))
    session = with_hands(1, 2, 3)
    analysis.ask_for_analysis(by=Actor())
    work_off()
    assert counts(session) == (2, 0, 1)
    assert given.count(str(deal_of_number(2))) == 2


def test_a_killed_solver_leaves_a_board_that_is_solved(monkeypatch, tmp_path):
    if not double_dummy.is_available():
        pytest.skip("there is no solver for this machine")
    solver = tmp_path / "solver.py"
    solver.write_text(KILLED.format(worker=double_dummy._WORKER, mark=tmp_path / "mark"))
    monkeypatch.setattr(double_dummy, "_WORKER", solver)
    session = with_hands(1, 2)
    analysis.ask_for_analysis(by=Actor())
    work_off()
    assert (tmp_path / "mark").exists()
    assert counts(session) == (2, 0, 0)


def test_boards_at_which_two_processes_end_are_tried_again_and_hold_up_no_others(answers):
    session = with_hands(*range(1, 7))
    analysis.ask_for_analysis(by=Actor())
    for _ in range(2):
        assert take(worker="killed")
        release(worker="killed")
    assert take(worker="next") is not None
    release(worker="next")
    assert counts(session) == (0, 6, 0)
    work_off()
    assert counts(session) == (6, 0, 0)


def test_the_end_is_logged_also_when_the_last_boards_are_given_up(answers):
    session = with_hands(1, 2)
    analysis.ask_for_analysis(by=Actor())
    for _ in range(5):
        if take(worker="killed"):
            release(worker="killed")
    assert counts(session) == (0, 0, 2)
    assert LogEntry.objects.get(action="analysed").after == {"boards": 0}
    assert not Job.objects.exists()


def test_without_a_solver_boards_wait(monkeypatch):
    monkeypatch.setattr(double_dummy, "is_available", lambda: False)
    session = with_hands(1)
    analysis.ask_for_analysis(by=Actor())
    assert not Job.objects.exists()
    assert counts(session) == (0, 1, 0)


def test_the_newest_session_is_first(answers):
    given, _ = answers
    older, newer = with_hands(1), with_hands(2)
    analysis.ask_for_analysis(by=Actor())
    work_off()
    assert given == [str(deal_of_number(2)), str(deal_of_number(1))]
    assert counts(older) == counts(newer) == (1, 0, 0)


def test_boards_that_come_while_the_last_ones_are_solved_are_not_forgotten(answers):
    with_hands(1)
    analysis.ask_for_analysis(by=Actor())
    job = take(worker="test")
    assert analysis.solve_next(job) is None
    assert analysis.solve_next(job) == {}
    later = with_hands(2)
    analysis.ask_for_analysis(by=Actor())
    finish(job=job, answer={})
    work_off()
    assert counts(later) == (1, 0, 0)


def test_hands_removed_meanwhile_leave_nothing(answers):
    session = with_hands(1)
    boards = list(analysis.waiting())
    remove_hands(session=session, reason="wrong file", by=Actor())
    analysis.store_tricks(boards=boards, digits=[str(TRICKS)])
    assert not LogEntry.objects.filter(action="analysed").exists()
