"""Doubts: results that are legal, and yet look like slips of the pen or of the fingers.

A *doubt* names the lines it is about, says in a sentence why, and gives a fix where there is one
sensible one. Nothing here refuses a result: the director decides. A line is in at most one
doubt, the first of the rules that finds it. Source: the typing of travellers, Wrong or doubtful.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from types import MappingProxyType

from events.sessions.domain.doubts.boardwise import doubts_of_deal
from events.sessions.domain.doubts.deals import DealResults
from events.sessions.domain.doubts.tablewise import (
    Rounds,
    doubts_of_tables,
    missing_rounds,
    rounds_of_tables,
)
from events.sessions.domain.doubts.values import BoardLine, Doubt, Hands, Rule
from events.sessions.domain.line_result import LineResult

Elsewhere = Mapping[tuple[int, str], Mapping[LineResult, int]]
"""How often each result was scored at other tables, by :attr:`BoardLine.deal`."""
Dealt = Mapping[tuple[int, str], Hands]
"""The hands of the deals that are known, by :attr:`BoardLine.deal`."""

_UNKNOWN: Dealt = MappingProxyType({})


def find_doubts(lines: Iterable[BoardLine], dealt: Dealt = _UNKNOWN) -> tuple[Doubt, ...]:
    """The doubts of a session, in the order of board, rule and line.

    ``lines`` are all its lines, also the empty ones: they show
    rounds that are wholly missing.
    """
    lines = tuple(lines)
    tables = tuple(rounds_of_tables(lines))
    return _in_order((*missing_rounds(lines, tables), *_doubts_of_results(lines, tables, dealt)))


def doubts_of_board(
    lines: Iterable[BoardLine],
    board: int,
    elsewhere: Elsewhere = MappingProxyType({}),
    dealt: Dealt = _UNKNOWN,
) -> tuple[Doubt, ...]:
    """The doubts about results of one board: what :func:`find_doubts` finds, but missing rounds.

    ``lines`` are those of the board, and those of the boards that a table played with it in one
    round. They may be those of some tables, when ``elsewhere`` counts what the others scored:
    then only these tables' results are doubted, and a board passed out everywhere is not,
    because that is a doubt about lines which are not there.
    """
    lines = tuple(lines)
    here = {line.key for line in lines if line.board == board}
    found = _doubts_of_results(lines, rounds_of_tables(lines), dealt, elsewhere)
    return _in_order(doubt for doubt in found if not here.isdisjoint(doubt.lines))


def _doubts_of_results(
    lines: Iterable[BoardLine],
    tables: Iterable[Rounds],
    dealt: Dealt,
    elsewhere: Elsewhere = MappingProxyType({}),
) -> Iterator[Doubt]:
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
        for doubt in doubts_of_deal(deal, dealt.get(key)):
            if taken.isdisjoint(doubt.lines):
                taken.update(doubt.lines)
                yield doubt


def _in_order(doubts: Iterable[Doubt]) -> tuple[Doubt, ...]:
    order = {rule: place for place, rule in enumerate(Rule)}
    return tuple(sorted(doubts, key=lambda doubt: (doubt.board, order[doubt.rule], doubt.lines)))
