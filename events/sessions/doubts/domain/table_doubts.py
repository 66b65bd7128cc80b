"""Doubts: results that are legal, and yet look like slips of the pen or of the fingers.

A *doubt* names the lines it is about, says in a sentence why, and gives a fix where there is one
sensible one. Nothing here refuses a result: the director decides. A line is in at most one
doubt, the first of the rules that finds it. Source: the typing of travellers, Wrong or doubtful.

Doubts about a whole round of a table: boards exchanged, the table turned, a round forgotten.

They compare a line with the other tables' results of its board: by who declared which strain
where contracts are known, and by the median distance in IMPs, which one strange result, of the
line or of another table, does not move. The limits were found on real sessions: they mark about
one correct round of a table in a hundred.
"""

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from itertools import combinations
from operator import attrgetter
from types import MappingProxyType

from clubscore.text.problems import sentence
from events.sessions.core.domain.line_result import LineResult
from events.sessions.doubts.domain.board_doubts import doubts_of_deal
from events.sessions.doubts.domain.values import (
    BoardLine,
    DealResults,
    Deals,
    Doubt,
    Fix,
    Rule,
    declared,
    on_board,
    turned,
)
from events.sessions.hands.domain import Hands

Elsewhere = Mapping[tuple[int, str], Mapping[LineResult, int]]
"""How often each result was scored at other tables, by :attr:`BoardLine.deal`."""

Dealt = Mapping[tuple[int, str], Hands]
"""The hands of the deals that are known, by :attr:`BoardLine.deal`."""

_UNKNOWN: Dealt = MappingProxyType({})


def parts_of(lines: Iterable[BoardLine]) -> list[tuple[BoardLine, ...]]:
    """The lines of a session in the parts that say nothing about each other: lines of one board are
    together, and so are those of one round of a table."""
    joined: dict[int, int] = {}
    boards: dict[tuple[str, int, int], int] = {}

    def first(board: int) -> int:
        while joined[board] != board:
            board = joined[board]
        return board

    lines = tuple(lines)
    for line in lines:
        joined.setdefault(line.board, line.board)
        if line.round is not None and line.table is not None:
            other = boards.setdefault((line.section, line.table, line.round), line.board)
            if other != line.board:
                one, other = sorted((first(line.board), first(other)))
                joined[other] = one
    parts: defaultdict[int, list[BoardLine]] = defaultdict(list)
    part_of = {board: parts[first(board)] for board in joined}
    for line in lines:
        part_of[line.board].append(line)
    return [tuple(part) for part in parts.values()]


def doubts_of_part(lines: Iterable[BoardLine], dealt: Dealt = _UNKNOWN) -> tuple[Doubt, ...]:
    """The doubts about results of one of the parts of :func:`parts_of`."""
    lines = tuple(lines)
    return tuple(_doubts_of_results(lines, rounds_of_tables(lines), dealt))


def doubts_of_board(
    lines: Iterable[BoardLine],
    board: int,
    elsewhere: Elsewhere = MappingProxyType({}),
    dealt: Dealt = _UNKNOWN,
) -> tuple[Doubt, ...]:
    """The doubts about results of one board; missing rounds are of the session.

    ``lines`` are those of the board, and those of the boards that a table played with it in one
    round. They may be those of some tables, when ``elsewhere`` counts what the others scored:
    then only these tables' results are doubted, and a board passed out everywhere is not,
    because that is a doubt about lines which are not there.
    """
    lines = tuple(lines)
    here = {line.key for line in lines if line.board == board}
    doubts = _doubts_of_results(lines, rounds_of_tables(lines), dealt, elsewhere, only=board)
    return in_order(doubt for doubt in doubts if not here.isdisjoint(doubt.lines))


Rounds = Mapping[int, Sequence[BoardLine]]
"""The lines of a table, by the number of the round."""


def _doubts_of_results(
    lines: Iterable[BoardLine],
    tables: Iterable[Rounds],
    dealt: Dealt,
    elsewhere: Elsewhere = MappingProxyType({}),
    *,
    only: int | None = None,
) -> Iterator[Doubt]:
    """Of the deals of ``only`` this board, if one is given, and of all tables."""
    by_deal: defaultdict[tuple[int, str], list[BoardLine]] = defaultdict(list)
    for line in lines:
        if line.is_score:
            by_deal[line.deal].append(line)
    deals = {deal: DealResults.of(played, elsewhere.get(deal)) for deal, played in by_deal.items()}
    taken: set[int] = set()
    # First, in the order of Rule: a line is in at most one doubt.
    for doubt in doubts_of_tables(tables, deals):
        taken.update(doubt.lines)
        yield doubt
    for key, deal in deals.items():
        if only not in (None, key[0]):
            continue
        for doubt in doubts_of_deal(deal, dealt.get(key)):
            if taken.isdisjoint(doubt.lines):
                taken.update(doubt.lines)
                yield doubt


def in_order(doubts: Iterable[Doubt]) -> tuple[Doubt, ...]:
    """Doubts in the order of board, rule and line."""
    order = {rule: place for place, rule in enumerate(Rule)}
    return tuple(sorted(doubts, key=lambda doubt: (doubt.board, order[doubt.rule], doubt.lines)))


_MIN_OTHERS = 3

_TURNED_GAIN = 12
"""The IMPs by which a round, turned, must be nearer to the other results in total."""

_SWAPPED_GAIN = 5
"""The IMPs by which each bare score must be nearer to the results of the other board."""

_STRANGE = 10
"""A strain is strange to a board where at most one in so many of the others declared it."""


