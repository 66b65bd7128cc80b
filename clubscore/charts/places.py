"""Places round by round: a line for each player, the first place at the top."""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from clubscore.charts.drawing import WIDTH, Mark, coordinate, label_every, round_step

HEIGHT = 190
LEFT, RIGHT, TOP, BOTTOM = 34, 388, 14, 166
"""The area of the lines; places stand left of it, rounds below."""
LABELS = 14
LINES = 5
KINDS = 5
"""How many lines look different; more begin again."""


@dataclass(frozen=True, slots=True)
class Course:
    """Somebody's name and their place after each round, from the first."""

    name: str
    places: Sequence[int]


@dataclass(frozen=True, slots=True)
class Dot:
    """A place after a round, with a text that says both."""

    x: str
    y: str
    label: str


@dataclass(frozen=True, slots=True)
class Line:
    """The line of a course; ``kind`` counts from 1, for its colour and its dashes."""

    name: str
    kind: int
    points: str
    dots: tuple[Dot, ...]


@dataclass(frozen=True, slots=True)
class PlaceChart:
    """The lines, the labelled places and the labelled rounds."""

    lines: tuple[Line, ...]
    levels: tuple[Mark, ...]
    rounds: tuple[Mark, ...]
    left: int = LEFT
    right: int = RIGHT
    top: int = TOP
    width: int = WIDTH
    height: int = HEIGHT


def draw(courses: Sequence[Course], *, label: str) -> PlaceChart:
    """The chart of some courses. ``label`` is a text with ``%(name)s``, ``%(round)s`` and
    ``%(place)s`` for each dot. Raises :class:`ValueError` without a round."""
    rounds = max((len(course.places) for course in courses), default=0)
    if not rounds:
        raise ValueError("A chart needs a round.")
    lowest = max(2, *(place for course in courses for place in course.places))

    def x(number: int) -> str:
        # A single round stands in the middle.
        part = Fraction(number - 1, rounds - 1) if rounds > 1 else Fraction(1, 2)
        return coordinate(LEFT + part * (RIGHT - LEFT))

    def y(place: int) -> str:
        return coordinate(TOP + Fraction(place - 1, lowest - 1) * (BOTTOM - TOP))

    def line(index: int, course: Course) -> Line:
        dots = tuple(
            Dot(x(n), y(place), label % {"name": course.name, "round": n, "place": place})
            for n, place in enumerate(course.places, start=1)
        )
        path = " ".join(f"{dot.x},{dot.y}" for dot in dots)
        return Line(course.name, index % KINDS + 1, path, dots)

    return PlaceChart(
        lines=tuple(line(index, course) for index, course in enumerate(courses)),
        levels=tuple(Mark(y(place), str(place)) for place in _levels(lowest)),
        rounds=tuple(
            Mark(x(number), str(number))
            for number in range(1, rounds + 1, label_every(rounds, room=LABELS))
        ),
    )


def _levels(lowest: int) -> list[int]:
    """The labelled places: the first, and some round ones."""
    step = round_step(lowest, lines=LINES)
    return sorted({1, *range(step, lowest + 1, step)})
