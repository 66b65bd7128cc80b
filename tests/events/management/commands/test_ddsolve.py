"""``manage.py ddsolve``: the boards that wait, solved by the solver itself."""

import pytest
from django.core.management import CommandError, call_command

from clubscore.web.visitors import Actor
from events.exchange.engines import double_dummy
from events.exchange.services.hands import attach_hands
from events.sessions.hands.domain import deal_of_number
from events.sessions.hands.selectors import all_hands
from tests.events import factories

pytestmark = pytest.mark.django_db


def with_hands():
    session = factories.session(boards_per_round=1)
    hands = [(board, deal_of_number(board), None) for board in (1, 2)]
    attach_hands(session=session, hands=hands, file_name="set.pbn", by=Actor())
    return session


def test_what_waits_is_solved(capsys):
    if not double_dummy.is_available():
        pytest.skip("there is no solver for this machine")
    session = with_hands()
    call_command("ddsolve")
    assert capsys.readouterr().out == "Solved 2 boards.\n"
    expected = list(double_dummy.solve([deal_of_number(1), deal_of_number(2)]))
    assert [hand.makeable for hand in all_hands(session).values()] == expected
    assert None not in expected
    call_command("ddsolve", quiet=True)
    assert capsys.readouterr().out == ""


def test_without_a_solver_it_says_so_and_the_boards_wait(monkeypatch, capsys):
    monkeypatch.setattr(double_dummy, "is_available", lambda: False)
    session = with_hands()
    with pytest.raises(CommandError, match="The solver is not installed") as error:
        call_command("ddsolve")
    assert error.value.returncode == 3
    call_command("ddsolve", quiet=True)
    assert capsys.readouterr().out == ""
    assert all(hand.makeable is None for hand in all_hands(session).values())
