"""The draw of a Swiss round: in the order of the ranking everybody meets the first whom he has not
met, as far as all others can then be paired.

Of all pairings without a repeated match it is the lexicographically first in the order of the
ranking. Where there is none, the one with the fewest repeats, of these the one whose repeats are
the longest ago, and again the first in the order of the ranking (spec: teams, section 3).

In a Danish draw the upper half are paired first with second, third with fourth, also again.

Whether everybody can be paired: perfect matchings of a graph, by Edmonds' blossoms.

A matching is grown by one path at a time, and after two vertices are taken away repaired by one
path, so that a draw of hundreds asks for hundreds of paths and not for hundreds of matchings.

Who keeps a table in a Swiss event: the pairing is made first, the seats after it.

A contestant may keep one table. A pair then sits North–South at it. A match of teams has two
tables: at the first the home team is North–South, at the second the visitors are, and a team keeps
the table of its North–South pair. Or all teams do: team 3 is always North–South at table 3, its
home table, and only the East–West pairs change places.
"""

from collections import deque
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import combinations
from typing import Final

from events.sessions.matches.domain.movement import Row, SeatedMatch
from movements.domain.movement import Cell

BYE: Final = "bye"

TRIANGLE: Final = "triangle"

Pair = tuple[int, int]

Costs = Mapping[Pair, int]
"""What each pair costs, by places in the ranking, the better one first."""

CheapestPairs = Callable[[Costs], list[Pair]]
"""Pairs everybody at the lowest cost in all."""


@dataclass(frozen=True, slots=True)
class Contestant:
    """Where a contestant stands before the draw.

    ``met`` are the numbers of its opponents, in the order of the rounds; ``byes`` the rounds
    without a match, or in a triangle; ``ns`` and ``ew`` the rounds played in each direction.
    """

    number: int
    vp: Fraction = Fraction(0)
    imps: int = 0
    met: tuple[int, ...] = ()
    byes: int = 0
    ns: int = 0
    ew: int = 0


@dataclass(frozen=True, slots=True)
class Draw:
    """``pairs`` in the order of the ranking, North–South first; ``repeats`` are those of them that
    met before. With an odd number one has a ``bye``, or three are the ``triangle``."""

    pairs: tuple[Pair, ...]
    bye: int | None = None
    triangle: tuple[int, ...] = ()
    repeats: tuple[Pair, ...] = ()


def ranking(contestants: Iterable[Contestant]) -> list[Contestant]:
    """The contestants by VPs, then IMPs, then number."""
    return sorted(
        contestants, key=lambda contestant: (-contestant.vp, -contestant.imps, contestant.number)
    )


