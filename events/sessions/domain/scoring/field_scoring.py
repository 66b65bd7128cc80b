"""One field on its way from lines to standings: boards compared, points added up, ranked.

A *field* is all results that are compared. Whole numbers over one denominator throughout; the
fractions of a standing are made at the end.
"""

from collections import defaultdict
from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from math import ceil, lcm

from events.common.domain.rounding import Rounding, round_quotient
from events.sessions.domain.contract import Side
from events.sessions.domain.scoring.board_score import BoardScore, Group, Line, compare_board
from events.sessions.domain.scoring.comparison import Comparison
from events.sessions.domain.scoring.imps import Butler, CrossImps, TotalPoints
from events.sessions.domain.scoring.matchpoints import Matchpoints
from events.sessions.domain.scoring.ranking import (
    Contestants,
    Penalty,
    Standing,
    Sums,
    Tally,
    merge_directions,
    printed,
    rank,
)
from events.sessions.domain.scoring.settings import ImpsBy, Method, Settings

_NO_PENALTY = Fraction(0)


def comparison_for(settings: Settings, expected: int) -> Comparison:
    """The method of the settings, where boards are expected to have so many results."""
    neuberg = expected if settings.neuberg else None
    match settings.method:
        case Method.MATCHPOINTS:
            return Matchpoints(neuberg, settings.scale, settings.small_groups)
        case Method.BUTLER:
            return Butler(settings.butler_drop)
        case Method.CROSS_IMPS:
            return CrossImps(neuberg, settings.cross_imps_mean)
        case Method.TOTAL:
            return TotalPoints()


class FieldScoring:
    """One field on its way from lines to standings."""

    def __init__(
        self,
        section: str,
        boards: dict[int, list[Line]],
        settings: Settings,
        penalties: Sequence[Penalty],
        lists: Mapping[Hashable, Side],
    ) -> None:
        self.section = section
        self.own_lists = lists
        self.settings = settings
        self.penalties = penalties
        expected = max([settings.expected or 1, *map(_results, boards.values())])
        comparison = comparison_for(settings, expected)
        self.boards: dict[int, tuple[Group, ...]] = {
            number: compare_board(boards[number], comparison, settings.rounding.board_parts)
            for number in sorted(boards)
        }
        self.add_up()

    def add_up(self) -> None:
        """The sums of every list, over one denominator for all boards."""
        groups = [group for groups in self.boards.values() for group in groups]
        special = [points for group in groups for pair in group.special.values() for points in pair]
        self.denominator = lcm(
            *{group.denominator for group in groups},
            *{points.denominator for points in special if points is not None},
            *{penalty.points.denominator for penalty in self.penalties},
            *{penalty.tops.denominator for penalty in self.penalties},
        )
        ns = Tally()
        # With one list, both directions add to the same sums.
        ew = ns if self.settings.winners == 1 else Tally()
        for group in groups:
            self._add(ns, group, Side.NS, [line.ns for line in group.lines])
            self._add(ew, group, Side.EW, [line.ew for line in group.lines])
        if ns is ew:
            self.lists: dict[Side | None, dict[Hashable, Sums]] = {None: ns.sums()}
        else:
            sides = {Side.NS: ns.sums(), Side.EW: ew.sums()}
            self.lists = merge_directions(sides, self.own_lists)

    def _add(
        self, tally: Tally, group: Group, side: Side, contestants: Sequence[Contestants]
    ) -> None:
        factor = self.denominator // group.denominator
        table = {score: points * factor for score, points in group.table(side).items()}
        # Nearly every board: added as a whole, without a look at each line.
        if not group.special:
            tally.add(contestants, group.scores, table, group.top)
            return
        for index, (key, score) in enumerate(zip(contestants, group.scores, strict=True)):
            numerator: int | None = table.get(score, 0)
            if index in group.special:
                points = group.special[index][0 if side is Side.NS else 1]
                # Exact: the common denominator includes those of the special points.
                numerator = None if points is None else int(points * self.denominator)
            tally.add_one(key, numerator, group.top)

    def board_scores(self) -> Iterator[BoardScore]:
        return (BoardScore(board, self.section, groups) for board, groups in self.boards.items())

    def standings(self) -> Iterator[Standing]:
        """Every list, best first."""
        for direction, sums in self.lists.items():
            yield from self._ranked(direction, sums)

    def _ranked(self, direction: Side | None, sums: Mapping[Hashable, Sums]) -> Iterator[Standing]:
        penalties = self._penalties(direction)
        denominator = self.denominator
        sums = dict(sums)
        for contestant in penalties.keys() & sums.keys():
            # Exact: the common denominator includes those of the penalties.
            points = sums[contestant].points - int(penalties[contestant] * denominator)
            sums[contestant] = sums[contestant]._replace(points=points)
        # After the penalties: the total that is printed is the one that is ranked.
        if self.settings.rounding is Rounding.TOTAL_HUNDREDTH:
            for contestant, own in sums.items():
                points = round_quotient(100 * own.points, denominator)
                sums[contestant] = own._replace(points=points)
            denominator = 100
        has_tops = self.settings.method is Method.MATCHPOINTS
        min_boards = ceil(self.settings.minimum_part * len(self.boards))
        per_board = self._is_per_board(sums.values())
        values = {
            contestant: printed(own, denominator, has_tops, per_board)
            if own.boards >= min_boards
            else None
            for contestant, own in sums.items()
        }
        # Most contestants share a few sums of tops; one Fraction for each is enough.
        tops = {of: Fraction(of) if has_tops else None for _, of, _ in sums.values()}
        for place, contestant in rank(values):
            points, of, boards = sums[contestant]
            yield Standing(
                direction,
                contestant,
                Fraction(points, denominator),
                tops[of],
                place,
                boards,
                self.section,
                penalties.get(contestant, _NO_PENALTY),
                per_board,
            )

    def _is_per_board(self, sums: Iterable[Sums]) -> bool:
        """Whether a list is ranked by the points of a board."""
        if self.settings.method not in (Method.BUTLER, Method.CROSS_IMPS):
            return False
        if self.settings.imps_by is ImpsBy.UNEQUAL:
            return len({own.boards for own in sums if own.boards}) > 1
        return self.settings.imps_by is ImpsBy.BOARD

    def _penalties(self, direction: Side | None) -> dict[Hashable, Fraction]:
        """The points deducted from each contestant of one list."""
        full = max((g.top or 0 for groups in self.boards.values() for g in groups), default=0)
        taken: defaultdict[Hashable, Fraction] = defaultdict(Fraction)
        for penalty in self.penalties:
            if penalty.direction is direction:
                taken[penalty.contestant] += penalty.points + penalty.tops * full
        return dict(taken)


def _results(lines: Sequence[Line]) -> int:
    # Most boards have no adjustment: counting None spares a call of is_scored for each line.
    adjustments = [line.adjustment for line in lines]
    if any(adjustments):
        return sum(line.is_scored for line in lines)
    return len(lines) - [line.score_ns for line in lines].count(None)
