"""Scoring a field: traveller lines and settings in, scored boards and standings out.

Pure and exact. A *field* is all results that are compared: all sections together, or each
separately. See :mod:`.board_score` for one board, :mod:`.ranking` for the list.

One field on its way from lines to standings: boards compared, points added up, ranked.

A *field* is all results that are compared. Whole numbers over one denominator throughout; the
fractions of a standing are made at the end.

Average plus and average minus where a contestant did better, or worse, on its other boards.

Source: Law 12C2: average plus is at least 60 %, average minus at most 40 %, of what was available.
"""

from collections import Counter, defaultdict
from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import chain, groupby
from math import ceil, lcm
from operator import attrgetter

from clubscore.text.problems import Sentence, gettext_noop, sentence
from events.common.domain import Rounding, round_quotient, round_to
from events.sessions.core.domain.adjustment import Average, award_of, is_generous
from events.sessions.core.domain.contract import Side
from events.sessions.scoring.domain.board_score import BoardScore, Group, Line, compare_board
from events.sessions.scoring.domain.imps import Butler, CrossImps, TotalPoints
from events.sessions.scoring.domain.matchpoints import Comparison, Matchpoints
from events.sessions.scoring.domain.ranking import (
    Contestants,
    Penalty,
    Standing,
    Sums,
    Tally,
    merge_directions,
    printed,
    rank,
)
from events.sessions.scoring.domain.settings import ImpsBy, Method, Settings
from events.sessions.scoring.domain.sit_outs import (
    SatOut,
    SitOuts,
    boards_of,
    counts_sit_outs,
    missing_boards,
    worth_sitting_out,
    worth_unopposed,
)


@dataclass(frozen=True, slots=True)
class FieldScore:
    """Boards by section and number; standings list by list, best first."""

    boards: tuple[BoardScore, ...]
    standings: tuple[Standing, ...]
    warnings: tuple[Sentence, ...]


def score_field(
    lines: Iterable[Line],
    settings: Settings,
    penalties: Iterable[Penalty] = (),
    lists: Mapping[Hashable, Side] | None = None,
    sit_outs: SitOuts | None = None,
    unopposed: SitOuts | None = None,
) -> FieldScore:
    """Score everything. The order of the lines does not matter to points and places.

    With two winners ``lists`` names the list of each contestant that may have sat both ways, which
    counts all that it played. Without it, the same name in both directions is two contestants.
    Where sit-outs count, those of each contestant are ``sit_outs``, else the boards without it;
    ``unopposed`` are the boards that contestants could not play because their opponents were away.
    """
    if not counts_sit_outs(settings):
        sit_outs = {}
    sections: dict[str, dict[int, list[Line]]] = {}
    if settings.one_field:
        for board, own in groupby(lines, key=attrgetter("board")):
            sections.setdefault("", {}).setdefault(board, []).extend(own)
    else:
        for (section, board), own in groupby(lines, key=attrgetter("section", "board")):
            sections.setdefault(section, {}).setdefault(board, []).extend(own)
    penalties = tuple(penalties)
    scored: list[BoardScore] = []
    standings: list[Standing] = []
    for section in sorted(sections):
        own_penalties = [penalty for penalty in penalties if penalty.section == section]
        scoring = FieldScoring(
            section,
            sections[section],
            settings,
            own_penalties,
            lists or {},
            missing_boards(chain(*sections[section].values()), settings.winners, lists or {})
            if sit_outs is None
            else sit_outs,
            (unopposed or {}) if settings.unopposed else {},
        )
        apply_session_averages(scoring)
        scored += (BoardScore(board, section, groups) for board, groups in scoring.boards.items())
        standings += scoring.standings()
    warnings = tuple(_warnings(scored, settings))
    return FieldScore(tuple(scored), tuple(standings), warnings)


