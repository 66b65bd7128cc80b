"""A chart of times against sizes, both axes logarithmic, as an SVG.

Linear growth is a straight line that rises by one decade a decade; a dotted guide shows it. The
lines differ in their marks too, so that nothing depends on colour alone.
"""

from dataclasses import dataclass
from pathlib import Path
from typing import Any

import matplotlib as mpl
from matplotlib.figure import Figure

STYLES = (("#0b57d0", "o"), ("#5c6670", "s"), ("#b3460a", "^"), ("#1a7f4b", "D"))
SETTINGS = {
    "svg.fonttype": "none",
    "svg.hashsalt": "clubscore",
    "font.size": 11,
    "axes.spines.top": False,
    "axes.spines.right": False,
}
# A reader whose system is dark sees the lightness of everything turned round.
HEAD = (
    "<title>Time to score an event, by the number of its results</title>\n"
    " <style>@media (prefers-color-scheme: dark)"
    " { svg { filter: invert(0.93) hue-rotate(180deg); } }</style>\n"
)


@dataclass(frozen=True, slots=True)
class Series:
    """A named line through points of results and milliseconds, ascending."""

    name: str
    points: list[tuple[float, float]]


def write_chart(path: Path, series: list[Series]) -> None:
    """Write the lines that have points; the first is the one the guide goes through."""
    with mpl.rc_context(SETTINGS):
        _figure([one for one in series if one.points]).savefig(
            path, metadata=dict.fromkeys(("Creator", "Date", "Format", "Type"))
        )
    text = path.read_text(encoding="utf-8")
    path.write_text(text.replace("<defs>", f"{HEAD} <defs>", 1), encoding="utf-8")


def _figure(shown: list[Series]) -> Figure:
    figure = Figure(figsize=(7.5, 4.6), layout="constrained")
    axes: Any = figure.subplots()
    axes.set(xscale="log", yscale="log", title="Time to score an event of 30 boards")
    axes.set(xlabel="results of the event", ylabel="milliseconds of processor time")
    axes.xaxis.set_major_formatter("{x:,.0f}")
    axes.yaxis.set_major_formatter("{x:,g}")
    axes.grid(color="#d1d9e0")
    (first, took), (last, _) = shown[0].points[0], shown[0].points[-1]
    axes.plot((first, last), (took, took * last / first), ":", color="#59636e")
    for one, (colour, mark) in zip(shown, STYLES, strict=False):
        axes.plot(*zip(*one.points, strict=True), color=colour, marker=mark, label=one.name)
    axes.legend()
    return figure
