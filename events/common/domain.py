"""Rounding of exact numbers, always halves away from zero; for points, the same as halves up.

A club's season: from the first of September to the end of August.

A place in a ranking: a number, and whether it is shared.
"""

import datetime
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction
from typing import Final


class Rounding(StrEnum):
    """Where a scoring program rounds; the value names what is rounded, and to which unit."""

    EXACT = "exact"
    BOARD_TENTH = "board:0.1"
    BOARD_HUNDREDTH = "board:0.01"
    TOTAL_HUNDREDTH = "total:0.01"

    @property
    def board_parts(self) -> int | None:
        """Into how many parts a point is divided on a board; ``None`` when it is not rounded."""
        return {Rounding.BOARD_TENTH: 10, Rounding.BOARD_HUNDREDTH: 100}.get(self)


def round_quotient(numerator: int, denominator: int) -> int:
    """The whole number nearest to a quotient; the denominator is positive."""
    size = (2 * abs(numerator) + denominator) // (2 * denominator)
    return size if numerator >= 0 else -size


def round_to(value: Fraction, parts: int) -> Fraction:
    """The nearest multiple of ``1/parts``."""
    return Fraction(round_quotient(value.numerator * parts, value.denominator), parts)


def hundredths(value: Fraction) -> int:
    """The nearest whole number of hundredths."""
    return round_quotient(value.numerator * 100, value.denominator)


def two_decimals(value: Fraction) -> str:
    """A percentage as printed: ``49.09``, ``100.00``."""
    size = hundredths(value)
    return f"{'-' if size < 0 else ''}{abs(size) // 100}.{abs(size) % 100:02d}"


def at_most_two_decimals(value: Fraction) -> str:
    """A total as printed: ``30.33``, ``-5``, ``12.5``."""
    return two_decimals(value).rstrip("0").rstrip(".")


FIRST_MONTH: Final = 9


@dataclass(frozen=True, slots=True, order=True)
class Season:
    """The season that begins in a year."""

    year: int

    @classmethod
    def of(cls, day: datetime.date) -> "Season":
        """The season of a day."""
        return cls(day.year if day.month >= FIRST_MONTH else day.year - 1)

    @property
    def start(self) -> datetime.date:
        """The first day."""
        return datetime.date(self.year, FIRST_MONTH, 1)

    @property
    def end(self) -> datetime.date:
        """The last day."""
        return datetime.date(self.year + 1, FIRST_MONTH, 1) - datetime.timedelta(days=1)

    def __str__(self) -> str:
        return f"{self.year}–{self.year + 1}"


@dataclass(frozen=True, slots=True, order=True)
class Place:
    """``str()`` is ``3``, or ``3=`` where the place is shared."""

    number: int
    is_shared: bool = False

    def __bool__(self) -> bool:
        return self.number > 0

    def __str__(self) -> str:
        return f"{self.number or ''}{'=' if self.is_shared else ''}"


UNPLACED: Final = Place(0)
"""That of whoever is listed without a place: false, and printed as nothing."""
