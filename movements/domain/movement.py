"""A movement: who sits where in which round, against whom, with which boards.

A *contestant* is a pair or, in an individual movement, a player; contestants, rounds, tables and
board groups count from 1. A *cell* is one table in one round. A *half table* is a cell where only
one direction is taken: whoever sits there sits out, and so does a contestant who is in no cell of
the round. A movement knows no names, and no boards but their groups.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property

from clubscore.text.problems import Problem


class Direction(StrEnum):
    """The two directions of a table."""

    NS = "NS"
    EW = "EW"


@dataclass(frozen=True, slots=True)
class Cell:
    """One table in one round.

    ``ns`` and ``ew`` hold one pair, the two partners of an individual movement (N, S and E, W),
    or nobody; ``group`` is 0 exactly where nobody sits.
    """

    ns: tuple[int, ...] = ()
    ew: tuple[int, ...] = ()
    group: int = 0

    @property
    def contestants(self) -> tuple[int, ...]:
        """Everybody at the table, in the order of the seats N, S, E, W."""
        return self.ns + self.ew

    @property
    def is_empty(self) -> bool:
        """Whether nobody sits here."""
        return not self.ns and not self.ew

    @property
    def is_half(self) -> bool:
        """Whether only one direction is taken, so that nothing is played."""
        return bool(self.ns) != bool(self.ew)

    @property
    def is_played(self) -> bool:
        """Both directions are taken."""
        return bool(self.ns) and bool(self.ew)


@dataclass(frozen=True, slots=True)
class Place:
    """Where one contestant is in one round.

    ``seat`` is N, S, E or W in an individual movement and empty for a pair, as is ``partner``.
    At a half table there are no ``opponents``.
    """

    round: int
    table: int
    direction: Direction
    opponents: tuple[int, ...]
    group: int
    seat: str = ""
    partner: int | None = None

    @property
    def sits_out(self) -> bool:
        """The place is at a half table."""
        return not self.opponents


Schedule = tuple[Place | None, ...]
"""One contestant's places, round by round; ``None`` where the contestant is at no table."""


@dataclass(frozen=True)
class Movement:
    """A whole movement: its rounds are rows of cells, one for each table.

    ``comments`` are the texts after ``#``, without spaces at the end; with ``numbered_groups``
    the board groups are written as numbers, as they must be when there are more than 26.
    :mod:`movements.domain.check` checks whether it can be played.
    """

    contestants: int
    groups: int
    individual: bool
    rounds: tuple[tuple[Cell, ...], ...]
    comments: tuple[str, ...] = ()
    numbered_groups: bool = False

    @property
    def tables(self) -> int:
        """The number of tables, those never used included."""
        return len(self.rounds[0])

    def cell(self, round_number: int, table: int) -> Cell:
        """The cell of a round and a table, both from 1."""
        return self.rounds[round_number - 1][table - 1]

    def cells(self) -> Iterator[tuple[int, int, Cell]]:
        """Every cell with its round and table, round by round."""
        for round_number, row in enumerate(self.rounds, 1):
            for table, cell in enumerate(row, 1):
                yield round_number, table, cell

    def group_name(self, group: int) -> str:
        """What a board group is called: a capital from A, or its number."""
        if self.numbered_groups or self.groups > LETTERS:
            return str(group)
        return chr(ord("A") + group - 1)

    def schedule(self, contestant: int) -> Schedule:
        """One contestant's places, round by round.

        Raises ``KeyError`` for a number that is not from 1 to ``contestants``.
        """
        return self.schedules[contestant]

    @cached_property
    def schedules(self) -> dict[int, Schedule]:
        """The schedule of every contestant, by number."""
        found: dict[int, list[Place | None]] = {
            contestant: [None] * len(self.rounds) for contestant in range(1, self.contestants + 1)
        }
        for round_number, table, cell in self.cells():
            for contestant, place in _places(round_number, table, cell):
                found[contestant][round_number - 1] = place
        return {contestant: tuple(places) for contestant, places in found.items()}

    def sitting_out(self, round_number: int) -> tuple[int, ...]:
        """Who does not play in a round: the contestants at no table, or at a half table."""
        playing = {
            contestant
            for cell in self.rounds[round_number - 1]
            if cell.is_played
            for contestant in cell.contestants
        }
        return tuple(n for n in range(1, self.contestants + 1) if n not in playing)


LETTERS = 26
"""How many board groups have a letter of their own."""


def boards_of(group: int, boards_per_group: int, first_board: int = 1) -> range:
    """The numbers of the boards in a group, when every group has as many."""
    start = first_board + (group - 1) * boards_per_group
    return range(start, start + boards_per_group)


def group_of(board: int, boards_per_group: int, first_board: int = 1) -> int:
    """The group that a board is in, when every group has as many; below 1 before the first."""
    return (board - first_board) // boards_per_group + 1


def _places(round_number: int, table: int, cell: Cell) -> Iterator[tuple[int, Place]]:
    sides = ((Direction.NS, cell.ns, cell.ew), (Direction.EW, cell.ew, cell.ns))
    for direction, side, opponents in sides:
        for position, contestant in enumerate(side):
            partners = side[:position] + side[position + 1 :]
            yield (
                contestant,
                Place(
                    round=round_number,
                    table=table,
                    direction=direction,
                    opponents=opponents,
                    group=cell.group,
                    # The two letters of a direction are those of its seats.
                    seat=direction[position] if partners else "",
                    partner=partners[0] if partners else None,
                ),
            )


@dataclass(frozen=True, slots=True)
class Reading:
    """A movement as read, and what was repaired, in the order of the lines.

    ``title`` is the movement's name in the file, in formats that have one.
    """

    movement: Movement
    notices: tuple[Problem, ...]
    title: str = ""
