"""A small movement as .ASC text, and what the reader says of a text."""

import pytest

from clubscore.text.problems import Refused
from movements.domain.movement import Cell, Movement
from movements.formats.asc import read

FOUR_PAIRS = Movement(
    contestants=4,
    groups=3,
    individual=False,
    rounds=(
        (Cell((1,), (2,), 1), Cell((3,), (4,), 1)),
        (Cell((1,), (3,), 2), Cell((2,), (4,), 2)),
        (Cell((1,), (4,), 3), Cell((2,), (3,), 3)),
    ),
)
HEADER = "4 2 3 3 0\n"
CELLS = "1-2 A 3-4 A\n1-3 B 2-4 B\n1-4 C 2-3 C\n"


def outcome(text: str) -> list[tuple[int | None, int | str | None, str]]:
    """The problems of a refused text."""
    with pytest.raises(Refused) as refused:
        read(text)
    return [(p.line, p.column, str(p.message)) for p in refused.value.problems]


def notices(text: str) -> list[tuple[int | None, str]]:
    """The notices of a text that is read."""
    return [(notice.line, str(notice.message)) for notice in read(text).notices]
