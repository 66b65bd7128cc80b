"""How evenly a pairs movement compares its pairs: Qf, Qc and the standard deviation.

For two pairs and a board group that both play at *n* tables in all: meeting on it counts n − 1,
sitting in the same direction at different tables + 1, in opposite directions − 1; the sum over
the groups is what the two have to do with each other, *c*. With S and SS the sums of c and c²
over the N couples of pairs that play, Qf is 100·M/SS, where M is the least sum of squares that N
integers of the sum S can have. Exact throughout.
"""

from collections import Counter, defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from itertools import combinations

from clubscore.problems import gettext_noop, sentence
from movements.domain.findings import Finding, Level
from movements.domain.movement import Movement

MOST_COMPARISONS = 1_000_000
"""A movement with more of them, larger than any that is played, has no balance computed."""

Couple = tuple[int, int]
Meeting = tuple[int, int]
"""A table's pairs, NS first."""


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


def measure(movement: Movement) -> Balance | None:
    """The balance of a pairs movement.

    ``None`` for an individual movement, and where nothing is compared.
    """
    if movement.individual:
        return None
    groups: dict[int, list[Meeting]] = defaultdict(list)
    for _round, _table, cell in movement.cells():
        if cell.is_played:
            groups[cell.group].append((cell.ns[0], cell.ew[0]))
    if sum((2 * len(meetings)) ** 2 for meetings in groups.values()) > MOST_COMPARISONS:
        return None
    c = _comparisons(groups)
    played = Counter(pair for meetings in groups.values() for two in meetings for pair in two)
    totals = _Totals(len(played), sum(c.values()), sum(value * value for value in c.values()))
    if totals.qf is None:
        return None
    mean = Fraction(totals.sum, totals.couples)
    return Balance(
        qf=totals.qf,
        qc=100 * Fraction(totals.sum**2, totals.couples * totals.squares),
        variance=Fraction(totals.squares, totals.couples) - mean * mean,
        vacate=max(
            played, key=lambda pair: (_without(pair, groups, c, played, totals).qf or 0, pair)
        ),
    )


def balance_finding(movement: Movement) -> Iterator[Finding]:
    """The balance in one plain sentence."""
    found = measure(movement)
    if found is not None:
        message = gettext_noop(
            "Balance: Qf %(qf)s of 100, how evenly the pairs are compared with each other; when "
            "a pair is missing, leave number %(vacate)s vacant."
        )
        whole, tenth = divmod(round(10 * found.qf), 10)
        told = sentence(message, qf=f"{whole}.{tenth}", vacate=found.vacate)
        yield Finding(Level.INFORMATION, "balance", told)


@dataclass(frozen=True, slots=True)
class _Totals:
    """The number of pairs, and the sums of c and c² over their couples."""

    pairs: int
    sum: int
    squares: int

    @property
    def couples(self) -> int:
        return self.pairs * (self.pairs - 1) // 2

    @property
    def qf(self) -> Fraction | None:
        if self.squares == 0:
            return None
        q, k = divmod(self.sum, self.couples)
        return 100 * Fraction(self.couples * q * q + (2 * q + 1) * k, self.squares)


def _comparisons(groups: dict[int, list[Meeting]]) -> Counter[Couple]:
    c: Counter[Couple] = Counter()
    for meetings in groups.values():
        for meeting in meetings:
            c[_couple(*meeting)] += len(meetings) - 1
        for one, other in combinations(meetings, 2):
            _compare(c, one, other, 1)
    return c


def _compare(c: Counter[Couple], one: Meeting, other: Meeting, weight: int) -> None:
    """Add what two tables with the same group do to c."""
    (ns, ew), (other_ns, other_ew) = one, other
    c[_couple(ns, other_ns)] += weight
    c[_couple(ew, other_ew)] += weight
    c[_couple(ns, other_ew)] -= weight
    c[_couple(ew, other_ns)] -= weight


def _without(
    pair: int,
    groups: dict[int, list[Meeting]],
    c: Counter[Couple],
    played: Counter[int],
    totals: _Totals,
) -> _Totals:
    """The totals when a pair is missing: what it played, its opponents do not play either."""
    change: Counter[Couple] = Counter()
    unplayed: Counter[int] = Counter()
    for meetings in groups.values():
        gone = [meeting for meeting in meetings if pair in meeting]
        if not gone:
            continue
        for meeting in meetings:
            if pair not in meeting:
                change[_couple(*meeting)] -= len(gone)
                for other in gone:
                    _compare(change, meeting, other, -1)
        for meeting in gone:
            change[_couple(*meeting)] -= len(meetings) - 1
            unplayed.update(meeting)
        for one, other in combinations(gone, 2):
            _compare(change, one, other, -1)
    total, squares = totals.sum, totals.squares
    for couple, difference in change.items():
        total += difference
        squares += difference * (2 * c[couple] + difference)
    stopped = sum(1 for number in unplayed if unplayed[number] == played[number])
    return _Totals(totals.pairs - stopped, total, squares)


def _couple(one: int, other: int) -> Couple:
    return (one, other) if one < other else (other, one)
