"""How far each table is: a bar for what is entered, a mark where the middle table is."""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from statistics import median_low

from clubscore.charts.drawing import WIDTH, coordinate

LEFT, RIGHT = 30, 316
"""The area of the bars; tables stand left of it, how far they are right of it."""
ROW, BAR = 22, 14
"""The height of a table's row, and of its bar."""
TOP = 4


@dataclass(frozen=True, slots=True)
class Table:
    """A table, and how many of its lines are in, of how many."""

    name: str
    entered: int
    expected: int


@dataclass(frozen=True, slots=True)
class Row:
    """A table in the drawing; ``ahead`` counts its lines more than the middle table has, fewer
    where it is negative."""

    name: str
    y: str
    text_y: str
    full: str
    done: str
    entered: int
    expected: int
    ahead: int

    @property
    def difference(self) -> str:
        """``+2``, ``−3``; empty for a table that is even."""
        return f"{self.ahead:+d}".replace("-", "−") if self.ahead else ""

    @property
    def kind(self) -> str:
        """``ahead``, ``behind`` or ``even``."""
        return "even" if self.ahead == 0 else "ahead" if self.ahead > 0 else "behind"


@dataclass(frozen=True, slots=True)
class PaceChart:
    """The tables, and where the middle one is."""

    rows: tuple[Row, ...]
    middle: str
    height: int
    left: int = LEFT
    bar: int = BAR
    width: int = WIDTH


def draw(tables: Sequence[Table]) -> PaceChart:
    """The chart of some tables. Raises :class:`ValueError` for none, or without lines."""
    longest = max((table.expected for table in tables), default=0)
    if not longest:
        raise ValueError("A chart needs a line.")
    middle = median_low([table.entered for table in tables])

    def length(lines: int) -> Fraction:
        return Fraction(lines, longest) * (RIGHT - LEFT)

    return PaceChart(
        rows=tuple(
            Row(
                name=table.name,
                y=coordinate(TOP + index * ROW),
                text_y=coordinate(TOP + index * ROW + BAR - 3),
                full=coordinate(length(table.expected)),
                done=coordinate(length(table.entered)),
                entered=table.entered,
                expected=table.expected,
                # A table that is done cannot be behind one that has more to play.
                ahead=0 if table.entered == table.expected else table.entered - middle,
            )
            for index, table in enumerate(tables)
        ),
        middle=coordinate(LEFT + length(middle)),
        height=2 * TOP + len(tables) * ROW,
    )
