"""``python -m bench.scoring``: lines to ranking, against a plain loop that does the same.

Matchpoints with Neuberg's formula, two winners, exact; the plain loop has one kind of score, no
ruling and decimals. Times are of the processor, the best of several runs, so that other work on the
machine disturbs them little.
"""

import gc
import platform
from collections import Counter, defaultdict
from collections.abc import Callable, Hashable
from functools import partial
from typing import Any

from bench.event import event, lines
from bench.measuring import best
from events.sessions.scoring.domain.board_score import Line
from events.sessions.scoring.domain.field import score_field
from events.sessions.scoring.domain.settings import Settings

SETTINGS = Settings(winners=2)
EVENTS = ((26, 12), (30, 500), (30, 5_000), (30, 50_000))


def main() -> None:
    print(f"Python {platform.python_version()}; milliseconds of processor time, the best of runs\n")
    print("| Event | Results | clubscore | µs a result | Plain loop | × plain loop |")
    print("| --- | --: | --: | --: | --: | --: |")
    for boards, tables in EVENTS:
        own = lines(event(boards, tables))
        took, plain = _best(partial(score_field, own, SETTINGS)), _best(partial(_plain, own))
        print(
            f"| {boards} boards × {tables:,} tables | {len(own):,} | {took:,.2f} ms |"
            f" {1000 * took / len(own):.2f} | {plain:,.2f} ms | {took / plain:.1f} |",
            flush=True,
        )


def _best(work: Callable[[], object]) -> float:
    """Milliseconds: the best of as many runs as fit into three seconds, at least five."""
    return best(work, before=gc.collect, seconds=3).cpu


def _plain(lines: list[Line]) -> list[list[tuple[float, tuple[Hashable, ...]]]]:
    """The percentages of both directions, best first, with decimals and without a thought."""
    boards: defaultdict[int, list[Line]] = defaultdict(list)
    for line in lines:
        boards[line.board].append(line)
    expected = max(map(len, boards.values()))
    top = 2 * (expected - 1)
    points: tuple[defaultdict[Any, float], ...] = defaultdict(float), defaultdict(float)
    played: tuple[Counter[Any], Counter[Any]] = Counter(), Counter()
    for own in boards.values():
        counts = Counter(line.score_ns or 0 for line in own)
        below, table = 0, {}
        for score in sorted(counts):
            table[score] = (2 * below + counts[score]) * expected / len(own) - 1
            below += counts[score]
        for line in own:
            here = table[line.score_ns or 0]
            points[0][line.ns] += here
            played[0][line.ns] += 1
            points[1][line.ew] += top - here
            played[1][line.ew] += 1
    return [
        sorted(((100 * got / top / of[pair], pair) for pair, got in sums.items()), reverse=True)
        for sums, of in zip(points, played, strict=True)
    ]


if __name__ == "__main__":
    main()
