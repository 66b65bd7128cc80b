"""``python -m tools.howell_search``: find the Howells of ``movements.domain.howell``.

A cyclic Howell is given by its first round. Of P pairs R move and follow each other, the others
stay; T = P/2. A mover's *offset* is its number less that of its boards, modulo R: the offsets of
the first round are all different, so that every mover plays every group, and a group is played at
offset o by the mover o numbers on. How much two movers are compared depends on their distance
alone, as long as every table keeps its directions: it is the autocorrelation of the directions by
offset, plus T where they meet.

So directions come first: all of them are tried, best Qf first, until offsets can be paired (one
of each direction, every distance once) and tables given boards. Where pairs stay, directions that
change from round to round compare better; simulated annealing finds those. Takes a few minutes;
prints the data, the same every time.
"""

import math
import random
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from itertools import islice

SIZES = (
    *((pairs, pairs - 1) for pairs in range(4, 21, 2)),
    (12, 9),
    (14, 11),
    (16, 13),
    (18, 13),
    (20, 13),
)
STRUCTURES = 6
"""How many first rounds are tried with directions that change."""
STEPS = 300_000
"""How many switches of a table are tried in each."""
MAX_NODES = 3000
HOTTEST, COLDEST = 2.0, 0.01

Table = tuple[int, int, int]
"""NS, EW and group in the first round, from 0; those who stay have the numbers from R."""


@dataclass(frozen=True, slots=True)
class Found:
    """A first round, and for each table the rounds, from 0, in which directions change places."""

    tables: tuple[Table, ...]
    switched: tuple[tuple[int, ...], ...]
    qf: Fraction


def main() -> None:
    chance = random.Random(1)
    print("HOWELLS: dict[tuple[int, int], FirstRound] = {")
    for pairs, rounds in SIZES:
        found = search(pairs, rounds, chance)
        print(f"    # Qf {float(found.qf):.3f}")
        print(f"    ({pairs}, {rounds}): (")
        for (ns, ew, group), switched in zip(found.tables, found.switched, strict=True):
            print(f"        ({ns + 1}, {ew + 1}, {group + 1}, {tuple(r + 1 for r in switched)}),")
        print("    ),")
    print("}")


def search(pairs: int, rounds: int, chance: random.Random) -> Found:
    """The best that is found; directions that change only where they compare better."""
    fixed = fixed_directions(pairs, rounds, chance)
    # Nothing is better than perfect.
    if fixed.qf == 100:
        return fixed
    starts = [fixed.tables]
    if pairs > 6:
        starts += [any_structure(pairs, rounds, chance) for _ in range(STRUCTURES)]
    tries = [anneal(rounds, tables, chance) for tables in starts]
    return max(fixed, *tries, key=lambda found: found.qf)


