"""Matchpoints (Law 78A), and Neuberg's formula for boards with fewer results than others.

On the two-point scale a result gets 2 for every other result it beats and 1 for every one it
equals; on the one-point scale half of that. All counting here is on the two-point scale.

With E results expected and A compared, M matchpoints become (M + 1)·E/A − 1. Where there are
three or fewer, and no more than a third of E, they become a percentage instead: 60 for one
result, 65 and 55 for two, 70, 60 and 50 for three.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction

from events.domain.adjustments import Average, Award
from events.domain.comparison import Counts, Table


def raw_matchpoints(counts: Counts, unit: int = 1) -> dict[int, int]:
    """Matchpoints of a whole result, by score, in parts of 1/unit: 2 a win and 1 a tie."""
    return {score: below + upto - unit for score, below, upto in _running(counts)}


@dataclass(frozen=True, slots=True)
class Matchpoints:
    """Matchpoints on a scale; ``expected`` is Neuberg's E, ``None`` without the formula."""

    expected: int | None = None
    scale: int = 2

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
        others = {score: count - own.get(score, 0) for score, count in counts.items()}
        points = sum(own.get(score, 0) * (below + upto) for score, below, upto in _running(others))
        slope, offset, denominator = self._formula(sum(counts.values()) // unit)
        return (slope * Fraction(points, unit * unit) + offset) / denominator

    def _formula(self, results: int) -> tuple[int, int, int]:
        """``slope``, ``offset`` and ``denominator`` of what M becomes among so many results."""
        halves = 2 // self.scale
        if self.expected is None or self.expected == results:
            return 1, 0, halves
        if results <= 3 and 3 * results <= self.expected:
            # 60 + 5 (M − (A − 1)) per cent of 2 (E − 1), without the common factor 10.
            top = self.expected - 1
            return top, (13 - results) * top, 10 * halves
        return self.expected, self.expected - results, results * halves


def _running(counts: Counts) -> Iterator[tuple[int, int, int]]:
    """Every score, ascending, with how many results lie below it and how many up to it."""
    upto = 0
    for score in sorted(counts):
        below = upto
        upto += counts[score]
        yield score, below, upto
