import pytest

from clubscore.text.problems import Refused
from movements.formats.anyformat import MAX_PLACES, read


def mitchell(tables: int, rounds: int) -> str:
    """A movement in which East-West and the boards move up a table every round."""
    lines = [f"{2 * tables} {tables} {rounds} {tables} 0"]
    lines += [
        " ".join(
            f"{table + 1}-{tables + 1 + (table - step) % tables} {(table + step) % tables + 1}"
            for table in range(tables)
        )
        for step in range(rounds)
    ]
    return "\n".join(lines) + "\n"


def test_a_movement_of_the_most_places_is_read():
    movement = read(mitchell(80, 50)).movement

    assert movement.tables * len(movement.rounds) == MAX_PLACES


def test_a_larger_movement_is_refused():
    with pytest.raises(Refused) as caught:
        read(mitchell(81, 50))

    assert str(caught.value) == (
        "The movement has 81 tables and 50 rounds. Tables times rounds may be 4,000 at most."
    )
