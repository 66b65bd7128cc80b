"""A movement that changes while it is played: another from a round on, a contestant away."""

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