def doubts_of_tables(tables: Iterable[Rounds], deals: Deals) -> Iterator[Doubt]:
    """The doubts about the results in the rounds of tables."""
    for rounds in tables:
        for group in rounds.values():
            played = [line for line in group if line.is_score]
            # Only with the whole round entered: a forgotten arrow switch turns all its results.
            arrow = _arrow_switch(played, deals) if len(played) == len(group) else None
            if arrow:
                yield arrow
            else:
                yield from _swapped(played, deals)


def missing_rounds(lines: Iterable[BoardLine]) -> Iterator[Doubt]:
    """Rounds of tables without any result before a round of the same table with one.

    While travellers are typed board by board, one that is not begun yet is no slip: the boards of
    the round must have results of this round or a later one, or be complete but for this table.
    ``lines`` are all lines of the session.
    """
    lines = tuple(lines)
    unfinished = {(line.section, line.table) for line in lines if line.result.is_empty}
    if not unfinished:
        return
    last_round: dict[tuple[int, str], int] = {}
    empty: Counter[tuple[int, str]] = Counter()
    for line in lines:
        deal = line.deal
        if line.result.is_empty:
            empty[deal] += 1
        else:
            last_round[deal] = max(last_round.get(deal, 0), line.round or 0)
    at_these = (line for line in lines if (line.section, line.table) in unfinished)
    for rounds in rounds_of_tables(at_these):
        begun = [n for n, group in rounds.items() if any(not x.result.is_empty for x in group)]
        for number, group in rounds.items():
            if not begun or number > begun[-1] or number in begun:
                continue
            deals = {line.deal for line in group}
            if not all(
                last_round.get(deal, 0) >= number or (deal in last_round and empty[deal] == 1)
                for deal in deals
            ):
                continue
            later = min(other for other in begun if other > number)
            message = sentence(
                "Table %(table)s has results of round %(later)s, and none of round %(round)s.",
                table=group[0].table,
                later=later,
                round=number,
            )
            keys = tuple(line.key for line in group)
            yield Doubt(Rule.ROUND_MISSING, group[0].board, keys, message)


def rounds_of_tables(lines: Iterable[BoardLine]) -> Collection[Rounds]:
    """The rounds of each table; lines of a file have neither."""
    tables: defaultdict[tuple[str, int], dict[int, list[BoardLine]]] = defaultdict(dict)
    placed = (line for line in lines if line.round is not None and line.table is not None)
    for line in sorted(placed, key=attrgetter("round", "board", "key")):
        tables[line.section, line.table or 0].setdefault(line.round or 0, []).append(line)
    return tables.values()


def _arrow_switch(played: Sequence[BoardLine], deals: Deals) -> Doubt | None:
    """Every result of the round fits better with the sides exchanged, the total by far."""
    if len(played) < 2:
        return None
    fixes = []
    gain = 0
    for line in played:
        deal = deals[line.deal]
        if deal.total <= _MIN_OTHERS:
            return None
        fixed = turned(line.result, line.board)
        now = deal.distance(line.score, without=line.score)
        nearer = now - deal.distance(fixed.score_ns or 0, without=line.score)
        # A single result that fits as it is speaks against a forgotten switch.
        if nearer <= 0:
            return None
        gain += nearer
        fixes.append(Fix(line.key, fixed))
    if gain < _TURNED_GAIN:
        return None
    first = played[0]
    message = sentence(
        "All %(boards)s results of round %(round)s at table %(table)s fit better the other way"
        " round — the arrow switch forgotten?",
        boards=len(played),
        round=first.round,
        table=first.table,
    )
    keys = tuple(line.key for line in played)
    return Doubt(Rule.ARROW_SWITCH, first.board, keys, message, tuple(fixes))


def _swapped(played: Sequence[BoardLine], deals: Deals) -> Iterator[Doubt]:
    """Pairs of boards of the round whose results fit better on each other's board."""
    taken: set[int] = set()
    for one, other in combinations(played, 2):
        # Equal results would be as good after the exchange as before.
        if one.result == other.result or {one.key, other.key} & taken:
            continue
        if min(deals[one.deal].total, deals[other.deal].total) <= _MIN_OTHERS:
            continue
        # Contracts say more than scores: a strain that nobody else bid betrays the board.
        if one.result.declared and other.result.declared:
            fit_better = _fits_better(one, other, deals) and _fits_better(other, one, deals)
        else:
            fit_better = _nearer(one, other, deals) and _nearer(other, one, deals)
        if fit_better:
            taken |= {one.key, other.key}
            yield _exchanged(one, other)


def _exchanged(one: BoardLine, other: BoardLine) -> Doubt:
    message = sentence(
        "The results of boards %(one)s and %(other)s at table %(table)s fit better exchanged.",
        one=one.board,
        other=other.board,
        table=one.table,
    )
    fixes = (
        Fix(one.key, on_board(other.result, one.board)),
        Fix(other.key, on_board(one.result, other.board)),
    )
    return Doubt(Rule.BOARDS_SWAPPED, one.board, (one.key, other.key), message, fixes)


def _fits_better(line: BoardLine, other: BoardLine, deals: Deals) -> bool:
    """Whether the strain and side are strange on the line's deal, but usual on the other's."""
    here, own = deals[line.deal], declared(line.result)
    # Without the line itself, which is among those counted.
    if (here.declared[own] - 1) * _STRANGE > here.total - 1:
        return False
    other_deal = deals[other.deal]
    return other_deal.declared[own] * _STRANGE > other_deal.total


def _nearer(line: BoardLine, other: BoardLine, deals: Deals) -> bool:
    """Whether the other's result is nearer to the scores of the line's deal."""
    deal = deals[line.deal]
    exchanged = on_board(other.result, line.board).score_ns or 0
    now = deal.distance(line.score, without=line.score)
    return now - deal.distance(exchanged, without=line.score) >= _SWAPPED_GAIN
