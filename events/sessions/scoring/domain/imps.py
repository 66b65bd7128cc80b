"""IMPs (Law 78B): against a datum (Butler), or against every other result (cross-IMPs); and total
points.
"""

from bisect import bisect_right
from dataclasses import dataclass
from fractions import Fraction

from events.common.domain import round_quotient
from events.sessions.core.domain.adjustment import Average, Award
from events.sessions.scoring.domain.matchpoints import Counts, Table, opposite

Both = tuple[Fraction, Fraction]
"""The values of the home and of the away team."""


# fmt: off
_LOWER_LIMITS = (
    20, 50, 90, 130, 170, 220, 270, 320, 370, 430, 500, 600, 750, 900, 1100, 1300, 1500, 1750,
    2000, 2250, 2500, 3000, 3500, 4000,
)

# fmt: on
_MIN_TO_DROP_FROM = 4


def imps(difference: int) -> int:
    """IMPs for a difference of scores, with its sign: 0 to 24."""
    # The limits are the smallest differences: exactly 20 is 1 IMP already.
    size = bisect_right(_LOWER_LIMITS, abs(difference))
    return size if difference >= 0 else -size


def dropped_results(results: int, drop: int) -> int:
    """How many of so many results are dropped at each end."""
    # At least one result must remain.
    return min(drop, (results - 1) // 2) if results >= _MIN_TO_DROP_FROM else 0


def datum(counts: Counts, unit: int = 1, drop: int = 1) -> int:
    """The mean without the ``drop`` best and worst results, to the nearest 10.

    Exact halves go away from zero. Nothing is dropped from fewer than four results, and never
    all of them. 0 where there is no result.
    """
    results = sum(counts.values()) // unit
    if results == 0:
        return 0
    dropped = dropped_results(results, drop)
    total = sum(score * count for score, count in counts.items())
    for scores in (sorted(counts), sorted(counts, reverse=True)):
        # A weighted score may be dropped in part.
        left = dropped * unit
        for score in scores:
            taken = min(left, counts[score])
            total -= score * taken
            left -= taken
    return 10 * round_quotient(total, 10 * (results - 2 * dropped) * unit)


def artificial_imps(award: Award) -> Fraction:
    """3 IMPs for average plus, −3 for average minus; by proportion for other percentages."""
    percentage = award.percentage if isinstance(award, Average) else award
    return (percentage - 50) * Fraction(3, 10)


@dataclass(frozen=True, slots=True)
class Butler:
    """IMPs for the difference to the datum."""

    drop: int = 1

    def top(self, results: int) -> None:
        return None

    def artificial(self, award: Award, top: int | None) -> Fraction:
        return artificial_imps(award)

    def table(self, counts: Counts, unit: int = 1) -> Table:
        middle = datum(counts, unit, self.drop)
        return Table({score: imps(score - middle) for score in counts}, 1)

    def sides(self, counts: Counts) -> tuple[Table, Table]:
        return opposite(self.table(counts))

    def weighted(self, own: Counts, counts: Counts, unit: int) -> Fraction:
        numerators = self.table(counts, unit).numerators
        return Fraction(sum(numerators[score] * count for score, count in own.items()), unit)


@dataclass(frozen=True, slots=True)
class CrossImps:
    """IMPs against every other result: their mean, or their sum.

    Among A results where E are ``expected``, they are multiplied by E(A − 1) / A(E − 1).
    """

    expected: int | None = None
    mean: bool = True

    def top(self, results: int) -> None:
        return None

    def artificial(self, award: Award, top: int | None) -> Fraction:
        return artificial_imps(award)

    def table(self, counts: Counts, unit: int = 1) -> Table:
        factor = self._factor(sum(counts.values()) // unit) / unit
        numerators = {
            score: factor.numerator
            * sum(imps(score - other) * count for other, count in counts.items())
            for score in counts
        }
        return Table(numerators, factor.denominator)

    def sides(self, counts: Counts) -> tuple[Table, Table]:
        return opposite(self.table(counts))

    def weighted(self, own: Counts, counts: Counts, unit: int) -> Fraction:
        # Its own components among the counts cancel each other: imps(a − b) = −imps(b − a).
        numerators, denominator = self.table(counts, unit)
        total = sum(numerators[score] * count for score, count in own.items())
        return Fraction(total, denominator * unit)

    def _factor(self, results: int) -> Fraction:
        if results < 2:
            return Fraction(0)
        factor = Fraction(1, results - 1) if self.mean else Fraction(1)
        if self.expected is not None and self.expected > 1:
            factor *= Fraction(self.expected * (results - 1), results * (self.expected - 1))
        return factor


@dataclass(frozen=True, slots=True)
class TotalPoints:
    """The score itself. An artificial award has no value here."""

    def top(self, results: int) -> None:
        return None

    def artificial(self, award: Award, top: int | None) -> Fraction:
        return Fraction(0)

    def table(self, counts: Counts, unit: int = 1) -> Table:
        return Table({score: score for score in counts}, 1)

    def sides(self, counts: Counts) -> tuple[Table, Table]:
        return opposite(self.table(counts))

    def weighted(self, own: Counts, counts: Counts, unit: int) -> Fraction:
        return Fraction(sum(score * count for score, count in own.items()), unit)
