"""Doubts: results that are legal, and yet look like slips of the pen or of the fingers.

A *doubt* names the lines it is about, says in a sentence why, and where there is one sensible
mend, gives it. Nothing here refuses a result: the director decides. A line is in at most one
doubt, the first of the rules that finds it. Source: the entry of travellers, Wrong or doubtful.
"""

from collections import defaultdict
from collections.abc import Iterable

from events.domain.doubts.boardwise import doubts_of_board
from events.domain.doubts.tablewise import doubts_of_tables
from events.domain.doubts.values import BoardLine, Doubt, Mend, Rule

__all__ = ["BoardLine", "Doubt", "Mend", "Rule", "find_doubts"]


def find_doubts(lines: Iterable[BoardLine]) -> tuple[Doubt, ...]:
    """The doubts of a session, in the order of board, rule and line.

    ``lines`` are all its lines, also the empty ones: a round that is wholly missing is seen by
    them. Boards of one number are one deal, whatever the section.
    """
    lines = tuple(lines)
    by_board: defaultdict[int, list[BoardLine]] = defaultdict(list)
    for line in lines:
        if line.is_score:
            by_board[line.board].append(line)
    found = [*doubts_of_tables(lines, by_board)]
    taken = {key for doubt in found for key in doubt.lines}
    for played in by_board.values():
        for doubt in doubts_of_board(played):
            if not taken.intersection(doubt.lines):
                taken.update(doubt.lines)
                found.append(doubt)
    order = {rule: place for place, rule in enumerate(Rule)}
    return tuple(sorted(found, key=lambda doubt: (doubt.board, order[doubt.rule], doubt.lines)))