def upper_half(contestants: int) -> int:
    """How many are the upper half, an even number."""
    return 2 * -(-contestants // 4)


def draw_round(
    contestants: Iterable[Contestant],
    *,
    odd: str = BYE,
    danish: bool = False,
    cheapest: CheapestPairs,
) -> Draw:
    """The draw of the next round; ``cheapest`` pairs where repeats cannot be avoided."""
    ranked = ranking(contestants)
    out: tuple[Contestant, ...] = ()
    size = _left_over(len(ranked), odd)
    upper = upper_half(len(ranked) - size) if danish else 0
    if size:
        out = _left_out(ranked, size, upper, cheapest)
    playing = [each for each in ranked if each not in out]
    pairs = [(place, place + 1) for place in range(0, upper, 2)]
    pairs += [
        (upper + first, upper + second) for first, second in _paired(playing[upper:], cheapest)
    ]
    seated = tuple(_seated(playing[first], playing[second]) for first, second in pairs)
    repeats = tuple(
        seats
        for (first, second), seats in zip(pairs, seated, strict=True)
        if _last_met(playing[first], playing[second])
    )
    numbers = tuple(each.number for each in out)
    is_bye = len(numbers) == 1
    return Draw(seated, numbers[0] if is_bye else None, () if is_bye else numbers, repeats)


def with_anchor(three: Sequence[int], contestants: Iterable[Contestant]) -> tuple[int, ...]:
    """Three pairs with the anchor, who meets both others, in front: who has met the fewest of
    them, the first of equals."""
    met = {each.number: each.met for each in contestants}
    anchor = min(three, key=lambda number: sum(other in met[number] for other in three))
    return (anchor, *(number for number in three if number != anchor))


def _left_over(contestants: int, odd: str) -> int:
    """How many of so many play no usual match."""
    if contestants % 2 == 0:
        return 0
    return 3 if odd == TRIANGLE and contestants > 1 else 1


def _left_out(
    ranked: Sequence[Contestant], size: int, upper: int, cheapest: CheapestPairs
) -> tuple[Contestant, ...]:
    """Who does not play a usual match: the lowest ranked of those who did so the fewest times, of
    whom the others have the fewest repeats, not counting so many of the upper half. Best ranked
    first."""
    fewest = sorted(contestant.byes for contestant in ranked)[size - 1]
    sure = [contestant for contestant in ranked if contestant.byes < fewest]
    may = [contestant for contestant in reversed(ranked) if contestant.byes == fewest]
    best: tuple[Contestant, ...] = ()
    least: int | None = None
    for chosen in combinations(may, size - len(sure)):
        out = [contestant for contestant in ranked if contestant in chosen or contestant in sure]
        playing = [contestant for contestant in ranked if contestant not in out]
        found = _least_repeats(playing[upper:], cheapest)
        if least is None or found < least:
            best, least = tuple(out), found
        if not found:
            break
    return best


def _least_repeats(ranked: Sequence[Contestant], cheapest: CheapestPairs) -> int:
    if Matching(_not_met(ranked)).is_perfect:
        return 0
    costs = {pair: int(when > 0) for pair, when in _meetings(ranked).items()}
    return sum(costs[_ordered(*pair)] for pair in cheapest(costs))


def _paired(ranked: Sequence[Contestant], cheapest: CheapestPairs) -> list[Pair]:
    """Pairs of places in the ranking, by the better one."""
    graph = _not_met(ranked)
    matching = Matching(graph)
    if not matching.is_perfect:
        return _with_repeats(ranked, cheapest)
    pairs: list[Pair] = []
    free = dict.fromkeys(range(len(ranked)))
    while free:
        first = next(iter(free))
        second = next(
            other for other in graph[first] if other in free and matching.without(first, other)
        )
        del free[first], free[second]
        pairs.append((first, second))
    return pairs


def _with_repeats(ranked: Sequence[Contestant], cheapest: CheapestPairs) -> list[Pair]:
    """The same where somebody has to meet again: first of what costs least."""
    meetings = _meetings(ranked)
    # Any number of older repeats weighs less than a later one, and all of them less than another
    # repeat.
    base = len(ranked)
    weights = {when: base ** (when - 1) for when in set(meetings.values()) if when}
    one_more = base * max(weights.values(), default=1)
    costs = {pair: one_more + weights[when] if when else 0 for pair, when in meetings.items()}
    least = _cost(cheapest(costs), costs)
    pairs: list[Pair] = []
    while costs:
        first = min(costs)[0]
        for pair in sorted(pair for pair in costs if pair[0] == first):
            rest = {other: cost for other, cost in costs.items() if not {*other} & {*pair}}
            if costs[pair] + _cost(cheapest(rest), rest) == least:
                break
        least -= costs[pair]
        costs = rest
        pairs.append(pair)
    return pairs


def _cost(pairs: Iterable[Pair], costs: Costs) -> int:
    return sum(costs[_ordered(*pair)] for pair in pairs)


def _ordered(first: int, second: int) -> Pair:
    return (first, second) if first < second else (second, first)


def _not_met(ranked: Sequence[Contestant]) -> dict[int, list[int]]:
    """The opponents whom each has not met, by places in the ranking, the best first."""
    met = {contestant.number: set(contestant.met) for contestant in ranked}
    return {
        place: [
            other
            for other, opponent in enumerate(ranked)
            if other != place
            and opponent.number not in met[contestant.number]
            and contestant.number not in met[opponent.number]
        ]
        for place, contestant in enumerate(ranked)
    }


def _meetings(ranked: Sequence[Contestant]) -> dict[Pair, int]:
    """When each pair met last, by places in the ranking: 0 for never, else the round from 1."""
    return {
        (first, second): _last_met(ranked[first], ranked[second])
        for first, second in combinations(range(len(ranked)), 2)
    }


def _last_met(first: Contestant, second: Contestant) -> int:
    # A round without a match is in nobody's list: who had none has the right number.
    return max(_place(first.met, second.number), _place(second.met, first.number))


def _place(met: Sequence[int], number: int) -> int:
    return next((at for at in range(len(met), 0, -1) if met[at - 1] == number), 0)


def _seated(better: Contestant, worse: Contestant) -> Pair:
    """North–South first: who sat there less often, else the better one."""
    if worse.ns - worse.ew < better.ns - better.ew:
        return worse.number, better.number
    return better.number, worse.number


Graph = Mapping[int, Collection[int]]
"""The neighbours of each vertex."""


class Matching:
    """A matching of the vertices of a graph that are not :meth:`removed <without>`."""

    def __init__(self, graph: Graph) -> None:
        self._graph = graph
        self._vertices = set(graph)
        self.mates: dict[int, int] = {}
        for vertex in graph:
            self._join_greedily(vertex)
        for vertex in graph:
            if vertex not in self.mates:
                self._augment(vertex)

    @property
    def is_perfect(self) -> bool:
        return len(self.mates) == len(self._vertices)

    def without(self, first: int, second: int) -> bool:
        """Take two vertices away if the others still have a perfect matching; says whether. The
        matching is perfect before it."""
        kept, vertices = self.mates.copy(), self._vertices.copy()
        self._vertices -= {first, second}
        left = self.mates.pop(first), self.mates.pop(second)
        if left[0] != second:
            for vertex in left:
                del self.mates[vertex]
            if not self._augment(left[0]):
                self.mates, self._vertices = kept, vertices
                return False
        return True

    def _join_greedily(self, vertex: int) -> None:
        if vertex in self.mates:
            return
        free = (other for other in self._graph[vertex] if other not in self.mates)
        if (mate := next(free, None)) is not None:
            self.mates[vertex], self.mates[mate] = mate, vertex

    def _augment(self, root: int) -> bool:
        """Find a path from an unmatched vertex to another one, and match along it."""
        search = _Search(self._graph, self._vertices, self.mates, root)
        end = search.run()
        if end is None:
            return False
        vertex: int | None = end
        while vertex is not None:
            before = search.parents[vertex]
            following = self.mates.get(before)
            self.mates[vertex], self.mates[before] = before, vertex
            vertex = following
        return True


class _Search:
    """A breadth-first search for an augmenting path, odd cycles shrunk to their base."""

    def __init__(
        self, graph: Graph, vertices: Collection[int], mates: Mapping[int, int], root: int
    ) -> None:
        self._graph, self._vertices, self._mates, self._root = graph, vertices, mates, root
        self.parents: dict[int, int] = {}
        self._base = {vertex: vertex for vertex in vertices}
        self._outer = {root}
        self._queue = deque([root])

    def run(self) -> int | None:
        """The unmatched vertex that a path leads to, by ``parents`` and mates in turn."""
        while self._queue:
            vertex = self._queue.popleft()
            for other in self._graph[vertex]:
                if other not in self._vertices or self._mates.get(vertex) == other:
                    continue
                if self._base[vertex] == self._base[other]:
                    continue
                mate = self._mates.get(other)
                if other == self._root or (mate is not None and mate in self.parents):
                    self._shrink(vertex, other)
                elif other not in self.parents:
                    self.parents[other] = vertex
                    if mate is None:
                        return other
                    self._reach(mate)
        return None

    def _reach(self, vertex: int) -> None:
        if vertex not in self._outer:
            self._outer.add(vertex)
            self._queue.append(vertex)

    def _shrink(self, first: int, second: int) -> None:
        base = self._common_base(first, second)
        blossom: set[int] = set()
        self._mark(first, base, second, blossom)
        self._mark(second, base, first, blossom)
        for vertex in self._base:
            if self._base[vertex] in blossom:
                self._base[vertex] = base
                self._reach(vertex)

    def _common_base(self, first: int, second: int) -> int:
        seen = set(self._bases_up(first))
        return next(base for base in self._bases_up(second) if base in seen)

    def _bases_up(self, vertex: int) -> Iterable[int]:
        while True:
            vertex = self._base[vertex]
            yield vertex
            mate = self._mates.get(vertex)
            if mate is None:
                return
            vertex = self.parents[mate]

    def _mark(self, vertex: int, base: int, child: int, blossom: set[int]) -> None:
        while self._base[vertex] != base:
            mate = self._mates[vertex]
            blossom |= {self._base[vertex], self._base[mate]}
            self.parents[vertex] = child
            child, vertex = mate, self.parents[mate]


Keeps = Mapping[int, int]
"""The table that a contestant keeps, by its number."""


def at_kept_tables(pairs: Sequence[Pair], keeps: Keeps, *, tables: int) -> tuple[Pair, ...]:
    """Pairs in the order of the tables of their matches, of which each has one or two, North–South
    of the first first: whoever keeps a table is there, the others have the rest in their order.
    """
    placed: dict[int, Pair] = {}
    rest: list[Pair] = []
    for pair in pairs:
        place, seated = _kept(pair, keeps, tables)
        if 1 <= place <= len(pairs) and place not in placed:
            placed[place] = seated
        else:
            rest.append(pair)
    others = iter(rest)
    return tuple(placed.get(place) or next(others) for place in range(1, len(pairs) + 1))


def away_from_table(pairs: Sequence[Pair], keeps: Keeps, *, tables: int) -> list[int]:
    """Who plays in one of these pairs, by the order of their tables, and not at its table."""
    return [
        number
        for at, pair in enumerate(pairs)
        for place, number in enumerate(pair)
        if number in keeps and (place >= tables or keeps[number] != tables * at + 1 + place)
    ]


def at_home_tables(
    rows: Sequence[Row], matches: Sequence[SeatedMatch]
) -> tuple[tuple[Row, ...], tuple[SeatedMatch, ...]]:
    """The same rows of tables and matches of teams, each team's North–South at the table of the
    team's number."""
    seated = (
        replace(match, table=match.home, second_table=match.second_table and match.away)
        for match in matches
    )
    return tuple(map(_at_home, rows)), tuple(seated)


def _at_home(row: Row) -> Row:
    # The North–South pair of team t is contestant 2t − 1.
    cells = {-(-cell.ns[0] // 2): cell for cell in row if cell.ns}
    return tuple(cells.get(table, Cell()) for table in range(1, max(cells, default=0) + 1))


def _kept(pair: Pair, keeps: Keeps, tables: int) -> tuple[int, Pair]:
    """The place of a pair among the matches, 0 for any, and the pair as it is seated there."""
    keeper = next((number for number in pair if number in keeps), None)
    if keeper is None:
        return 0, pair
    other = pair[1] if keeper == pair[0] else pair[0]
    table = keeps[keeper]
    is_second = tables > 1 and table % 2 == 0
    return -(-table // tables), (other, keeper) if is_second else (keeper, other)
