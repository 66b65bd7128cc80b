"""Doubts about a whole round of a table: boards exchanged, the table turned, a round forgotten.

They compare a line with the other tables' results of its board: by who declared which strain
where contracts are known, and by the median distance in IMPs, which one strange result, of the
line or of another table, does not move. The limits were found on real sessions: they mark about
one correct round of a table in a hundred.
"""

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import combinations, groupby

from clubscore.problems import gettext_noop, sentence
from events.domain.contract import Side, Strain
from events.domain.doubts.values import (
    BoardLine,
    Doubt,
    Mend,
    Rule,
    misfit,
    on_board,
    scores_without,
    turned,
)

_FEWEST_OTHERS = 3
_TURNED_GAIN = 12
"""So many IMPs nearer must the results of a round come together, turned."""
_SWAPPED_GAIN = 5
"""So many IMPs nearer must each bare score come on the other's board."""
_STRANGE = Fraction(1, 10)
"""The part of the others that declared a strain, up to which it is strange to the board."""

ByBoard = Mapping[int, Sequence[BoardLine]]
Usual = Mapping[int, Counter[tuple[Side, Strain] | None]]
"""How often each side declared each strain, by board."""


def doubts_of_tables(lines: Sequence[BoardLine], by_board: ByBoard) -> Iterator[Doubt]:
    """The doubts about rounds of tables. ``by_board`` has the lines that tell of play."""
    usual = {board: Counter(line.declared for line in played) for board, played in by_board.items()}
    seated = [line for line in lines if line.round is not None and line.table is not None]
    tables: defaultdict[tuple[str, int], list[BoardLine]] = defaultdict(list)
    for line in seated:
        tables[line.section, line.table or 0].append(line)
    for at_table in tables.values():
        at_table.sort(key=lambda line: (line.round or 0, line.board, line.key))
        rounds = {
            number: tuple(group)
            for number, group in groupby(at_table, key=lambda line: line.round or 0)
        }
        yield from _missing(rounds)
        for group in rounds.values():
            played = [line for line in group if line.is_score]
            arrow = _arrow_switch(played, by_board) if len(played) == len(group) else None
            if arrow:
                yield arrow
            else:
                yield from _swapped(played, by_board, usual)


def _missing(rounds: Mapping[int, Sequence[BoardLine]]) -> Iterator[Doubt]:
    """Rounds without any result before a round of the same table with one."""
    begun = [number for number, group in rounds.items() if any(not x.is_empty for x in group)]
    for number, group in rounds.items():
        if begun and number < begun[-1] and number not in begun:
            template = gettext_noop(
                "Table %(table)s has results of round %(later)s, and none of round %(round)s."
            )
            later = min(other for other in begun if other > number)
            message = sentence(template, table=group[0].table, later=later, round=number)
            keys = tuple(line.key for line in group)
            yield Doubt(Rule.ROUND_MISSING, group[0].board, keys, message)


def _arrow_switch(played: Sequence[BoardLine], by_board: ByBoard) -> Doubt | None:
    """Every result of the round fits better the other way round, all together by far."""
    if len(played) < 2:
        return None
    mends = []
    gain = 0
    for line in played:
        others = scores_without(by_board[line.board], line)
        if len(others) < _FEWEST_OTHERS:
            return None
        mended = turned(line.result, line.board)
        nearer = misfit(line.score, others) - misfit(mended.score_ns or 0, others)
        if nearer <= 0:
            return None
        gain += nearer
        mends.append(Mend(line.key, mended))
    if gain < _TURNED_GAIN:
        return None
    template = gettext_noop(
        "All %(boards)s results of round %(round)s at table %(table)s fit better the other way"
        " round — the arrow switch forgotten?"
    )
    first = played[0]
    message = sentence(template, boards=len(played), round=first.round, table=first.table)
    keys = tuple(line.key for line in played)
    return Doubt(Rule.ARROW_SWITCH, first.board, keys, message, tuple(mends))


def _swapped(played: Sequence[BoardLine], by_board: ByBoard, usual: Usual) -> Iterator[Doubt]:
    """Pairs of boards of the round whose results fit better on each other's board."""
    taken: set[int] = set()
    for one, other in combinations(played, 2):
        if one.result == other.result or {one.key, other.key} & taken:
            continue
        if min(len(by_board[one.board]), len(by_board[other.board])) <= _FEWEST_OTHERS:
            continue
        if one.contract and other.contract:
            fit_better = _fits_better(one, other.board, usual) and _fits_better(
                other, one.board, usual
            )
        else:
            fit_better = _nearer(one, other, by_board) and _nearer(other, one, by_board)
        if fit_better:
            taken |= {one.key, other.key}
            yield _exchanged(one, other)


def _exchanged(one: BoardLine, other: BoardLine) -> Doubt:
    template = gettext_noop(
        "The results of boards %(one)s and %(other)s at table %(table)s fit better exchanged."
    )
    message = sentence(template, one=one.board, other=other.board, table=one.table)
    mends = (
        Mend(one.key, on_board(other.result, one.board)),
        Mend(other.key, on_board(one.result, other.board)),
    )
    return Doubt(Rule.BOARDS_SWAPPED, one.board, (one.key, other.key), message, mends)


def _fits_better(line: BoardLine, board: int, usual: Usual) -> bool:
    """Whether a strain and side, strange to the line's board, are known on another."""
    declared = line.declared
    here, there = usual[line.board], usual[board]
    others = Fraction(here[declared] - 1, here.total() - 1)
    return others <= _STRANGE < Fraction(there[declared], there.total())


def _nearer(line: BoardLine, other: BoardLine, by_board: ByBoard) -> bool:
    """Whether the other's result is nearer to the scores of the line's board."""
    scores = scores_without(by_board[line.board], line)
    exchanged = on_board(other.result, line.board).score_ns or 0
    return misfit(line.score, scores) - misfit(exchanged, scores) >= _SWAPPED_GAIN
