"""``python -m bench.scoring``: lines to ranking, against what counting alone costs.

Matchpoints with Neuberg's formula, two winners, exact. The *floor* is the least such work can
cost in Python: count the scores of every board, add up a number a result, sort the pairs. Times
are of the processor, the best of several runs, so that other work on the machine disturbs them
little.
"""

import gc
import operator
import platform
from collections import Counter
from collections.abc import Callable
from functools import partial

from bench.event import event, lines
from bench.measuring import best
from events.sessions.scoring.domain.board_score import Line
from events.sessions.scoring.domain.field import score_field
from events.sessions.scoring.domain.settings import Settings

SETTINGS = Settings(winners=2)
EVENTS = ((26, 12), (30, 500), (30, 5_000), (30, 50_000))


def main() -> None:
    print(f"Python {platform.python_version()}; milliseconds of processor time, the best of runs\n")
    print("| Event | Results | clubscore | µs a result | Floor | × floor |")
    print("| --- | --: | --: | --: | --: | --: |")
    for boards, tables in EVENTS:
        own = lines(event(boards, tables))
        took, floor = _best(partial(score_field, own, SETTINGS)), _floor(own)
        print(
            f"| {boards} boards × {tables:,} tables | {len(own):,} | {took:,.2f} ms |"
            f" {1000 * took / len(own):.2f} | {floor:,.2f} ms | {took / floor:.1f} |",
            flush=True,
        )


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


if __name__ == "__main__":
    main()
