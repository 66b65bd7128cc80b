"""How much every two pairs of a movement have to do with each other: the matrix of the balance.

See :mod:`movements.domain.balance` for the measure; here are its numbers *c* one by one.
"""

from collections import defaultdict
from dataclasses import dataclass

from movements.domain.movement import Movement


@dataclass(frozen=True, slots=True)
class Comparisons:
    """The pairs that play, in order, and c of every two of them; 0 on the diagonal."""

    pairs: tuple[int, ...]
    rows: tuple[tuple[int, ...], ...]

    @property
    def couples(self) -> list[tuple[int, int, int]]:
        """Every couple once: c, the lower number, the higher."""
        return [
            (self.rows[i][j], self.pairs[i], self.pairs[j])
            for j in range(len(self.pairs))
            for i in range(j)
        ]


def comparisons(movement: Movement) -> Comparisons | None:
    """The matrix; ``None`` for an individual movement, and where nothing is played."""
    if movement.individual:
        return None
    groups: dict[int, list[tuple[int, int]]] = defaultdict(list)
    for _round, _table, cell in movement.cells():
        if cell.is_played:
            groups[cell.group].append((cell.ns[0], cell.ew[0]))
    pairs = sorted({pair for meetings in groups.values() for two in meetings for pair in two})
    if not pairs:
        return None
    place = {pair: index for index, pair in enumerate(pairs)}
    rows = [[0] * len(pairs) for _ in pairs]
    for meetings in groups.values():
        _add(rows, [(place[ns], place[ew]) for ns, ew in meetings])
    return Comparisons(tuple(pairs), tuple(map(tuple, rows)))


def _add(rows: list[list[int]], meetings: list[tuple[int, int]]) -> None:
    """What one board group does: its tables are compared with each other, two by two."""
    for number, (ns, ew) in enumerate(meetings):
        for one, other in ((ns, ew), (ew, ns)):
            rows[one][other] += len(meetings) - 1
        for index, (other_ns, other_ew) in enumerate(meetings):
            if index != number:
                rows[ns][other_ns] += ns != other_ns
                rows[ew][other_ew] += ew != other_ew
                rows[ns][other_ew] -= ns != other_ew
                rows[ew][other_ns] -= ew != other_ns
