"""``python -m bench.scoring``: lines to ranking, against what counting alone costs.

Matchpoints with Neuberg, two winners, exact. Every board lacks a few results, so that the formula
is at work. The *floor* is the least such work can cost in Python: count the scores of every
board, add up a number a result, sort the pairs. Beside it, where they are installed, the npm
package ``bridge-scorer`` (found through NODE_PATH) and Debian's ``salliere`` do the same events
without Neuberg; salliere's time holds the start of its process and its files.
"""

import csv
import gc
import json
import operator
import os
import platform
import random
import shutil
import subprocess
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from events.domain.contract import Contract, PassedOut, Seat, read_contract
from events.domain.field import Line, Settings, score_field
from events.domain.score import score_to_ns

SEED = 7
SETTINGS = Settings(winners=2)
EVENTS = ((26, 12), (30, 500), (30, 5_000), (30, 50_000))
TRICKS = {
    "1NT N": (6, 7, 8, 9),
    "2S S": (7, 8, 9),
    "2H W": (7, 8, 9),
    "3NT S": (8, 9, 10, 11),
    "4S N": (9, 10, 11),
    "4Hx E": (8, 9, 10),
    "6C W": (11, 12),
}


@dataclass(frozen=True, slots=True)
class Result:
    board: int
    ns: int
    ew: int
    contract: Contract
    declarer: Seat
    tricks: int

    @property
    def score(self) -> int:
        return score_to_ns(self.contract, self.declarer, self.tricks, self.board)


def main() -> None:
    print(f"Python {platform.python_version()}; milliseconds, the best of several runs")
    print(f"{'':28}{'results':>10}{'clubscore':>11}{'floor':>9}{'ratio':>7}{'µs a result':>13}")
    ours: dict[tuple[int, int], float] = {}
    for boards, tables in EVENTS:
        lines = [_line(result) for result in _event(boards, tables)]
        ours[boards, tables] = _best(partial(score_field, lines, SETTINGS))
        floor = _floor(lines)
        took = ours[boards, tables]
        print(
            f"{f'{boards} boards × {tables:,} tables':28}{len(lines):>10,}{took:>11.2f}"
            f"{floor:>9.2f}{took / floor:>7.1f}{1000 * took / len(lines):>13.3f}"
        )
    print()
    for name, measure, most in (
        ("bridge-scorer (npm)", _bridge_scorer, 150_000),
        ("salliere", _salliere, 15_000),  # it takes minutes for ten times as many
    ):
        for boards, tables in EVENTS:
            if boards * tables > most:
                continue
            theirs = measure(_event(boards, tables))
            if theirs is None:
                print(f"{name}: not installed")
                break
            ratio = theirs / ours[boards, tables]
            print(
                f"{name}, {boards} boards × {tables:,} tables: {theirs:,.2f} ms,"
                f" {ratio:.1f} times clubscore's"
            )


def _event(boards: int, tables: int) -> list[Result]:
    """An invented event, always the same; a few tables of every other board have no result."""
    choice = random.Random(SEED)
    results = []
    for board in range(1, boards + 1):
        missing = 0 if board % 2 else 1 + board % 3
        for table in range(tables - missing):
            text = choice.choice(tuple(TRICKS))
            contract, declarer = text.split()
            value = read_contract(contract)
            assert not isinstance(value, PassedOut)
            results.append(
                Result(
                    board,
                    1 + table,
                    1 + (table + board) % tables,
                    value,
                    Seat(declarer),
                    choice.choice(TRICKS[text]),
                )
            )
    return results


_PAIRS: dict[int, tuple[int]] = {}


def _line(result: Result) -> Line:
    ns, ew = (_PAIRS.setdefault(pair, (pair,)) for pair in (result.ns, result.ew))
    return Line(result.board, ns, ew, result.score)


def _best(work: Callable[[], object]) -> float:
    """Milliseconds: the best of as many runs as fit into two seconds, at least three."""
    times: list[float] = []
    while len(times) < 3 or (sum(times) < 2 and len(times) < 200):
        gc.collect()
        start = time.perf_counter()
        work()
        times.append(time.perf_counter() - start)
    return 1000 * min(times)


def _floor(lines: list[Line]) -> float:
    boards: dict[int, list[int]] = {}
    for line in lines:
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


def _bridge_scorer(results: list[Result]) -> float | None:
    node = shutil.which("node")
    if node is None:
        return None
    script = Path(__file__).with_name("bridge_scorer.js")
    data = json.dumps([[r.board, r.ns, r.ew, r.score] for r in results])
    done = subprocess.run(
        [node, str(script)], input=data, capture_output=True, text=True, check=False
    )
    return float(done.stdout) if done.returncode == 0 else None


def _salliere(results: list[Result]) -> float | None:
    salliere = shutil.which("salliere", path=f"{os.environ.get('PATH', '')}:/usr/games")
    if salliere is None:
        return None
    offset = 1 + max(result.ns for result in results)
    with tempfile.TemporaryDirectory() as folder:
        boards, names = Path(folder) / "boards.csv", Path(folder) / "names.csv"
        with boards.open("w", newline="") as file:
            csv.writer(file).writerows(_salliere_rows(results, offset))
        pairs = {r.ns for r in results} | {r.ew + offset for r in results}
        with names.open("w", newline="") as file:
            csv.writer(file).writerows((pair, "A", "B") for pair in sorted(pairs))
        command = [salliere, "score", "matchpoint", "total", "results", "--"]
        start = time.perf_counter()
        subprocess.run([*command, str(boards), str(names)], stdout=subprocess.DEVNULL, check=True)
        return 1000 * (time.perf_counter() - start)


def _salliere_rows(results: list[Result], offset: int) -> Iterator[tuple[object, ...]]:
    """Its pairs are numbered in one list."""
    for r in results:
        yield r.board, r.ns, r.ew + offset, r.contract, r.declarer, r.tricks


if __name__ == "__main__":
    main()
