"""What belongs to one change of results: its lines, not what opponents said of them."""

import pytest

from clubscore.actor import Actor
from events.common.selectors.log import last_changes, parts_of
from events.models import LogEntry
from events.sessions.services.undo import undo_last
from tests.events import factories
from tests.events.tables.phones import MADE, Phone, evening

pytestmark = pytest.mark.django_db


@pytest.fixture
def phones() -> tuple[Phone, Phone]:
    session = evening()
    return Phone(session, 2, "NS"), Phone(session, 2, "EW")


def exchange_two_boards(one: Phone, other: Phone) -> None:
    one.enter(3)
    one.at(4, **MADE)
    one.at(3, "exchange", other=one.line(4)["line"])
    other.at(3, "exchange", agree=True)


def undo(phone: Phone, board: int) -> tuple[int, ...]:
    by = Actor(user=factories.DirectorFactory())
    return undo_last(session_id=phone.session.pk, by=by, board=board).boards


def tricks(phone: Phone) -> list[int]:
    return [phone.line(board)["result"]["tricks"] for board in (3, 4)]


def test_confirmations_are_no_part_of_a_change(phones: tuple[Phone, Phone]) -> None:
    exchange_two_boards(*phones)

    last, _before = LogEntry.objects.filter(action="entered").order_by("-pk")[:2]
    assert [part.line.board for part in parts_of(last) if part.line] == [3, 4]
    [(_exchange, others), *_rest] = last_changes(session_id=phones[0].session.pk, count=1)
    assert others == 1


@pytest.mark.parametrize("board", [3, 4])
def test_an_exchange_that_was_agreed_to_is_undone_from_either_board(
    phones: tuple[Phone, Phone], board: int
) -> None:
    exchange_two_boards(*phones)
    assert tricks(phones[0]) == [10, 11]

    assert undo(phones[0], board) == (3, 4)

    assert tricks(phones[0]) == [11, 10]
    assert [phones[1].line(each)["state"] for each in (3, 4)] == ["entered", "entered"]


def test_a_result_taken_over_from_the_opponents_is_undone(phones: tuple[Phone, Phone]) -> None:
    one, other = phones
    one.enter(3)
    other.at(3, "object", **MADE)
    one.at(3, "confirm", accept=True)

    assert undo(one, 3) == (3,)

    assert one.line(3)["result"]["tricks"] == 11
