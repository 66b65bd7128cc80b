"""How many slips the doubts find, and how many correct lines they mark.

The evenings are the real sessions of the tests, taken as correct. A slip is put into one line (or
into one round of a table) at a time, and the doubts of the whole session are found again: a slip
is *found* when a doubt names its line, and *fixed* when that doubt's fix restores the true score.
"""

import csv
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path

from events.sessions.domain.contract import PassedOut, Seat, read_contract
from events.sessions.domain.doubts import find_doubts
from events.sessions.domain.doubts.values import BoardLine, Doubt, on_board, turned
from events.sessions.domain.line_result import LineResult, result_on_board
from events.sessions.domain.played_contract import Played

SESSIONS = Path(__file__).parent.parent / "tests" / "data" / "scoring"

Slip = Mapping[int, LineResult]
"""The results in the lines of a slip instead of the true ones."""


def main() -> None:
    sessions = {path.parent.name: read_session(path) for path in SESSIONS.glob("*/lines.csv")}
    lines = sum(len(session) for session in sessions.values())
    print(f"Doubts: {lines} correct results of {len(sessions)} evenings")
    marked: Counter[str] = Counter()
    for session in sessions.values():
        for doubt in find_doubts(session):
            marked[doubt.rule] += len(doubt.lines)
    print(f"  marked though correct: {marked.total()} ({marked.total() / lines:.1%}),", end=" ")
    print(", ".join(f"{rule} {count}" for rule, count in marked.most_common()))
    print(f"  {'slip':34}{'made':>6}{'found':>8}{'fixed':>8}")
    for name, slips in SLIPS.items():
        made = found = fixed = 0
        for session in sessions.values():
            for slip in slips(session):
                doubts = [d for d in find_doubts(_with(session, slip)) if slip.keys() & d.lines]
                made += 1
                found += bool(doubts)
                fixed += any(_restores(session, doubt, slip) for doubt in doubts)
        print(f"  {name:34}{made:6}{found / made:8.1%}{fixed / made:8.1%}")


def read_session(path: Path) -> list[BoardLine]:
    """The lines of a session; two contestants meet at a table and in a round of their own."""
    meetings: dict[tuple[str, str], int] = {}
    lines = []
    with path.open(newline="", encoding="utf-8") as file:
        for key, row in enumerate(csv.DictReader(file)):
            if not row["score"]:
                continue
            table = meetings.setdefault((row["ns"], row["ew"]), len(meetings) + 1)
            result = LineResult(int(row["score"]), _played(row))
            lines.append(BoardLine(key, int(row["board"]), result, round=1, table=table))
    return lines


def _played(row: Mapping[str, str]) -> Played | PassedOut | None:
    if not row["contract"]:
        return None
    contract = read_contract(row["contract"])
    if isinstance(contract, PassedOut):
        return contract
    return Played(contract, Seat(row["by"]), int(row["tricks"]))


def wrong_side(session: Sequence[BoardLine]) -> Iterator[Slip]:
    for line in session:
        if line.result.declared:
            yield {line.key: turned(line.result, line.board)}


def wrong_sign(session: Sequence[BoardLine]) -> Iterator[Slip]:
    for line in session:
        if line.score:
            yield {line.key: LineResult(score_ns=-line.score)}


def tricks_off(session: Sequence[BoardLine]) -> Iterator[Slip]:
    for line in session:
        played = line.result.declared
        if played and played.tricks >= 4:
            fewer = replace(played, tricks=played.tricks - 4)
            yield {line.key: result_on_board(fewer, line.board)}


def boards_swapped(session: Sequence[BoardLine]) -> Iterator[Slip]:
    for one, other, *_ in _rounds(session):
        if one.result != other.result:
            yield {
                one.key: on_board(other.result, one.board),
                other.key: on_board(one.result, other.board),
            }


def table_turned(session: Sequence[BoardLine]) -> Iterator[Slip]:
    for lines in _rounds(session):
        yield {line.key: turned(line.result, line.board) for line in lines}


SLIPS: dict[str, Callable[[Sequence[BoardLine]], Iterator[Slip]]] = {
    "declarer on the wrong side": wrong_side,
    "bare score with the wrong sign": wrong_sign,
    "four tricks too few": tricks_off,
    "two boards of a round exchanged": boards_swapped,
    "arrow switch forgotten": table_turned,
}


def _rounds(session: Sequence[BoardLine]) -> Iterator[list[BoardLine]]:
    tables: defaultdict[int | None, list[BoardLine]] = defaultdict(list)
    for line in session:
        tables[line.table].append(line)
    return (lines for lines in tables.values() if len(lines) > 1)


def _with(session: Sequence[BoardLine], slip: Slip) -> list[BoardLine]:
    return [replace(line, result=slip.get(line.key, line.result)) for line in session]


def _restores(session: Sequence[BoardLine], doubt: Doubt, slip: Slip) -> bool:
    truth = {line.key: line.score for line in session}
    fixes = {fix.line: fix.result.score_ns for fix in doubt.fixes}
    return all(fixes.get(key) == truth[key] for key in slip)


if __name__ == "__main__":
    main()
