"""Changes to a whole movement that leave who meets whom as it is: arrow switches, half tables.

An *arrow switch* lets a table's pairs change directions, so that pairs of both are compared. A
*half table* is left where a pair is dropped: its opponents sit out.
"""

from collections.abc import Callable
from dataclasses import replace

from movements.domain.movement import Cell, Movement


def wrap(number: int, n: int) -> int:
    """The number from 1 to n that differs from ``number`` by a multiple of n."""
    return (number - 1) % n + 1


def switch_last(movement: Movement, rounds: int, *, all_but: tuple[int, ...] = ()) -> Movement:
    """The movement with its last rounds arrow-switched, at every table but ``all_but``."""
    first = len(movement.rounds) - rounds + 1

    def switched(round_number: int, table: int, cell: Cell) -> Cell:
        if round_number < first or table in all_but:
            return cell
        return Cell(cell.ew, cell.ns, cell.group)

    return _each_cell(movement, switched)


def drop(movement: Movement, contestant: int) -> Movement:
    """A pairs movement without a pair; higher numbers come down by one."""

    def without(side: tuple[int, ...]) -> tuple[int, ...]:
        return tuple(pair - (pair > contestant) for pair in side if pair != contestant)

    def dropped(_round: int, _table: int, cell: Cell) -> Cell:
        return Cell(without(cell.ns), without(cell.ew), cell.group)

    return replace(_each_cell(movement, dropped), contestants=movement.contestants - 1)


def _each_cell(movement: Movement, change: Callable[[int, int, Cell], Cell]) -> Movement:
    rounds = tuple(
        tuple(change(round_number, table, cell) for table, cell in enumerate(row, 1))
        for round_number, row in enumerate(movement.rounds, 1)
    )
    return replace(movement, rounds=rounds)
