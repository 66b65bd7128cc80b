"""What an explanation of a line's points is made of: comparisons, and steps from them to points.

Everything is seen from one side of the table: a score of 420 is one in its favour. *A* is the
number of results compared, *E* the number expected, *M* the matchpoints of the comparisons.
"""

from dataclasses import dataclass
from fractions import Fraction

from events.sessions.domain.adjustments import Award
from events.sessions.domain.contract import PassedOut, Side
from events.sessions.domain.played_contract import Played
from events.sessions.domain.scoring.board_score import Line
from events.sessions.domain.scoring.settings import Method


@dataclass(frozen=True, slots=True)
class Against:
    """The other results of one score: how many (a part where they are weighted), and what a
    comparison with each brings.
    """

    score: int
    count: Fraction
    each: Fraction

    @property
    def points(self) -> Fraction:
        return self.count * self.each


@dataclass(frozen=True, slots=True)
class Part:
    """A score that counts for the side with its weight, and what it brings unweighted."""

    weight: Fraction
    score: int
    played: Played | PassedOut | None
    against: tuple[Against, ...]
    points: Fraction


@dataclass(frozen=True, slots=True)
class Neuberg:
    """(M + bonus)·E/A − bonus; the bonus is 1 on the two-point scale and ½ on the other."""

    points: Fraction
    bonus: Fraction
    results: int
    expected: int
    value: Fraction


@dataclass(frozen=True, slots=True)
class SmallGroup:
    """60 + 5(M − (A − 1)) per cent of the top, M on the two-point scale."""

    points: Fraction
    results: int
    expected: int
    percentage: Fraction
    top: Fraction
    value: Fraction


@dataclass(frozen=True, slots=True)
class DatumScore:
    """A score in the datum: how many results have it, and how many of them are dropped."""

    score: int
    count: Fraction
    dropped: Fraction


@dataclass(frozen=True, slots=True)
class Datum:
    """The mean of the ``counted`` results, which are not dropped, and its rounded value."""

    scores: tuple[DatumScore, ...]
    counted: int
    mean: Fraction
    value: int


@dataclass(frozen=True, slots=True)
class Mean:
    """The sum of the IMPs divided by the number of comparisons."""

    total: Fraction
    comparisons: int
    value: Fraction


@dataclass(frozen=True, slots=True)
class ShortBoard:
    """IMPs of a board with fewer results than others, times E(A − 1) / A(E − 1)."""

    points: Fraction
    results: int
    expected: int
    factor: Fraction
    value: Fraction


@dataclass(frozen=True, slots=True)
class OwnShare:
    """The contestants' result on their other boards, to which A+ and A− are compared."""

    points: Fraction
    of: Fraction

    @property
    def percentage(self) -> Fraction:
        return 100 * self.points / self.of


@dataclass(frozen=True, slots=True)
class Awarded:
    """An artificial score: the award, the percentage that it comes to, and what that is worth.

    ``follows`` says whether the contestants' other boards matter; ``own`` is their result there,
    ``None`` where they have none yet.
    """

    award: Award
    follows: bool
    own: OwnShare | None
    percentage: Fraction
    value: Fraction


@dataclass(frozen=True, slots=True)
class Rounded:
    """The points of the board rounded to parts of a point."""

    points: Fraction
    parts: int
    value: Fraction


Step = Neuberg | SmallGroup | Mean | ShortBoard | Awarded | Rounded
"""From the comparisons to the points; every step starts from the value of the one before."""


@dataclass(frozen=True, slots=True)
class Explanation:
    """Where one side's points on a line come from.

    ``parts`` are empty for an artificial score; ``compared`` is what they bring together, by
    their weights. ``datum`` is what Butler compares with. ``total`` is the last step's value, or
    else ``compared``, and ``None`` for a line that does not count; ``top`` is ``None`` for a
    method without one.
    """

    line: Line
    side: Side
    method: Method
    parts: tuple[Part, ...]
    compared: Fraction
    datum: Datum | None
    steps: tuple[Step, ...]
    top: Fraction | None
    total: Fraction | None

    @property
    def percentage(self) -> Fraction | None:
        """The total as a part of the top; ``None`` without one."""
        return None if self.total is None or not self.top else 100 * self.total / self.top