def max_results(lines: Iterable[Line], *, one_field: bool = True) -> int:
    """The largest number of results of any board of any field, artificial ones among them."""
    counts = Counter(
        ("" if one_field else line.section, line.board) for line in lines if line.is_scored
    )
    return max(counts.values(), default=0)


def score_board(lines: Sequence[Line], settings: Settings, *, section: str = "") -> BoardScore:
    """One board of one field alone, as far as its lines are in; averages plus and minus are 60 and
    40 %. ``section`` names the field where sections are scored separately.

    ``settings.expected`` is the largest number of results of any board, at least this one's.
    """
    results = sum(line.is_scored for line in lines)
    comparison = comparison_for(settings, max(settings.expected or 0, results))
    comparison = _with_datum(comparison, settings, lines)
    groups = compare_board(lines, comparison, settings.rounding.board_parts)
    return BoardScore(lines[0].board if lines else 0, section, groups)


_MORE = gettext_noop(
    "Board %(board)s, NS %(ns)s against EW %(ew)s: the adjusted score gives both sides"
    " together more than 100 %%."
)
_NOTHING = gettext_noop(
    "Board %(board)s, NS %(ns)s against EW %(ew)s: an artificial adjusted score is worth"
    " nothing in total points."
)


def _warnings(boards: Iterable[BoardScore], settings: Settings) -> Iterator[Sentence]:
    """Adjusted lines on which both sides together get more than the board has."""
    for board in boards:
        for group in board.groups:
            # Only adjusted lines can give both sides together more than the top.
            for index, (ns, ew) in group.special.items():
                line = group.lines[index]
                top = None if group.top is None else Fraction(group.top)
                is_total = settings.method is Method.TOTAL
                awards = (award_of(line.adjustment, side) for side in Side)
                if is_total and any(award is not None for award in awards):
                    template = _NOTHING
                elif is_generous(line.adjustment, ns, ew, top):
                    template = _MORE
                else:
                    continue
                yield sentence(template, board=board.board, ns=_names(line.ns), ew=_names(line.ew))


def _names(contestants: tuple[Hashable, ...]) -> str:
    return " + ".join(str(contestant) for contestant in contestants)


_NO_PENALTY = Fraction(0)


def comparison_for(settings: Settings, expected: int) -> Comparison:
    """The method of the settings, where boards are expected to have so many results."""
    neuberg = expected if settings.neuberg or settings.missing_ties else None
    match settings.method:
        case Method.MATCHPOINTS:
            return Matchpoints(
                neuberg, settings.scale, settings.small_groups, settings.missing_ties
            )
        case Method.BUTLER:
            return Butler(settings.datum_rule)
        case Method.CROSS_IMPS:
            short = expected if settings.neuberg else None
            return CrossImps(short, settings.cross_imps_mean, settings.cross_imps_award_each)
        case Method.TOTAL:
            return TotalPoints()


def _with_datum(comparison: Comparison, settings: Settings, lines: Sequence[Line]) -> Comparison:
    """The method for a board, with its datum if that is given."""
    if not settings.datums or not lines or not isinstance(comparison, Butler):
        return comparison
    is_fouled = any(line.group for line in lines)
    return replace(comparison, given=settings.given_datum(lines[0].board, is_fouled=is_fouled))


