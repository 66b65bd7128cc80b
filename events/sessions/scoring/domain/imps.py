"""IMPs (Law 78B): against a datum (Butler), or against every other result (cross-IMPs); and total
points.
"""

import re
from bisect import bisect_right
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from math import ceil
from typing import Final

from clubscore.text.numbers import integer_of
from clubscore.text.problems import Refused, gettext_noop, sentence
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
_MIN_TO_SHARE = 3
_MIN_TO_ROUND_UP = 6


@cache
def imps(difference: int) -> int:
    """IMPs for a difference of scores, with its sign: 0 to 24."""
    # The limits are the smallest differences: exactly 20 is 1 IMP already.
    size = bisect_right(_LOWER_LIMITS, abs(difference))
    return size if difference >= 0 else -size


MAX_PERCENT: Final = 40
"""The largest share that is left out of a datum at each end."""


@dataclass(frozen=True, slots=True)
class DatumRule:
    """How the datum of a board follows from its results.

    ``drop`` results are left out at each end, or ``percent`` of them if that is not 0: ``in_parts``
    exactly, else rounded up to whole results. The mean of the others goes to the nearest 10, an
    exact half away from zero, or ``to_even`` tens.
    """

    drop: int = 1
    percent: int = 0
    in_parts: bool = True
    to_even: bool = False

    def left_out(self, results: int) -> Fraction:
        """How many of so many results are left out at each end; never all."""
        if not self.percent:
            # At least one result must remain.
            most = (results - 1) // 2 if results >= _MIN_TO_DROP_FROM else 0
            return Fraction(min(self.drop, most))
        share = Fraction(results * self.percent, 100)
        if self.in_parts:
            return share if results >= _MIN_TO_SHARE else Fraction(0)
        most = (results - 1) // 2 if results >= _MIN_TO_ROUND_UP else 0
        return Fraction(min(ceil(share), most))

    def rounded(self, mean: Fraction) -> int:
        """A mean to tens."""
        tens = mean / 10
        # Python rounds an exact half to the even whole number.
        return 10 * (
            round(tens) if self.to_even else round_quotient(tens.numerator, tens.denominator)
        )


def datum(counts: Counts, unit: int, rule: DatumRule) -> int:
    """The mean of what a rule does not leave out, to tens; 0 where there is no result."""
    results = sum(counts.values()) // unit
    if results == 0:
        return 0
    dropped = rule.left_out(results)
    total = Fraction(sum(score * count for score, count in counts.items()))
    for scores in (sorted(counts), sorted(counts, reverse=True)):
        # A weighted score may be dropped in part.
        left = dropped * unit
        for score in scores:
            taken = min(left, Fraction(counts[score]))
            total -= score * taken
            left -= taken
    return rule.rounded(total / ((results - 2 * dropped) * unit))


Datums = tuple[tuple[int, int], ...]
"""Datums that are given, by board."""

MAX_DATUMS: Final = 200
"""Of so many boards at most datums are given."""

_GIVEN = re.compile(r"([0-9]{1,4})[:=]([+-]?[0-9]{1,5})")

_NO_DATUM = gettext_noop(
    "“%(value)s” is no datum of a board: write the board, a colon and the score to North–South,"
    " such as 7:-50, with a blank between boards."
)
_TWICE = gettext_noop("Board %(board)s has two datums.")
_MANY = gettext_noop("Datums can be given for %(most)s boards at most.")


def read_datums(text: str) -> Datums:
    """Datums as they are typed, such as ``1:120 2:-50``. Raises :class:`Refused`."""
    given: dict[int, int] = {}
    for word in re.split(r"[\s,;]+", text.replace("−", "-").strip()) if text.strip() else ():
        match = _GIVEN.fullmatch(word)
        if not match or not integer_of(match[1]):
            raise Refused(sentence(_NO_DATUM, value=word[:20]))
        board = integer_of(match[1])
        if board in given:
            raise Refused(sentence(_TWICE, board=board))
        given[board] = integer_of(match[2])
    if len(given) > MAX_DATUMS:
        raise Refused(sentence(_MANY, most=MAX_DATUMS))
    return tuple(sorted(given.items()))


def write_datums(datums: Datums) -> str:
    """Datums as :func:`read_datums` reads them."""
    return " ".join(f"{board}:{value}" for board, value in datums)


def artificial_imps(award: Award) -> Fraction:
    """3 IMPs for average plus, −3 for average minus; by proportion for other percentages."""
    percentage = award.percentage if isinstance(award, Average) else award
    return (percentage - 50) * Fraction(3, 10)


@dataclass(frozen=True, slots=True)
class Butler:
    """IMPs for the difference to the datum, which may be ``given``."""

    rule: DatumRule = DatumRule()
    given: int | None = None

    def top(self, results: int) -> None:
        return None

    def among(self, results: int) -> "Butler":
        return self

    def artificial(self, award: Award, top: int | None, results: int) -> Fraction:
        return artificial_imps(award)

    def table(self, counts: Counts, unit: int = 1) -> Table:
        middle = datum(counts, unit, self.rule) if self.given is None else self.given
        return Table({score: imps(score - middle) for score in counts}, 1)

    def sides(self, counts: Counts) -> tuple[Table, Table]:
        return opposite(self.table(counts))

    def weighted(self, own: Counts, counts: Counts, unit: int) -> Fraction:
        numerators = self.table(counts, unit).numerators
        return Fraction(sum(numerators[score] * count for score, count in own.items()), unit)


@dataclass(frozen=True, slots=True)
class CrossImps:
    """IMPs against every other result: their mean, or their sum.

    Among A results where E are ``expected``, they are multiplied by E(A − 1) / A(E − 1). In a sum,
    an award may count once, or ``award_each`` time that its line would have been compared.
    """

    expected: int | None = None
    mean: bool = True
    award_each: bool = False

    def top(self, results: int) -> None:
        return None

    def among(self, results: int) -> "CrossImps":
        return self

    def artificial(self, award: Award, top: int | None, results: int) -> Fraction:
        times = (self.expected or results) - 1 if self.award_each and not self.mean else 1
        return artificial_imps(award) * times

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

    def among(self, results: int) -> "TotalPoints":
        return self

    def artificial(self, award: Award, top: int | None, results: int) -> Fraction:
        return Fraction(0)

    def table(self, counts: Counts, unit: int = 1) -> Table:
        return Table({score: score for score in counts}, 1)

    def sides(self, counts: Counts) -> tuple[Table, Table]:
        return opposite(self.table(counts))

    def weighted(self, own: Counts, counts: Counts, unit: int) -> Fraction:
        return Fraction(sum(score * count for score, count in own.items()), unit)
