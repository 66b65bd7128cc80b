"""How many slips the doubts find, and how many correct lines they mark.

The evenings are the real sessions of the tests, taken as correct. A slip is put into one line (or
into one round of a table) at a time, and the doubts of the whole session are found again: a slip
is *found* when a doubt names its line, and *fixed* when that doubt's fix restores the true score;
after a slip that changes no score, the true result.

One evening has its hands as well: it is measured with them and without, with double-dummy tricks as
the solver finds them. Nobody entered its leads: the true one is a card of the leader, by chance.
"""

import csv
import lzma
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from random import Random

from events.exchange.engines.access_file import read_tables
from events.exchange.engines.double_dummy import solve
from events.exchange.figures.plan_builder import result_of_line
from events.exchange.formats import bws
from events.sessions.core.domain.contract import (
    PassedOut,
    Played,
    Seat,
    Strain,
    read_card,
    read_contract,
)
from events.sessions.core.domain.line_result import LineResult, result_on_board
from events.sessions.doubts.domain.table_doubts import Dealt, find_doubts
from events.sessions.doubts.domain.values import BoardLine, Doubt, declared_by, on_board, turned
from events.sessions.hands.domain import PACK, Hands

DATA = Path(__file__).parent.parent / "tests" / "data"
SESSIONS = DATA / "scoring"
EVENING = DATA / "exchange" / "evening.bws.xz"

Slip = Mapping[int, LineResult]
"""The results in the lines of a slip instead of the true ones."""
Slips = Callable[[Sequence[BoardLine]], Iterator[Slip]]
"""The slips of a kind, one after the other."""


def main() -> None:
    sessions = {path.parent.name: read_session(path) for path in SESSIONS.glob("*/lines.csv")}
    lines = sum(len(session) for session in sessions.values())
    print(f"Doubts: {lines} correct results of {len(sessions)} evenings")
    report([(session, {}) for session in sessions.values()], SLIPS)
    evening, dealt = read_evening()
    print(f"An evening with hands: {len(evening)} correct results, as without the hands")
    report([(evening, {})], SLIPS)
    print("  with the hands, and no leads")
    report([(evening, dealt)], SLIPS)
    print("  with sealed hands and leads, as until the session is finished")
    sealed = {deal: Hands(hands.cards, is_sealed=True) for deal, hands in dealt.items()}
    report([(list(with_leads(evening, dealt)), sealed)], {**SLIPS, **SLIPS_OF_LEADS})
    print("  with the hands and leads")
    report([(list(with_leads(evening, dealt)), dealt)], {**SLIPS, **SLIPS_OF_LEADS})


def report(
    sessions: Sequence[tuple[Sequence[BoardLine], Dealt]], kinds: Mapping[str, Slips]
) -> None:
    """Print what is marked though it is correct, and what is found of each kind of slip."""
    lines = sum(len(session) for session, _ in sessions)
    marked: Counter[str] = Counter()
    for session, dealt in sessions:
        for doubt in find_doubts(session, dealt):
            marked[doubt.rule] += len(doubt.lines)
    print(f"  marked though correct: {marked.total()} ({marked.total() / lines:.1%}),", end=" ")
    print(", ".join(f"{rule} {count}" for rule, count in marked.most_common()))
    print(f"  {'slip':34}{'made':>6}{'found':>8}{'fixed':>8}")
    for name, slips in kinds.items():
        made = found = fixed = 0
        for session, dealt in sessions:
            for slip in slips(session):
                after = find_doubts(_with(session, slip), dealt)
                doubts = [doubt for doubt in after if slip.keys() & doubt.lines]
                made += 1
                found += bool(doubts)
                fixed += any(_restores(session, doubt, slip) for doubt in doubts)
        print(f"  {name:34}{made:6}{found / made:8.1%}{fixed / made:8.1%}")


def read_evening() -> tuple[list[BoardLine], Dealt]:
    """The results of an evening, and its hands with the tricks that the solver finds."""
    (section,) = bws.read(read_tables(lzma.decompress(EVENING.read_bytes()))).sections
    lines = [
        BoardLine(key, board, result_of_line(line), line.round, line.table)
        for key, (board, line) in enumerate(section.lines)
        if line.score_ns is not None and not line.artificial
    ]
    boards = sorted({line.board for line in lines} & section.hands.keys())
    solved = solve([section.hands[board] for board in boards])
    dealt = {
        (board, ""): Hands(
            {seat: frozenset(map(read_card, section.hands[board].cards(seat))) for seat in Seat},
            {(seat, strain): makeable.of(seat, strain) for seat in Seat for strain in Strain},
        )
        for board, makeable in zip(boards, solved, strict=True)
        if makeable
    }
    return lines, dealt


def with_leads(session: Sequence[BoardLine], dealt: Dealt) -> Iterator[BoardLine]:
    """The lines with a lead by chance, of a card that the leader has."""
    chance = Random(1)
    for line in session:
        played, hands = line.result.declared, dealt.get(line.deal)
        if played and hands:
            leader = Seat("ESWN"["NESW".index(played.declarer)])
            lead = chance.choice(sorted(hands.cards[leader], key=str))
            yield replace(line, result=replace(line.result, lead=lead))
        else:
            yield line


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


def partner_declares(session: Sequence[BoardLine]) -> Iterator[Slip]:
    for line in session:
        if played := line.result.declared:
            partner = Seat("SWNE"["NESW".index(played.declarer)])
            yield {line.key: declared_by(line.result, partner, line.board)}


def wrong_card(session: Sequence[BoardLine]) -> Iterator[Slip]:
    """The lead is another card of the pack, by chance."""
    chance = Random(2)
    for line in session:
        if line.result.lead:
            others = [card for card in PACK if card != str(line.result.lead)]
            yield {line.key: replace(line.result, lead=read_card(chance.choice(others)))}


SLIPS: dict[str, Slips] = {
    "declarer on the wrong side": wrong_side,
    "bare score with the wrong sign": wrong_sign,
    "four tricks too few": tricks_off,
    "two boards of a round exchanged": boards_swapped,
    "arrow switch forgotten": table_turned,
}

SLIPS_OF_LEADS: dict[str, Slips] = {
    "declarer's partner instead": partner_declares,
    "another card led": wrong_card,
}


def _rounds(session: Sequence[BoardLine]) -> Iterator[list[BoardLine]]:
    rounds: defaultdict[tuple[int | None, int | None], list[BoardLine]] = defaultdict(list)
    for line in session:
        rounds[line.table, line.round].append(line)
    return (lines for lines in rounds.values() if len(lines) > 1)


def _with(session: Sequence[BoardLine], slip: Slip) -> list[BoardLine]:
    return [replace(line, result=slip.get(line.key, line.result)) for line in session]


def _restores(session: Sequence[BoardLine], doubt: Doubt, slip: Slip) -> bool:
    """Whether the scores are right again; after a slip that changed none, whether the result is."""
    truth = {line.key: line.result for line in session}
    fixes = {fix.line: fix.result for fix in doubt.fixes}
    if all(truth[key].score_ns == result.score_ns for key, result in slip.items()):
        return all(fixes.get(key) == truth[key] for key in slip)
    return all(key in fixes and fixes[key].score_ns == truth[key].score_ns for key in slip)


if __name__ == "__main__":
    main()
