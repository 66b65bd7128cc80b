"""Several sections that play the same boards and are scored as one field."""

from collections.abc import Sequence

from movements.domain.movement import Cell, Movement


def combined(movements: Sequence[Movement]) -> Movement:
    """One movement of several sections: contestants and tables numbered on, board groups shared.

    For the balance of the whole field; where a section has fewer rounds, its tables are empty.
    All movements are for pairs, or all for players.
    """
    contestants = 0
    rounds: list[tuple[Cell, ...]] = [()] * max(len(movement.rounds) for movement in movements)
    for movement in movements:
        nobody = (Cell(),) * movement.tables
        for number in range(len(rounds)):
            played = movement.rounds[number] if number < len(movement.rounds) else nobody
            rounds[number] += tuple(_numbered_on(cell, contestants) for cell in played)
        contestants += movement.contestants
    return Movement(
        contestants=contestants,
        groups=max(movement.groups for movement in movements),
        individual=movements[0].individual,
        rounds=tuple(rounds),
        numbered_groups=any(movement.numbered_groups for movement in movements),
    )


def _numbered_on(cell: Cell, by: int) -> Cell:
    return Cell(
        tuple(number + by for number in cell.ns),
        tuple(number + by for number in cell.ew),
        cell.group,
    )
