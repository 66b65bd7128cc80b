"""A chart of times against sizes, both axes logarithmic, as an SVG. The standard library alone.

On such axes linear growth is a straight line that rises by one decade a decade; a dashed guide
shows it. Colours follow the reader's light or dark setting; lines are named at their ends and
differ in their marks too, so that colour tells nothing alone.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from math import ceil, floor, log10
from pathlib import Path
from xml.sax.saxutils import escape

WIDTH, HEIGHT = 720, 440
LEFT, RIGHT, TOP, BOTTOM = 84, 150, 56, 64

STYLE = """
  svg { color-scheme: light dark; }
  .ground { fill: #ffffff; } .ink { fill: #1f2328; } .quiet { fill: #59636e; }
  .grid { stroke: #d1d9e0; } .axis { stroke: #59636e; } .guide { stroke: #59636e; }
  .s0 { stroke: #0b57d0; fill: #0b57d0; } .s1 { stroke: #5c6670; fill: #5c6670; }
  .s2 { stroke: #b3460a; fill: #b3460a; } .s3 { stroke: #1a7f4b; fill: #1a7f4b; }
  text.s0, text.s1, text.s2, text.s3 { stroke: none; }
  @media (prefers-color-scheme: dark) {
    .ground { fill: #0d1117; } .ink { fill: #f0f6fc; } .quiet { fill: #9ea7b3; }
    .grid { stroke: #30363d; } .axis { stroke: #9ea7b3; } .guide { stroke: #9ea7b3; }
    .s0 { stroke: #7cb0ff; fill: #7cb0ff; } .s1 { stroke: #aab4bf; fill: #aab4bf; }
    .s2 { stroke: #ffa36b; fill: #ffa36b; } .s3 { stroke: #63d297; fill: #63d297; }
  }
"""


@dataclass(frozen=True, slots=True)
class Series:
    """A named line through points of results and milliseconds, ascending."""

    name: str
    points: list[tuple[float, float]]


@dataclass(frozen=True, slots=True)
class Plane:
    """Where values stand on the picture: decades of results across, of milliseconds up."""

    x_from: int
    x_to: int
    y_from: int
    y_to: int

    def x(self, results: float) -> float:
        share = (log10(results) - self.x_from) / (self.x_to - self.x_from)
        return LEFT + share * (WIDTH - LEFT - RIGHT)

    def y(self, milliseconds: float) -> float:
        share = (log10(milliseconds) - self.y_from) / (self.y_to - self.y_from)
        return HEIGHT - BOTTOM - share * (HEIGHT - TOP - BOTTOM)


def write_chart(path: Path, series: list[Series]) -> None:
    """Write the lines that have points; the first is the one the guide goes through."""
    shown = [one for one in series if one.points]
    points = [point for one in shown for point in one.points]
    plane = Plane(
        floor(log10(min(x for x, _ in points))),
        ceil(log10(max(x for x, _ in points))),
        floor(log10(min(y for _, y in points))),
        ceil(log10(max(y for _, y in points))),
    )
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}"'
        f' width="{WIDTH}" height="{HEIGHT}" role="img" aria-labelledby="title"'
        ' font-family="system-ui, sans-serif" font-size="14">',
        '<title id="title">Time to score an event, by the number of its results</title>',
        f"<style>{STYLE}</style>",
        f'<rect class="ground" width="{WIDTH}" height="{HEIGHT}"/>',
        f'<text class="ink" x="{LEFT}" y="30" font-size="17" font-weight="600">'
        "Time to score an event of 30 boards</text>",
        *_grid(plane),
        *_guide(plane, shown[0]),
        *(part for place, one in enumerate(shown) for part in _line(plane, place, one)),
        *_names(plane, shown),
        "</svg>",
    ]
    path.write_text("\n".join(parts) + "\n", encoding="utf-8")


def _grid(plane: Plane) -> Iterator[str]:
    left, right, top, bottom = LEFT, WIDTH - RIGHT, TOP, HEIGHT - BOTTOM
    for decade in range(plane.x_from, plane.x_to + 1):
        x = plane.x(10**decade)
        yield f'<path class="grid" d="M{x:.1f} {top}V{bottom}"/>'
        yield _text(f"{10**decade:,}", x, bottom + 22, "middle", "quiet")
    for decade in range(plane.y_from, plane.y_to + 1):
        y = plane.y(10.0**decade)
        yield f'<path class="grid" d="M{left} {y:.1f}H{right}"/>'
        yield _text(f"{10.0**decade:,g}", left - 10, y + 5, "end", "quiet")
    yield f'<path class="axis" fill="none" d="M{left} {top}V{bottom}H{right}"/>'
    yield _text("results of the event", (left + right) / 2, HEIGHT - 14, "middle", "ink")
    middle = (top + bottom) / 2
    yield (
        f'<text class="ink" text-anchor="middle" transform="translate(22 {middle:.1f})'
        ' rotate(-90)">milliseconds of processor time</text>'
    )


def _guide(plane: Plane, series: Series) -> Iterator[str]:
    """Linear growth from the first point of the line."""
    (first, took), (last, _) = series.points[0], series.points[-1]
    end = took * last / first
    yield (
        f'<path class="guide" stroke-dasharray="2 5" d="M{plane.x(first):.1f}'
        f' {plane.y(took):.1f}L{plane.x(last):.1f} {plane.y(end):.1f}"/>'
    )


def _line(plane: Plane, place: int, series: Series) -> Iterator[str]:
    points = [(plane.x(x), plane.y(y)) for x, y in series.points]
    path = "L".join(f"{x:.1f} {y:.1f}" for x, y in points)
    yield f'<path class="s{place}" fill-opacity="0" stroke-width="2" d="M{path}"/>'
    for x, y in points:
        yield _mark(place, x, y)


def _mark(place: int, x: float, y: float) -> str:
    shapes = (
        f'<circle class="s{place}" cx="{x:.1f}" cy="{y:.1f}" r="4.5"/>',
        f'<rect class="s{place}" x="{x - 4:.1f}" y="{y - 4:.1f}" width="8" height="8"/>',
        f'<path class="s{place}" d="M{x:.1f} {y - 5:.1f}l5 9h-10z"/>',
        f'<path class="s{place}" d="M{x:.1f} {y - 6:.1f}l5 6l-5 6l-5 -6z"/>',
    )
    return shapes[place % len(shapes)]


def _names(plane: Plane, shown: list[Series]) -> Iterator[str]:
    """At the ends of the lines, moved apart where two ends are close."""
    ends = sorted(
        (plane.y(one.points[-1][1]), plane.x(one.points[-1][0]), place, one.name)
        for place, one in enumerate(shown)
    )
    lowest = 0.0
    for y, x, place, name in ends:
        lowest = max(y, lowest + 18)
        yield _text(name, x + 12, lowest + 5, "start", f"s{place}")


def _text(text: str, x: float, y: float, anchor: str, kind: str) -> str:
    place = f'x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}"'
    return f'<text class="{kind}" {place}>{escape(text)}</text>'
