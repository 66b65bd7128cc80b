"""How much every two pairs of a movement are compared: the matrix of the balance.

See :mod:`movements.domain.balance` for the measure; here are its numbers *c* one by one.
"""

from collections import defaultdict
from dataclasses import dataclass
from operator import mul

from movements.domain.movement import Movement

MAX_COMPARISONS = 1_000_000
"""A movement with more of them, larger than any that is played, has none computed."""

Row = list[int]
"""A number for each pair that plays."""


@dataclass(frozen=True, slots=True)
class Played:
    """What was played, the pairs by their index.

    ``times`` is how many tables each played at. ``sides`` has a row for each group: how much more
    often each pair played it as NS than as EW; ``meetings`` the two pairs at each table that did.
    The sum over g of ``sides[g][i] * sides[g][j]`` compares i and j as the measure says, but for
    − 1 where they meet: so meeting adds n to it, not n − 1.
    """

    pairs: list[int]
    times: Row
    sides: list[Row]
    meetings: list[list[tuple[int, int]]]

    @classmethod
    def of(cls, movement: Movement) -> "Played | None":
        """``None`` for what is not measured."""
        if movement.individual:
            return None
        groups: dict[int, list[tuple[int, int]]] = defaultdict(list)
        for _round, _table, cell in movement.cells():
            if cell.is_played:
                groups[cell.group].append((cell.ns[0], cell.ew[0]))
        if sum((2 * len(meetings)) ** 2 for meetings in groups.values()) > MAX_COMPARISONS:
            return None
        pairs = sorted({pair for meetings in groups.values() for two in meetings for pair in two})
        index = {pair: number for number, pair in enumerate(pairs)}
        played = cls(pairs, [0] * len(pairs), [], [])
        for meetings in groups.values():
            side = [0] * len(pairs)
            tables = [(index[ns], index[ew]) for ns, ew in meetings]
            for ns, ew in tables:
                side[ns] += 1
                side[ew] -= 1
                played.times[ns] += 1
                played.times[ew] += 1
            played.sides.append(side)
            played.meetings.append(tables)
        return played

    def comparisons(self) -> list[Row]:
        """c of every two pairs, both ways; the values on the diagonal mean nothing."""
        # By pair, so that two of them are compared by one sum of products, which runs in C.
        by_pair = list(zip(*self.sides, strict=True))
        rows = [[0] * len(by_pair) for _ in by_pair]
        for number, one in enumerate(by_pair):
            for other in range(number):
                rows[number][other] = rows[other][number] = sum(map(mul, one, by_pair[other]))
        for meetings in self.meetings:
            for ns, ew in meetings:
                rows[ns][ew] += len(meetings)
                rows[ew][ns] += len(meetings)
        return rows


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
    played = Played.of(movement)
    if played is None or not played.pairs:
        return None
    rows = played.comparisons()
    for number, row in enumerate(rows):
        row[number] = 0
    return Comparisons(tuple(played.pairs), tuple(map(tuple, rows)))
