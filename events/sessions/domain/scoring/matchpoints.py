"""Matchpoints (Law 78A), and Neuberg's formula for boards with fewer results than others.

On the two-point scale a result gets 2 for every other result it beats and 1 for every one it
equals; on the one-point scale half of that. All counting here is on the two-point scale.

With E results expected and A compared, M matchpoints become (M + 1)·E/A − 1. Where there are
three or fewer, and no more than a third of E, they become a percentage instead: 60 for one
result, 65 and 55 for two, 70, 60 and 50 for three (English Bridge Union, White Book, Small
sub-fields). That exception can be switched off.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from typing import NamedTuple

from events.sessions.domain.adjustments import Average, Award
from events.sessions.domain.scoring.comparison import Counts, Table


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
