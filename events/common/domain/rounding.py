"""Rounding of exact numbers, always halves away from zero; for points, the same as halves up."""

from enum import StrEnum
from fractions import Fraction


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
