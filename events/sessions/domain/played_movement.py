"""The movement as the lines of a section have it, for the papers on the tables.

After a change some of what a movement wants cannot be played, and results stay where they were
entered: the lines are what is played, and nothing else may be printed.
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import replace

from events.sessions.domain.movement_change import Seating
from movements.domain.movement import Cell, Movement, group_of

Boards = Mapping[tuple[int, int], tuple[int, ...]]
"""The boards of a table in a round, by round and table."""


def boards_played(seatings: Iterable[Seating]) -> Boards:
    """The boards that have a line, at each table in each round, in their order."""
    found: defaultdict[tuple[int, int], set[int]] = defaultdict(set)
    for seating in seatings:
        found[seating.round, seating.table].add(seating.board)
    return {place: tuple(sorted(boards)) for place, boards in found.items()}


def movement_of_lines(
    movement: Movement, seatings: Iterable[Seating], boards_per_round: int, first_board: int
) -> Movement:
    """The movement with the players of the lines at every table; a table without a line has
    nobody who plays."""
    at: dict[tuple[int, int], Seating] = {}
    for seating in sorted(seatings):
        at.setdefault((seating.round, seating.table), seating)
    tables = max([movement.tables, *(table for _round, table in at)])

    def cell(number: int, table: int, wanted: Cell) -> Cell:
        seating = at.get((number, table))
        if seating is None:
            return Cell() if wanted.is_played else wanted
        group = group_of(seating.board, boards_per_round, first_board)
        return Cell(seating.ns, seating.ew, group)

    rounds = tuple(
        tuple(
            cell(number, table, wanted)
            for table, wanted in enumerate(row + (Cell(),) * (tables - len(row)), 1)
        )
        for number, row in enumerate(movement.rounds, 1)
    )
    highest = max([movement.contestants, *(max(each.ns + each.ew) for each in at.values())])
    return replace(movement, rounds=rounds, contestants=highest)
