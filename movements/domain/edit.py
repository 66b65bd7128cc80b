"""Changing a movement by hand: switching a round, exchanging two numbers."""

from dataclasses import replace

from movements.domain.movement import Cell, Movement


def arrow_switched(movement: Movement, round_number: int) -> Movement:
    """The movement with NS and EW exchanged at every table of a round."""
    rounds = list(movement.rounds)
    rounds[round_number - 1] = tuple(
        Cell(cell.ew, cell.ns, cell.group) for cell in rounds[round_number - 1]
    )
    return replace(movement, rounds=tuple(rounds))


def exchanged(movement: Movement, one: int, other: int) -> Movement:
    """The movement with two contestants' numbers exchanged."""
    new = {one: other, other: one}

    def side(numbers: tuple[int, ...]) -> tuple[int, ...]:
        return tuple(new.get(number, number) for number in numbers)

    rounds = tuple(
        tuple(Cell(side(cell.ns), side(cell.ew), cell.group) for cell in row)
        for row in movement.rounds
    )
    return replace(movement, rounds=rounds)
