"""A line chart of percentages over time: a dot for each, and a curve through their means."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date
from fractions import Fraction
from math import ceil, floor

from clubscore.charts.drawing import WIDTH, Mark, coordinate

HEIGHT = 210
LEFT, RIGHT, TOP, BOTTOM = 40, 392, 10, 186
"""The area of the curve; the labels stand left of it and below."""

STEP = 10
"""Per cent between two lines."""
MAX_YEARS = 8
"""How many years are labelled at most; of more, every second, third … one is."""


@dataclass(frozen=True, slots=True)
class Value:
    """A percentage of a day, its running mean, and a text that says both."""

    day: date
    percentage: Fraction
    mean: Fraction
    label: str


@dataclass(frozen=True, slots=True)
class Dot:
    """A value in the drawing."""

    x: str
    y: str
    label: str


@dataclass(frozen=True, slots=True)
class Chart:
    """The drawing: a dot for each value, a curve through the means, and the grid."""

    dots: tuple[Dot, ...]
    curve: str
    levels: tuple[Mark, ...]
    years: tuple[Mark, ...]
    width: int = WIDTH
    height: int = HEIGHT


def draw(values: Sequence[Value]) -> Chart:
    """The chart of some values in the order of their days. Raises :class:`ValueError` for none."""
    if not values:
        raise ValueError("A chart needs a value.")
    low, high = _levels(values)
    first, last = values[0].day, values[-1].day

    def x(day: date) -> str:
        days = (last - first).days
        # A single day stands in the middle.
        part = Fraction((day - first).days, days) if days else Fraction(1, 2)
        return coordinate(LEFT + part * (RIGHT - LEFT))

    def y(percentage: Fraction) -> str:
        return coordinate(BOTTOM - (percentage - low) / (high - low) * (BOTTOM - TOP))

    return Chart(
        dots=tuple(Dot(x(value.day), y(value.percentage), value.label) for value in values),
        curve=" ".join(f"{x(value.day)},{y(value.mean)}" for value in values),
        levels=tuple(Mark(y(Fraction(at)), f"{at} %") for at in range(low, high + 1, STEP)),
        years=tuple(Mark(x(day), str(day.year)) for day in _years(first, last)),
    )


def _levels(values: Sequence[Value]) -> tuple[int, int]:
    """The lowest and the highest line: at least 40 and 60, and all values between them."""
    low = min(floor(min(value.percentage for value in values) / STEP) * STEP, 40)
    high = max(ceil(max(value.percentage for value in values) / STEP) * STEP, 60)
    return low, high


def _years(first: date, last: date) -> Iterator[date]:
    """The first day of each year between two days, or of some where there are many; the first day
    of all where no year begins between them."""
    begun = range(first.year + 1, last.year + 1)
    if not begun:
        yield first
    # The last year is always labelled.
    step = -(-len(begun) // MAX_YEARS)
    for year in reversed(begun[::-step] if begun else ()):
        yield date(year, 1, 1)
