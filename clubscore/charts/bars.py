"""A bar for each board, up from the middle where it went well and down where it did not."""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import ceil

from django.utils.html import format_html_join
from django.utils.safestring import SafeString

from clubscore.charts.drawing import WIDTH, Mark, coordinate, label_every, round_step

HEIGHT = 170
LEFT, RIGHT, TOP, BOTTOM = 46, 396, 8, 146
"""The area of the bars; the labels stand left of it and below."""
LABELS = 14
"""The number of labels for which there is room below the bars."""
GAP = Fraction(1, 5)
"""The part of a bar's place that stays empty."""
THIN = Fraction(3, 2)
"""The height of a bar of exactly the middle: it can be seen that the board was played."""


_BAR_SVG = (
    '<rect class="chart-bar chart-{4}" x="{0}" y="{1}" width="{2}" height="{3}">'
    "<title>{5}</title></rect>"
)


@dataclass(frozen=True, slots=True)
class Value:
    """What stands under a bar, its value, and a text that says both."""

    name: str
    value: Fraction
    label: str


@dataclass(frozen=True, slots=True)
class Bar:
    """A bar in the drawing; ``kind`` is ``above``, ``below`` or ``middle``."""

    x: str
    y: str
    width: str
    height: str
    kind: str
    label: str


@dataclass(frozen=True, slots=True)
class BarChart:
    """The bars, the middle from which they start, the other lines, and the names below."""

    bars: tuple[Bar, ...]
    middle: str
    levels: tuple[Mark, ...]
    names: tuple[Mark, ...]
    left: int = LEFT
    right: int = RIGHT
    width: int = WIDTH
    height: int = HEIGHT

    @property
    def bars_svg(self) -> SafeString:
        """The bars as SVG, each with its label: a loop of the template takes four times as long."""
        rows = ((bar.x, bar.y, bar.width, bar.height, bar.kind, bar.label) for bar in self.bars)
        return format_html_join("", _BAR_SVG, rows)


def draw_percentages(values: Sequence[Value]) -> BarChart:
    """Percentages from 0 to 100, the middle at 50. Raises :class:`ValueError` for none."""
    levels = {level: f"{level} %" for level in (0, 25, 50, 75, 100)}
    return _draw(values, levels=levels, middle=50)


def draw_points(values: Sequence[Value]) -> BarChart:
    """Points such as IMPs, the middle at 0, as far up as down. Raises :class:`ValueError` for
    none."""
    largest = max((abs(each.value) for each in values), default=Fraction(0))
    step = round_step(max(largest, Fraction(2)), lines=2)
    end = step * max(ceil(largest / step), 1)
    levels = {at: f"{at:+d}".replace("-", "−") if at else "0" for at in range(-end, end + 1, step)}
    return _draw(values, levels=levels, middle=0)


def _draw(values: Sequence[Value], *, levels: dict[int, str], middle: int) -> BarChart:
    if not values:
        raise ValueError("A chart needs a value.")
    low, high = min(levels), max(levels)
    place = Fraction(RIGHT - LEFT, len(values))

    def y(value: Fraction | int) -> Fraction:
        return BOTTOM - (Fraction(value) - low) / (high - low) * (BOTTOM - TOP)

    step = label_every(len(values), room=LABELS)
    return BarChart(
        bars=tuple(
            _bar(
                each, LEFT + place * (index + GAP / 2), place * (1 - GAP), y(each.value), y(middle)
            )
            for index, each in enumerate(values)
        ),
        middle=coordinate(y(middle)),
        levels=tuple(Mark(coordinate(y(at)), label) for at, label in levels.items()),
        names=tuple(
            Mark(coordinate(LEFT + place * (index + Fraction(1, 2))), values[index].name)
            for index in range(0, len(values), step)
        ),
    )


def _bar(value: Value, x: Fraction, width: Fraction, end: Fraction, middle: Fraction) -> Bar:
    kind = "middle" if end == middle else "above" if end < middle else "below"
    top, height = min(end, middle), abs(end - middle)
    if height < THIN:
        top, height = (middle if kind == "below" else middle - THIN), THIN
    return Bar(
        x=coordinate(x),
        y=coordinate(top),
        width=coordinate(width),
        height=coordinate(height),
        kind=kind,
        label=value.label,
    )
