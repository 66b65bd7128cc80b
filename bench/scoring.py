"""``python -m bench.scoring [--write]``: lines to ranking, against what counting alone costs.

Matchpoints with Neuberg's formula, two winners, exact. The *floor* is the least such work can
cost in Python: count the scores of every board, add up a number a result, sort the pairs. Times
are of the processor, the best of several runs, so that other work on the machine disturbs them
little. ``--write`` puts the figures and a chart into docs/scoring.md.
"""

import gc
import operator
import platform
import sys
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial
from itertools import pairwise
from pathlib import Path

from bench.event import event, lines
from bench.growth_chart import Series, write_chart
from bench.measuring import best
from bench.rivals import Rival, rivals
from events.sessions.scoring.domain.board_score import Line
from events.sessions.scoring.domain.field import score_field
from events.sessions.scoring.domain.settings import Settings

SETTINGS = Settings(winners=2)
EVENTS = ((26, 12), (30, 500), (30, 5_000), (30, 50_000))
AIMS = {(26, 12): 2.0, (30, 5_000): 300.0}
"""Milliseconds that the product sets itself."""

DOCS = Path(__file__).parents[1] / "docs"
MARKS = "<!-- figures of bench.scoring -->", "<!-- end of the figures -->"


@dataclass(slots=True)
class Measured:
    """One event, in milliseconds; ``rivals`` by name, as far as they took part."""

    boards: int
    tables: int
    results: int
    took: float
    floor: float
    rivals: dict[str, float] = field(default_factory=dict)

    @property
    def name(self) -> str:
        return f"{self.boards} boards × {self.tables:,} tables"


def main() -> None:
    present = [rival for rival in rivals() if rival.command]
    print(f"Python {platform.python_version()}; milliseconds of processor time, the best of runs")
    measured = []
    for boards, tables in EVENTS:
        one = _measure(boards, tables, present)
        measured.append(one)
        print(_sentence(one))
    print(_growth(measured))
    for rival in rivals():
        if rival not in present:
            print(f"{rival.name}: NOT INSTALLED, so not compared ({rival.how_to_install})")
    if "--write" in sys.argv[1:]:
        _write(measured)


def _measure(boards: int, tables: int, present: list[Rival]) -> Measured:
    results = event(boards, tables)
    own = lines(results)
    measured = Measured(
        boards, tables, len(own), _best(partial(score_field, own, SETTINGS)), _floor(own)
    )
    # The other programs need the memory.
    del own
    for rival in present:
        if rival.command and len(results) <= rival.max_results:
            measured.rivals[rival.name] = rival.measure(rival.command, results)
    return measured


def _best(work: Callable[[], object]) -> float:
    """Milliseconds: the best of as many runs as fit into three seconds, at least five."""
    return best(work, before=gc.collect, seconds=3).cpu


def _floor(own: list[Line]) -> float:
    boards: dict[int, list[int]] = {}
    for line in own:
        boards.setdefault(line.board, []).append(line.score_ns or 0)
    columns = list(boards.values())

    def work() -> list[int]:
        totals = [0] * max(map(len, columns))
        for scores in columns:
            Counter(scores)
            for _ in ("NS", "EW"):
                totals[: len(scores)] = map(operator.add, totals, scores)
        return sorted(totals)

    return _best(work)


def _sentence(one: Measured) -> str:
    aim = AIMS.get((one.boards, one.tables))
    goal = f", the aim is under {aim:g}" if aim else ""
    parts = [
        f"{one.name}, {one.results:,} results: {one.took:,.2f} ms{goal};",
        f"floor {one.floor:,.2f} ms, {one.took / one.floor:.1f} times that;",
        f"{1000 * one.took / one.results:.2f} µs a result",
    ]
    for name, theirs in one.rivals.items():
        parts.append(f"; {name} {theirs:,.2f} ms, {theirs / one.took:.2f} times clubscore's")
    return " ".join(parts).replace(" ;", ";")


def _growth(measured: list[Measured]) -> str:
    """How the time grows with the results, from one size of the large event to the next."""
    large = [one for one in measured if one.boards == 30]
    steps = [
        f"{after.results / before.results:.1f} times the results, {after.took / before.took:.1f}"
        " times the time"
        for before, after in pairwise(large)
    ]
    return "Growth: " + "; ".join(steps)


def _write(measured: list[Measured]) -> None:
    large = [one for one in measured if one.boards == 30]
    names = dict.fromkeys(name for one in large for name in one.rivals)
    series = [
        Series("clubscore", [(one.results, one.took) for one in large]),
        Series("floor", [(one.results, one.floor) for one in large]),
        *(
            Series(name, [(o.results, o.rivals[name]) for o in large if name in o.rivals])
            for name in names
        ),
    ]
    write_chart(DOCS / "pictures" / "scoring-growth.svg", series)
    page = DOCS / "scoring.md"
    text = page.read_text(encoding="utf-8")
    before, rest = text.split(MARKS[0])
    _, after = rest.split(MARKS[1])
    table = "\n".join([MARKS[0], "", *_table(measured), "", MARKS[1]])
    page.write_text(f"{before}{table}{after}", encoding="utf-8")


def _table(measured: list[Measured]) -> list[str]:
    names = list(dict.fromkeys(name for one in measured for name in one.rivals))
    head = ["Event", "Results", "clubscore", "µs a result", "Floor", "× floor", *names]
    rows = [
        [
            one.name,
            f"{one.results:,}",
            f"{one.took:,.2f} ms",
            f"{1000 * one.took / one.results:.2f}",
            f"{one.floor:,.2f} ms",
            f"{one.took / one.floor:.1f}",
            *(_beside(one, name) for name in names),
        ]
        for one in measured
    ]
    rule = ["---", *("--:" for _ in head[1:])]
    return ["| " + " | ".join(row) + " |" for row in [head, rule, *rows]]


def _beside(one: Measured, name: str) -> str:
    if name not in one.rivals:
        return "–"
    theirs = one.rivals[name]
    return f"{theirs:,.2f} ms, × {theirs / one.took:.2f}"


if __name__ == "__main__":
    main()
