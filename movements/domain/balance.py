"""How evenly a pairs movement compares its pairs: Qf, Qc and the standard deviation.

For two pairs and a board group that both play at *n* tables in all: meeting on it counts n − 1,
sitting in the same direction at different tables + 1, in opposite directions − 1; the sum over
the groups is how much the two are compared, *c*. With S and SS the sums of c and c²
over the N couples of pairs that play, Qf is 100·M/SS, where M is the least sum of squares that N
integers of the sum S can have. Exact throughout.

How much every two pairs of a movement are compared: the matrix of the balance.

See :mod:`movements.domain.balance` for the measure; here are its numbers *c* one by one.

Several sections that play the same boards and are scored as one field.
"""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from functools import lru_cache
from itertools import islice
from operator import add, mul, sub

from clubscore.text.problems import Number, gettext_noop, sentence
from movements.domain.findings import Finding, Level
from movements.domain.movement import Cell, Movement
from movements.domain.winners import winners


@dataclass(frozen=True, slots=True)
class Balance:
    """The measures of a movement; 100 is perfect for ``qf`` and ``qc``, 0 for ``variance``.

    ``vacate`` is the pair that leaves the best Qf when its opponents sit out; the highest number
    of several equally good ones.
    """

    qf: Fraction
    qc: Fraction
    variance: Fraction
    vacate: int | None

    @property
    def sd(self) -> Decimal:
        """The standard deviation of c."""
        return (Decimal(self.variance.numerator) / self.variance.denominator).sqrt()


@lru_cache(maxsize=4)
def measure(movement: Movement) -> Balance | None:
    """The balance of a pairs movement; cached, for a page and its findings both ask for it.

    ``None`` for an individual movement, and where nothing is compared.
    """
    played = Played.of(movement)
    if played is None:
        return None
    rows = played.comparisons()
    totals = _Totals.of(len(rows), _couples(rows))
    if totals.qf is None:
        return None
    mean = Fraction(totals.sum, totals.couples)
    return Balance(
        qf=totals.qf,
        qc=100 * Fraction(totals.sum**2, totals.couples * totals.squares),
        variance=Fraction(totals.squares, totals.couples) - mean * mean,
        vacate=max(
            (_without(played, number, rows).qf or 0, pair)
            for number, pair in enumerate(played.pairs)
        )[1],
    )


def quality(movement: Movement) -> Fraction | None:
    """Qf alone, many times faster than :func:`measure`."""
    played = Played.of(movement)
    if played is None:
        return None
    rows = played.comparisons()
    return _Totals.of(len(rows), _couples(rows)).qf


def balance_finding(movement: Movement) -> Iterator[Finding]:
    """The balance in one plain sentence."""
    found = measure(movement)
    if found is not None:
        message = gettext_noop(
            "Balance: Qf %(qf)s of 100, how evenly the pairs are compared with each other; when "
            "a pair is missing, leave number %(vacate)s vacant."
        )
        number = winners(movement)
        if number > 1:
            message = gettext_noop(
                "Balance: Qf %(qf)s of 100; it compares everybody with everybody and means little "
                "with %(winners)s rankings. When a pair is missing, leave number %(vacate)s vacant."
            )
        whole, tenth = divmod(round(10 * found.qf), 10)
        qf = Number(f"{whole}.{tenth}")
        text = sentence(message, qf=qf, vacate=found.vacate, winners=number)
        yield Finding(Level.INFORMATION, "balance", text)


@dataclass(frozen=True, slots=True)
class _Totals:
    """The number of pairs, and the sums of c and c² over their couples."""

    pairs: int
    sum: int
    squares: int

    @classmethod
    def of(cls, pairs: int, c: list[int]) -> "_Totals":
        return cls(pairs, sum(c), sum(map(mul, c, c)))

    @property
    def couples(self) -> int:
        return self.pairs * (self.pairs - 1) // 2

    @property
    def qf(self) -> Fraction | None:
        # Nobody is compared with anybody, and Qf would divide by it.
        if self.squares == 0:
            return None
        # N integers of a given sum have the least sum of squares when they differ by 1 at most: k
        # of them are q + 1, and the others q.
        q, k = divmod(self.sum, self.couples)
        return 100 * Fraction(self.couples * q * q + (2 * q + 1) * k, self.squares)


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


def _without(played: Played, missing: int, rows: list[Row]) -> _Totals:
    """The totals when a pair is missing: what it played, its opponents do not play either.

    ``rows`` are the comparisons of everybody. Of two opponents of the missing pair, the first
    loses what it was compared on its lost boards, and the second what is left of that on its.
    """
    rows = [list(row) for row in rows]
    back: dict[int, Row] = defaultdict(lambda: [0] * len(rows))
    unplayed = [0] * len(rows)
    for side, meetings in zip(played.sides, played.meetings, strict=True):
        gone = [two for two in meetings if missing in two]
        if not gone:
            continue
        times = len(gone)
        # A meeting counts the tables at the group, and of these there are fewer now.
        for ns, ew in meetings:
            rows[ns][ew] -= times
            rows[ew][ns] -= times
        left = list(side)
        for ns, ew in gone:
            opponent = ns if ew == missing else ew
            unplayed[opponent] += 1
            left[opponent] += 1 if opponent == ew else -1
            less = sub if opponent == ns else add
            rows[opponent] = list(map(less, rows[opponent], side))
        for ns, ew in gone:
            opponent = ns if ew == missing else ew
            more = add if opponent == ns else sub
            back[opponent] = list(map(more, back[opponent], left))
    values: list[int] = []
    for number, one in enumerate(back):
        row = rows[one]
        values += [row[other] - back[other][one] for other in islice(back, number)]
    rest = [pair for pair in range(len(rows)) if pair != missing and pair not in back]
    for number, one in enumerate(rest):
        row = rows[one]
        values += [row[other] for other in rest[:number]]
        values += [rows[other][one] for other in back]
    # Whoever met nobody but the missing pair does not play at all any more.
    stopped = sum(1 for pair in back if unplayed[pair] == played.times[pair])
    return _Totals.of(len(rows) - 1 - stopped, values)


def _couples(rows: list[Row]) -> list[int]:
    """Every couple once: the values below the diagonal."""
    return [value for number, row in enumerate(rows) for value in row[:number]]


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
