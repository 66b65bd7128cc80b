"""A movement that changes while it is played: another from a round on, a contestant away, one who
sits where others sit out.

The *free seat* of a movement is the free side of its half table, where that can be one contestant:
in every round one at most, each board group and each opponent once.

Changing a movement by hand: switching a round, exchanging two numbers.
"""

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace

from movements.domain.movement import Cell, Movement


def continued(before: Movement, after: Movement, first_round: int) -> Movement:
    """``before`` up to a round, and from that round on the same rounds of ``after``.

    The board groups are the same ones; rows of fewer tables are filled with empty cells.
    """
    rounds = before.rounds[: first_round - 1] + after.rounds[first_round - 1 :]
    tables = max(map(len, rounds))
    return replace(
        before,
        contestants=max(before.contestants, after.contestants),
        groups=max(before.groups, after.groups),
        rounds=tuple(row + (Cell(),) * (tables - len(row)) for row in rounds),
        numbered_groups=before.numbered_groups or after.numbered_groups,
    )


def absent(movement: Movement, contestant: int, first_round: int, last_round: int) -> Movement:
    """The movement with a contestant away in some rounds: whoever was to meet it sits out."""

    def without(cell: Cell) -> Cell:
        if contestant not in cell.contestants:
            return cell
        # Three players cannot play; of pairs, the opponents sit out at a half table.
        if movement.individual:
            return Cell()
        ns, ew = (() if contestant in side else side for side in (cell.ns, cell.ew))
        return Cell(ns, ew, cell.group) if ns or ew else Cell()

    rounds = tuple(
        tuple(map(without, row)) if first_round <= number <= last_round else row
        for number, row in enumerate(movement.rounds, 1)
    )
    return replace(movement, rounds=rounds)


def has_free_seat(movement: Movement, first_round: int = 1) -> bool:
    """Whether one more pair could play from a round on, where others sit out."""
    halves = [[cell for cell in row if cell.is_half] for row in movement.rounds[first_round - 1 :]]
    found = [cell for row in halves for cell in row]
    opponents = [number for cell in found for number in cell.contestants]
    return (
        not movement.individual
        and bool(found)
        and all(len(row) <= 1 for row in halves)
        and len({cell.group for cell in found}) == len(found)
        and len(set(opponents)) == len(opponents)
    )


def free_number(movement: Movement) -> int:
    """The number of the pair that takes the free seat: the first that nobody has."""
    taken = {number for _round, _table, cell in movement.cells() for number in cell.contestants}
    return next(number for number in range(1, len(taken) + 2) if number not in taken)


def joined(movement: Movement, contestant: int, first_round: int) -> Movement:
    """The movement with a contestant on the free seat from a round on.

    Raises ``ValueError`` where there is none, or the contestant sits somewhere already.
    """
    seated = {number for _round, _table, cell in movement.cells() for number in cell.contestants}
    if contestant in seated or not has_free_seat(movement, first_round):
        raise ValueError(f"no free seat for contestant {contestant}")

    def filled(cell: Cell) -> Cell:
        if not cell.is_half:
            return cell
        return Cell(cell.ns or (contestant,), cell.ew or (contestant,), cell.group)

    rounds = tuple(
        tuple(map(filled, row)) if number >= first_round else row
        for number, row in enumerate(movement.rounds, 1)
    )
    return replace(movement, contestants=max(movement.contestants, contestant), rounds=rounds)


def met_again(movement: Movement, first_round: int) -> list[tuple[int, int]]:
    """Who meets an opponent, from a round on, whom they met before, each two once."""
    seen: set[tuple[int, int]] = set()
    again: set[tuple[int, int]] = set()
    for number, row in enumerate(movement.rounds, 1):
        for meeting in _meetings(row):
            if meeting in seen and number >= first_round:
                again.add(meeting)
            seen.add(meeting)
    return sorted(again)


def rounds_lost(before: Movement, after: Movement, first_round: int) -> dict[int, int]:
    """How many rounds fewer everybody plays from a round on, by number."""
    played, remaining = _played(before, first_round), _played(after, first_round)
    return {
        number: rounds - remaining[number]
        for number, rounds in sorted(played.items())
        if remaining[number] < rounds
    }


def _meetings(row: tuple[Cell, ...]) -> Iterator[tuple[int, int]]:
    for cell in row:
        for one in cell.ns:
            for other in cell.ew:
                yield min(one, other), max(one, other)


def _played(movement: Movement, first_round: int) -> Counter[int]:
    cells = (cell for row in movement.rounds[first_round - 1 :] for cell in row if cell.is_played)
    return Counter(number for cell in cells for number in cell.contestants)


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
