"""How a field is scored: the choices a director has.

Results of one board compared: the interface of all methods of scoring.

A method sees the scores of one side as *counts*, how often each score occurs, and gives
the points of every score as whole numbers over one denominator. It never sees lines, so a
board of thousands of results costs as much as it has different scores. The other side's points
come from the same counts with the signs changed.

Weighted scores make parts of results: then all counts are multiples of ``1/unit``. A weighted
result is compared with the results of others only, each of its components alone.

IMPs (Law 78B): against a datum (Butler), or against every other result (cross-IMPs).

Also total points (Law 78C), the simplest of comparisons.

Matchpoints (Law 78A), and Neuberg's formula for boards with fewer results than others.

On the two-point scale a result gets 2 for every other result it beats and 1 for every one it
equals; on the one-point scale half of that. All counting here is on the two-point scale.

With E results expected and A compared, M matchpoints become (M + 1)·E/A − 1. Where there are
three or fewer, and no more than a third of E, they become a percentage instead: 60 for one
result, 65 and 55 for two, 70, 60 and 50 for three (English Bridge Union, White Book, Small
sub-fields). That exception can be switched off.
"""

from bisect import bisect_right
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction
from typing import NamedTuple, Protocol

from events.common.domain import Rounding, round_quotient
from events.sessions.core.domain.adjustment import Average, Award

Both = tuple[Fraction, Fraction]
"""The values of the home and of the away team."""


class Method(StrEnum):
    MATCHPOINTS = "mp"
    BUTLER = "butler"
    CROSS_IMPS = "cross-imps"
    TOTAL = "total"


class ImpsBy(StrEnum):
    """What IMPs are ranked by: the total, the total divided by the boards played, or that only
    where the contestants of a list played different numbers of boards."""

    TOTAL = "total"
    BOARD = "board"
    UNEQUAL = "unequal"


@dataclass(frozen=True, slots=True)
class Settings:
    """The choices.

    ``scale`` is 2 (2 a win, 1 a tie) or 1 (1 and ½). ``winners`` 1 makes one list, 2 makes one
    for each direction. ``neuberg`` scales short boards to the same top, in cross-IMPs to the
    same weight; ``expected`` is the number of results it uses, by default the largest
    of any board, and never less. ``small_groups`` gives one to three results percentages
    instead, where they are no more than a third of those. ``one_field`` compares across
    sections. ``session_average`` lets A+ rise and A− fall to the pair's own percentage.
    ``butler_drop`` results are left out at each end of the datum. ``cross_imps_mean`` divides
    the sum by the number of comparisons; ``imps_by`` is what both are ranked by. A contestant
    that played less than ``minimum_part`` of the boards is listed without a place.
    """

    method: Method = Method.MATCHPOINTS
    scale: int = 2
    winners: int = 1
    neuberg: bool = True
    small_groups: bool = True
    rounding: Rounding = Rounding.EXACT
    expected: int | None = None
    one_field: bool = True
    session_average: bool = True
    butler_drop: int = 1
    cross_imps_mean: bool = True
    imps_by: ImpsBy = ImpsBy.TOTAL
    minimum_part: Fraction = Fraction(0)

    def __post_init__(self) -> None:
        if self.scale not in (1, 2) or self.winners not in (1, 2):
            raise ValueError("scale and winners are 1 or 2")
        if not 0 <= self.butler_drop <= 2:
            raise ValueError("0 to 2 results are dropped")
        if self.expected is not None and self.expected < 1:
            raise ValueError("at least one result is expected")


Counts = Mapping[int, int]
"""How often each score, seen from one side, occurs on a board; in parts of 1/unit."""


class Table(NamedTuple):
    """Points of a whole result, by score: ``numerators[score] / denominator``."""

    numerators: dict[int, int]
    denominator: int


