"""What all charts share: their size, the labelled lines of a grid, coordinates as text."""

from dataclasses import dataclass
from fractions import Fraction
from math import ceil

WIDTH = 400
"""The width of every drawing."""

_STEPS = (1, 2, 5)


@dataclass(frozen=True, slots=True)
class Mark:
    """A line of the grid, or a place on an axis, with its label."""

    at: str
    label: str


def coordinate(place: Fraction | int) -> str:
    """A coordinate with one decimal."""
    return f"{float(place):.1f}"


def round_step(span: Fraction | int, *, lines: int) -> int:
    """The smallest of 1, 2, 5, 10, 20, 50 … that divides a span into no more than ``lines``."""
    step = 1
    while True:
        for factor in _STEPS:
            if span <= factor * step * lines:
                return factor * step
        step *= 10


def label_every(count: int, *, room: int) -> int:
    """Every how manieth of ``count`` neighbours is labelled, where there is room for ``room``."""
    return max(1, ceil(Fraction(count, room)))
