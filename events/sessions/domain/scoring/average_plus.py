"""Average plus and average minus where a contestant did better, or worse, on its other boards.

Source: Law 12C2: average plus is at least 60 %, average minus at most 40 %, of what was available.
"""

from collections.abc import Hashable, Iterable, Iterator
from fractions import Fraction
from typing import TYPE_CHECKING

from events.common.domain.rounding import round_to
from events.sessions.domain.adjustments import Artificial, Average
from events.sessions.domain.contract import Side
from events.sessions.domain.scoring.board_score import Line
from events.sessions.domain.scoring.ranking import Sums
from events.sessions.domain.scoring.settings import Method

if TYPE_CHECKING:
    from events.sessions.domain.scoring.field_scoring import FieldScoring


def apply_session_averages(scoring: "FieldScoring") -> None:
    """Average plus is at least, average minus at most, the contestant's percentage on its
    other boards (Law 12C2); boards with such an average do not count among them.
    """
    if scoring.settings.method is not Method.MATCHPOINTS or not scoring.settings.session_average:
        return
    floating = list(_floating(scoring))
    if not floating:
        return
    # Computed before any average changes: one must not depend on another.
    others = _sums_without(scoring, floating)
    for board, place, index, side, average in floating:
        group = scoring.boards[board][place]
        own = [others[key] for key in _keys(scoring, group.lines[index], side)]
        of = sum(part.of for part in own)
        # Nothing else played: the average stays 60 or 40 %.
        if not of:
            continue
        share = Fraction(sum(part.points for part in own), scoring.denominator * of)
        choose = max if average is Average.PLUS else min
        points = choose(average.percentage / 100, share) * (group.top or 0)
        if parts := scoring.settings.rounding.board_parts:
            points = round_to(points, parts)
        ns, ew = group.special[index]
        changed = (points, ew) if side is Side.NS else (ns, points)
        groups = list(scoring.boards[board])
        groups[place] = group.with_special({index: changed})
        scoring.boards[board] = tuple(groups)
    scoring.add_up()


def _floating(scoring: "FieldScoring") -> Iterator[tuple[int, int, int, Side, Average]]:
    """Every average plus and minus: board, group, place in the group, side, award."""
    for board, groups in scoring.boards.items():
        for place, group in enumerate(groups):
            for index in group.special:
                adjustment = group.lines[index].adjustment
                if not isinstance(adjustment, Artificial):
                    continue
                for side, award in ((Side.NS, adjustment.ns), (Side.EW, adjustment.ew)):
                    if award is Average.PLUS or award is Average.MINUS:
                        yield board, place, index, side, award


def _sums_without(
    scoring: "FieldScoring", floating: Iterable[tuple[int, int, int, Side, Average]]
) -> dict[tuple[Side | None, Hashable], Sums]:
    """The sums of the contestants concerned, without the lines concerned."""
    others: dict[tuple[Side | None, Hashable], Sums] = {}
    for board, place, index, side, _ in floating:
        group = scoring.boards[board][place]
        own = group.special[index][0 if side is Side.NS else 1] or Fraction(0)
        for direction, contestant in _keys(scoring, group.lines[index], side):
            key = direction, contestant
            points, of, boards = others.get(key) or scoring.lists[direction][contestant]
            points -= int(own * scoring.denominator)
            others[key] = Sums(points, of - (group.top or 0), boards - 1)
    return others


def _keys(scoring: "FieldScoring", line: Line, side: Side) -> list[tuple[Side | None, Hashable]]:
    """The contestants at the table on one side, each with its list."""
    if scoring.settings.winners == 1:
        return [(None, contestant) for contestant in line.side(side)]
    return [(scoring.own_lists.get(each, side), each) for each in line.side(side)]