class Comparison(Protocol):
    """A method of scoring, with its settings."""

    def table(self, counts: Counts, unit: int = 1) -> Table:
        """The points of every score on the board."""
        ...

    def weighted(self, own: Counts, counts: Counts, unit: int) -> Fraction:
        """The points of a weighted result; ``counts`` include its own scores, ``own``."""
        ...

    def artificial(self, award: Award, top: int | None) -> Fraction:
        """The points of an artificial award."""
        ...

    def top(self, results: int) -> int | None:
        """The top of a board with so many results; ``None`` for a method without one."""
        ...


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

    def weighted(self, own: Counts, counts: Counts, unit: int) -> Fraction:
        return Fraction(sum(score * count for score, count in own.items()), unit)


def raw_matchpoints(counts: Counts, unit: int = 1) -> dict[int, int]:
    """Matchpoints of a whole result, by score, in parts of 1/unit: 2 a win and 1 a tie."""
    return {score: below + upto - unit for score, below, upto in _running(counts)}


class Formula(NamedTuple):
    """M matchpoints become ``(slope·M + offset) / denominator``."""

    slope: int
    offset: int
    denominator: int

    def __call__(self, points: Fraction | int) -> Fraction:
        return Fraction(self.slope * points + self.offset) / self.denominator


def neuberg(results: int, expected: int) -> Formula:
    """(M + 1)·E/A − 1, for A results compared and E expected."""
    # (M + 1)·E/A − 1 = (E·M + E − A) / A.
    return Formula(expected, expected - results, results)


def is_small_group(results: int, expected: int) -> bool:
    """Whether so few results are compared that they get a percentage instead."""
    return results <= 3 and 3 * results <= expected


def small_group(results: int, expected: int) -> Formula:
    """60 + 5(M − (A − 1)) per cent of the top 2(E − 1)."""
    top = expected - 1
    # (60 + 5(M − A + 1)) / 100 of 2(E − 1) = (E − 1)(M + 13 − A) / 10.
    return Formula(top, (13 - results) * top, 10)


@dataclass(frozen=True, slots=True)
class Matchpoints:
    """Matchpoints on a scale; ``expected`` is Neuberg's E, ``None`` without the formula."""

    expected: int | None = None
    scale: int = 2
    small_groups: bool = True

    def top(self, results: int) -> int:
        return self.scale * max(0, (self.expected or results) - 1)

    def artificial(self, award: Award, top: int | None) -> Fraction:
        percentage = award.percentage if isinstance(award, Average) else award
        return percentage * (top or 0) / 100

    def table(self, counts: Counts, unit: int = 1) -> Table:
        slope, offset, denominator = self._formula(sum(counts.values()) // unit)
        offset *= unit
        numerators = {
            score: slope * points + offset
            for score, points in raw_matchpoints(counts, unit).items()
        }
        return Table(numerators, denominator * unit)

    def weighted(self, own: Counts, counts: Counts, unit: int) -> Fraction:
        # A weighted result is not compared with itself.
        others = {score: count - own.get(score, 0) for score, count in counts.items()}
        # Twice the wins and once the ties: those below count in both numbers, equals in one.
        points = sum(own.get(score, 0) * (below + upto) for score, below, upto in _running(others))
        return self._formula(sum(counts.values()) // unit)(Fraction(points, unit * unit))

    def _formula(self, results: int) -> Formula:
        """The formula for matchpoints among so many results, on the scale."""
        formula = Formula(1, 0, 1)
        if self.expected is not None and results not in (0, self.expected):
            small = self.small_groups and is_small_group(results, self.expected)
            formula = (small_group if small else neuberg)(results, self.expected)
        # Computed on the two-point scale; half of it on the other.
        return formula._replace(denominator=formula.denominator * 2 // self.scale)


def _running(counts: Counts) -> Iterator[tuple[int, int, int]]:
    """Every score, ascending, with how many results lie below it and how many up to it."""
    upto = 0
    for score in sorted(counts):
        below = upto
        upto += counts[score]
        yield score, below, upto