class FieldScoring:
    """One field on its way from lines to standings."""

    def __init__(
        self,
        section: str,
        boards: dict[int, list[Line]],
        settings: Settings,
        penalties: Sequence[Penalty],
        lists: Mapping[Hashable, Side],
        sit_outs: SitOuts,
        unopposed: SitOuts,
    ) -> None:
        self.section = section
        self.own_lists = lists
        self.settings = settings
        self.penalties = penalties
        self.sit_outs = sit_outs
        self.unopposed = unopposed
        self.expected = max([settings.expected or 1, *map(_results, boards.values())])
        self.comparison = comparison = comparison_for(settings, self.expected)
        self.boards: dict[int, tuple[Group, ...]] = {
            number: compare_board(
                own, _with_datum(comparison, settings, own), settings.rounding.board_parts
            )
            for number, own in sorted(boards.items())
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
            100 if self.sit_outs else 1,
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
        factor, table = self.denominator // group.denominator, group.table(side)
        # Nearly every board: added as a whole, without a look at each line.
        if not group.special:
            tally.add(contestants, group.scores, table, group.top, factor)
            return
        for index, (key, score) in enumerate(zip(contestants, group.scores, strict=True)):
            numerator: int | None = table.get(score, 0) * factor
            if index in group.special:
                points = group.special[index][0 if side is Side.NS else 1]
                # Exact: the common denominator includes those of the special points.
                numerator = None if points is None else int(points * self.denominator)
            tally.add_one(key, numerator, group.top)

    def standings(self) -> Iterator[Standing]:
        """Every list, best first."""
        for direction, sums in self.lists.items():
            yield from self._ranked(direction, sums)

    def _ranked(self, direction: Side | None, sums: Mapping[Hashable, Sums]) -> Iterator[Standing]:
        penalties = self._penalties(direction)
        # Before the penalties: an average plus is the percentage of what was played.
        given = self._given(direction, sums)
        denominator = lcm(self.denominator, *{each.points.denominator for each in given.values()})
        factor = denominator // self.denominator
        sums = {
            contestant: own._replace(points=own.points * factor) for contestant, own in sums.items()
        }
        for contestant, each in given.items():
            own = sums[contestant]
            sums[contestant] = Sums(
                own.points + int(each.points * denominator),
                own.of + each.boards * each.top,
                own.boards + each.boards,
            )
        for contestant in penalties.keys() & sums.keys():
            # Exact: the common denominator includes those of the penalties.
            points = sums[contestant].points - int(penalties[contestant] * denominator)
            sums[contestant] = sums[contestant]._replace(points=points)
        sat_out = worth_sitting_out(
            boards_of(self.sit_outs, direction, sums), self.full_top, self.settings
        )
        for contestant, out in sat_out.items():
            own = sums[contestant]
            points = own.points + int(out.points * denominator)
            sums[contestant] = own._replace(points=points, of=own.of + out.boards * out.top)
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
                points,
                tops[of],
                place,
                boards,
                self.section,
                penalties.get(contestant, _NO_PENALTY),
                per_board,
                denominator,
                sat_out.get(contestant),
                given.get(contestant),
            )

    @property
    def full_top(self) -> int:
        """The largest top of any board."""
        return max((g.top or 0 for groups in self.boards.values() for g in groups), default=0)

    def _given(
        self, direction: Side | None, sums: Mapping[Hashable, Sums]
    ) -> dict[Hashable, SatOut]:
        """What contestants of one list have for boards that they could not play."""
        settings, boards = self.settings, boards_of(self.unopposed, direction, sums)
        if not boards or settings.unopposed is None or settings.method is Method.TOTAL:
            return {}
        # A method without tops gives an average as its points.
        top = self.full_top if settings.method is Method.MATCHPOINTS else None
        average = self.comparison.artificial(settings.unopposed, top, self.expected)
        parts = {
            contestant: Fraction(own.points, self.denominator * own.of)
            for contestant, own in sums.items()
            if own.of
        }
        return worth_unopposed(boards, average, top, parts, settings)

    def _is_per_board(self, sums: Iterable[Sums]) -> bool:
        """Whether a list is ranked by the points of a board."""
        if self.settings.method not in (Method.BUTLER, Method.CROSS_IMPS):
            return False
        if self.settings.imps_by is ImpsBy.UNEQUAL:
            return len({own.boards for own in sums if own.boards}) > 1
        return self.settings.imps_by is ImpsBy.BOARD

    def _penalties(self, direction: Side | None) -> dict[Hashable, Fraction]:
        """The points deducted from each contestant of one list."""
        full = self.full_top if self.penalties else 0
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
                for side in Side:
                    award = award_of(group.lines[index].adjustment, side)
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
