"""Results of one board compared: the interface of all methods of scoring.

A method sees the scores of one side as *counts*, how often each score occurs, and gives
the points of every score as whole numbers over one denominator. It never sees lines, so a
board of thousands of results costs as much as it has different scores. The other side's points
come from the same counts with the signs changed.

Weighted scores make parts of results: then all counts are multiples of ``1/unit``. A weighted
result is compared with the results of others only, each of its components alone.
"""

from collections.abc import Mapping
from fractions import Fraction
from typing import NamedTuple, Protocol

from events.sessions.domain.adjustments import Award

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