def fixed_directions(pairs: int, rounds: int, chance: random.Random) -> Found:
    """The best with directions that stay: no other directions can be better."""
    staying = pairs - rounds
    ranked = sorted(
        (
            (rank(pairs, rounds, directions), directions)
            for directions in range(1 << rounds)
            if 0 <= directions.bit_count() - (rounds - staying) // 2 <= staying
        ),
        reverse=True,
    )
    for shared in range(pairs // 2):
        for qf, directions in ranked:
            for matching in islice(matchings(pairs, rounds, directions), 200):
                tables = give_boards(matching, rounds, shared, chance)
                if tables:
                    seated = _seated(tables, rounds, directions)
                    if Comparisons(rounds, seated).qf == qf:
                        return Found(seated, ((),) * len(seated), qf)
    # With tables that share boards there is always one.
    raise AssertionError


def rank(pairs: int, rounds: int, directions: int) -> Fraction:
    """The best Qf that directions by offset (a bit is set for NS) can have."""
    tables, staying = pairs // 2, pairs - rounds
    everything = (1 << rounds) - 1
    distances = range(1, (rounds + 1) // 2)
    correlations = sorted(
        rounds
        - 2 * (directions ^ (directions << d & everything | directions >> rounds - d)).bit_count()
        for d in distances
    )
    meeting = rounds - tables
    movers = [value + tables for value in correlations[:meeting]] + correlations[meeting:]
    staying_ew = directions.bit_count() - (rounds - staying) // 2
    staying_ns = staying - staying_ew
    balance = 2 * directions.bit_count() - rounds
    values = movers * rounds
    values += [tables + balance] * rounds * staying_ns + [tables - balance] * rounds * staying_ew
    same_side = math.comb(staying_ns, 2) + math.comb(staying_ew, 2)
    values += [rounds] * same_side + [-rounds] * staying_ns * staying_ew
    return quality(len(values), sum(values), sum(value * value for value in values))


def quality(couples: int, total: int, squares: int) -> Fraction:
    q, k = divmod(total, couples)
    return 100 * Fraction(couples * q * q + (2 * q + 1) * k, squares)


def matchings(pairs: int, rounds: int, directions: int) -> Iterator[list[tuple[int, ...]]]:
    """Offsets paired NS with EW, every distance at most once; then those who meet the others."""
    ns = [o for o in range(rounds) if directions >> o & 1]
    ew = [o for o in range(rounds) if not directions >> o & 1]

    def extend(done: list[tuple[int, ...]], used: set[int], at: int) -> Iterator[list[int]]:
        if len(done) == rounds - pairs // 2:
            paired = {o for two in done for o in two}
            yield [o for o in range(rounds) if o not in paired]
        elif at < len(ns):
            taken = {two[1] for two in done}
            for other in ew:
                distance = min((ns[at] - other) % rounds, (other - ns[at]) % rounds)
                if other not in taken and distance not in used:
                    done.append((ns[at], other))
                    yield from extend(done, used | {distance}, at + 1)
                    done.pop()
            yield from extend(done, used, at + 1)

    done: list[tuple[int, ...]] = []
    for alone in extend(done, set(), 0):
        yield [*done, *((offset,) for offset in alone)]


def give_boards(
    offsets: list[tuple[int, ...]], rounds: int, shared: int, chance: random.Random
) -> tuple[tuple[int, ...], ...]:
    """The movers at every table and their boards: all movers once; ``shared`` tables have boards
    that others have too. Nothing when it is not found soon."""
    found: list[tuple[int, ...]] = []
    nodes = 0

    def extend(movers: set[int], groups: list[int]) -> bool:
        nonlocal nodes
        nodes += 1
        if len(found) == len(offsets):
            return True
        if nodes > MAX_NODES:
            return False
        for group in chance.sample(range(rounds), rounds):
            here = {(offset + group) % rounds for offset in offsets[len(found)]}
            again = len(groups) + 1 - len({*groups, group})
            if again > shared or here & movers:
                continue
            found.append((*((offset + group) % rounds for offset in offsets[len(found)]), group))
            if extend(movers | here, [*groups, group]):
                return True
            found.pop()
        return False

    return tuple(found) if extend(set(), []) else ()


def any_structure(pairs: int, rounds: int, chance: random.Random) -> tuple[Table, ...]:
    """A valid first round, whatever its directions."""
    while True:
        half = sum(1 << o for o in chance.sample(range(rounds), pairs // 2))
        for matching in islice(matchings(pairs, rounds, half), 20):
            if tables := give_boards(matching, rounds, 0, chance):
                return _seated(tables, rounds, 0)


def _seated(tables: tuple[tuple[int, ...], ...], rounds: int, directions: int) -> tuple[Table, ...]:
    """The first round with those who stay, opposite to the mover whom they meet."""
    staying = iter(range(rounds, 2 * len(tables)))
    seated: list[Table] = []
    for *movers, group in tables:
        if len(movers) == 1:
            is_ns = directions >> (movers[0] - group) % rounds & 1
            movers = [movers[0], next(staying)] if is_ns else [next(staying), movers[0]]
        seated.append((movers[0], movers[1], group))
    return tuple(seated)


def moved(pair: int, r: int, rounds: int) -> int:
    """Who has the place of a pair of the first round r rounds later."""
    return (pair + r) % rounds if pair < rounds else pair


class Comparisons:
    """How much every two pairs of a movement are compared, updated while tables switch."""

    def __init__(self, rounds: int, tables: tuple[Table, ...]) -> None:
        self.pairs = pairs = 2 * len(tables)
        self.cells = [
            (moved(ns, r, rounds), moved(ew, r, rounds), (group + r) % rounds)
            for ns, ew, group in tables
            for r in range(rounds)
        ]
        self.sides = [[0] * pairs for _ in range(rounds)]
        for ns, ew, group in self.cells:
            self.sides[group][ns], self.sides[group][ew] = 1, -1
        self.c = [
            [sum(side[one] * side[other] for side in self.sides) for other in range(pairs)]
            for one in range(pairs)
        ]
        for ns, ew, _group in self.cells:
            self.c[ns][ew] += len(tables)
            self.c[ew][ns] += len(tables)
        couples = [self.c[one][other] for one in range(pairs) for other in range(one)]
        self.couples, self.total = len(couples), sum(couples)
        self.squares = sum(value * value for value in couples)

    @property
    def qf(self) -> Fraction:
        return quality(self.couples, self.total, self.squares)

    def change(self, cell: int) -> int:
        """How the sum of squares changes when a cell's pairs change directions; their sum stays."""
        ns, ew, group = self.cells[cell]
        side, mine, other = self.sides[group], self.c[ns], self.c[ew]
        double = 2 * side[ns]
        change = 0
        for pair, direction in enumerate(side):
            if direction and pair not in (ns, ew):
                step = double * direction
                change += 2 * step * (other[pair] - mine[pair] + step)
        return change

    def switch(self, cell: int) -> None:
        self.squares += self.change(cell)
        ns, ew, group = self.cells[cell]
        side = self.sides[group]
        double = 2 * side[ns]
        for pair, direction in enumerate(side):
            if pair not in (ns, ew):
                self.c[ns][pair] -= double * direction
                self.c[pair][ns] = self.c[ns][pair]
                self.c[ew][pair] += double * direction
                self.c[pair][ew] = self.c[ew][pair]
        side[ns], side[ew] = side[ew], side[ns]


def anneal(rounds: int, tables: tuple[Table, ...], chance: random.Random) -> Found:
    """Switch cells at random, worse ones ever less often, and keep the best."""
    board = Comparisons(rounds, tables)
    best, best_sides = board.squares, [side[:] for side in board.sides]
    scale = float(board.qf) * board.squares
    for step in range(STEPS):
        heat = COLDEST + HOTTEST * (1 - step / STEPS) ** 2
        cell = int(chance.random() * len(board.cells))
        change = board.change(cell)
        worse = scale / board.squares - scale / (board.squares + change)
        if worse <= 0 or chance.random() < math.exp(-worse / heat):
            board.switch(cell)
            if board.squares < best:
                best, best_sides = board.squares, [side[:] for side in board.sides]
    qf = quality(board.couples, board.total, best)
    cells = iter(board.cells)
    seated: list[Table] = []
    switched: list[tuple[int, ...]] = []
    for ns, ew, group in tables:
        ns_is_ew = [best_sides[played][one] < 0 for one, _other, played in islice(cells, rounds)]
        mostly = sum(ns_is_ew) > rounds / 2
        seated.append((ew, ns, group) if mostly else (ns, ew, group))
        switched.append(tuple(r for r, is_ew in enumerate(ns_is_ew) if is_ew is not mostly))
    return Found(tuple(seated), tuple(switched), qf)


if __name__ == "__main__":
    main()
