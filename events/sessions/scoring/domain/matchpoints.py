"""Matchpoints (Law 78A), and Neuberg's formula for boards with fewer results than expected.

And what all methods of comparing the results of a board have in common.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import NamedTuple, Protocol

from events.sessions.core.domain.adjustment import Average, Award

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

    def sides(self, counts: Counts) -> tuple[Table, Table]:
        """The points of both sides by the score to North–South, where every result is a score."""
        ...

    def weighted(self, own: Counts, counts: Counts, unit: int) -> Fraction:
        """The points of a weighted result; ``counts`` include its own scores, ``own``."""
        ...

    def artificial(self, award: Award, top: int | None, results: int) -> Fraction:
        """The points of an artificial award, itself among so many results of the board."""
        ...

    def among(self, results: int) -> "Comparison":
        """The same for a board on which one side may have fewer than so many results."""
        ...

    def top(self, results: int) -> int | None:
        """The top of a board with so many results; ``None`` for a method without one."""
        ...


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


def ties(results: int, expected: int) -> Formula:
    """M + (E − A): each result that is missing is a tie."""
    return Formula(1, expected - results, 1)


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
    missing_ties: bool = False

    def top(self, results: int) -> int:
        return self.scale * max(0, (self.expected or results) - 1)

    def among(self, results: int) -> "Matchpoints":
        return self if self.expected else replace(self, expected=results)

    def artificial(self, award: Award, top: int | None, results: int) -> Fraction:
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

    def sides(self, counts: Counts) -> tuple[Table, Table]:
        results = sum(counts.values())
        slope, offset, denominator = self._formula(results)
        # Both sides of a result have 2(A − 1) matchpoints together.
        both = slope * 2 * (results - 1) + 2 * offset
        ns, ew = {}, {}
        for score, below, upto in _running(counts):
            ns[score] = points = slope * (below + upto - 1) + offset
            ew[score] = both - points
        return Table(ns, denominator), Table(ew, denominator)

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
            usual = small_group if small else neuberg
            formula = (ties if self.missing_ties else usual)(results, self.expected)
        # Computed on the two-point scale; half of it on the other.
        return formula._replace(denominator=formula.denominator * 2 // self.scale)


def opposite(ns: Table) -> tuple[Table, Table]:
    """The points of both sides, where one side has what the other has not."""
    return ns, Table({score: -points for score, points in ns.numerators.items()}, ns.denominator)


def _running(counts: Counts) -> Iterator[tuple[int, int, int]]:
    """Every score, ascending, with how many results lie below it and how many up to it."""
    upto = 0
    for score in sorted(counts):
        below = upto
        upto += counts[score]
        yield score, below, upto
