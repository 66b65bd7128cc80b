"""One board scored: traveller lines in, points for both sides of every line out.

A *line* is one result. Lines that are compared with each other make a *group*: normally all
lines of a board, more groups when the board was fouled. Points are whole numbers over one
denominator; fractions are made when a line is read, because a large event has far more lines than
anybody reads.
"""

from collections import Counter, defaultdict
from collections.abc import Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from math import lcm

from events.common.domain import round_quotient, round_to
from events.sessions.core.domain.adjustment import (
    Adjustment,
    Component,
    NotPlayed,
    Split,
    Weighted,
    award_of,
    outcome_of,
)
from events.sessions.core.domain.contract import Side
from events.sessions.scoring.domain.matchpoints import Comparison, Table


@dataclass(frozen=True, slots=True)
class Line:
    """A result of a board. ``ns`` and ``ew`` are the contestants: a pair is a 1-tuple, an
    individual's partnership a 2-tuple, of any hashable keys.

    A line with neither score nor adjustment is not entered yet and counts nowhere; with an
    adjustment, its score is ignored. ``group`` separates the deals of a fouled board.
    """

    board: int
    ns: tuple[Hashable, ...]
    ew: tuple[Hashable, ...]
    score_ns: int | None
    adjustment: Adjustment | None = None
    section: str = ""
    group: str = ""

    def side(self, side: Side) -> tuple[Hashable, ...]:
        """The contestants on one side."""
        return self.ns if side is Side.NS else self.ew

    @property
    def is_scored(self) -> bool:
        """Whether the line counts among the results that are expected of a board."""
        if self.adjustment is None:
            return self.score_ns is not None
        return not isinstance(self.adjustment, NotPlayed)


@dataclass(frozen=True, slots=True)
class LineScore:
    """A line with the points of both sides, ``None`` where it does not count, and the top of
    the board, ``None`` for methods without one.
    """

    line: Line
    ns_points: Fraction | None
    ew_points: Fraction | None
    top: Fraction | None


Points = tuple[Fraction | None, Fraction | None]
"""North–South's and East–West's, ``None`` where a line does not count."""


@dataclass(frozen=True, slots=True)
class Group:
    """Lines compared with each other, and the points of every score among them.

    ``scores`` are those of the lines, ``ns`` and ``ew`` the numerators of both sides' points by
    score to North–South. ``special`` has the points of lines that are adjusted or not entered
    yet, by their place; their scores mean nothing.
    """

    lines: Sequence[Line]
    scores: Sequence[int]
    ns: Mapping[int, int]
    ew: Mapping[int, int]
    denominator: int
    top: int | None
    special: Mapping[int, Points]

    def table(self, side: Side) -> Mapping[int, int]:
        return self.ns if side is Side.NS else self.ew

    def with_special(self, changes: Mapping[int, Points]) -> "Group":
        """The same with other points for some special lines."""
        return replace(self, special={**self.special, **changes})

    def line_scores(self) -> Iterator[LineScore]:
        points: dict[int, Points] = {
            score: (
                Fraction(self.ns[score], self.denominator),
                Fraction(self.ew[score], self.denominator),
            )
            # With split scores a score may count for one side only.
            for score in self.ns.keys() & self.ew.keys()
        }
        top = None if self.top is None else Fraction(self.top)
        for index, (line, score) in enumerate(zip(self.lines, self.scores, strict=True)):
            ns, ew = self.special[index] if index in self.special else points[score]
            yield LineScore(line, ns, ew, top)


@dataclass(frozen=True, slots=True)
class BoardScore:
    """A scored board; ``section`` is empty when all sections are one field."""

    board: int
    section: str
    groups: tuple[Group, ...]

    @property
    def lines(self) -> tuple[LineScore, ...]:
        """The lines as they came, a fouled board's group by group. Computed at each call."""
        return tuple(score for group in self.groups for score in group.line_scores())


@dataclass(frozen=True, slots=True)
class Frequency:
    """How often a score occurs on a board, and its points."""

    score: int
    count: int
    ns_points: Fraction
    ew_points: Fraction
    group: str = ""


def compare_board(
    lines: Sequence[Line], comparison: Comparison, board_parts: int | None = None
) -> tuple[Group, ...]:
    """Score the lines of one board, each group separately.

    ``board_parts`` rounds every line's points to this part of a point.
    """
    names = [line.group for line in lines]
    if not any(names):
        return (_compare(lines, comparison, board_parts),)
    groups: defaultdict[str, list[Line]] = defaultdict(list)
    for line in lines:
        groups[line.group].append(line)
    return tuple(_compare(groups[name], comparison, board_parts) for name in sorted(groups))


def _compare(lines: Sequence[Line], comparison: Comparison, board_parts: int | None) -> Group:
    scores = [line.score_ns for line in lines if line.score_ns is not None]
    adjustments = [line.adjustment for line in lines]
    if len(scores) < len(lines) or any(adjustments):
        return _compare_special(lines, comparison, board_parts)
    # Equal scores are counted, never compared pair by pair: a board of thousands of results
    # has about a hundred different scores.
    counts = Counter(scores)
    ns, ew = (_rounded(side, board_parts) for side in comparison.sides(counts))
    top = comparison.top(len(scores))
    return Group(lines, scores, ns.numerators, ew.numerators, ns.denominator, top, {})


def _compare_special(
    lines: Sequence[Line], comparison: Comparison, board_parts: int | None
) -> Group:
    """As :func:`_compare`, with some lines adjusted or not entered: those one by one."""
    unit = _unit(lines)
    places = [
        index
        for index, line in enumerate(lines)
        if line.adjustment is not None or line.score_ns is None
    ]
    results = most_compared(lines)
    # A side whose opponents alone have an award has fewer results than the other, and the same top.
    comparison = comparison.among(results)
    top = comparison.top(results)
    awarded = sum(line.is_scored for line in lines)
    tables: list[Table] = []
    columns: list[list[Fraction | None]] = []
    for side in Side:
        own = [_own_counts(line, side, unit) for line in lines]
        counts: Counter[int] = Counter()
        for part in own:
            counts.update(part)
        tables.append(_rounded(comparison.table(counts, unit), board_parts))
        column: list[Fraction | None] = []
        for index in places:
            points: Fraction | None = None
            award = award_of(lines[index].adjustment, side)
            if award is not None:
                points = comparison.artificial(award, top, awarded)
            elif own[index]:
                points = comparison.weighted(own[index], counts, unit)
            if points is not None and board_parts is not None:
                points = round_to(points, board_parts)
            column.append(points)
        columns.append(column)
    # Of different numbers of results the points are parts of different sizes.
    denominator = lcm(*(table.denominator for table in tables))
    ns, ew = (
        {score: value * (denominator // own.denominator) for score, value in own.numerators.items()}
        for own in tables
    )
    special = dict(zip(places, zip(*columns, strict=True), strict=True))
    scores = [line.score_ns or 0 for line in lines]
    return Group(lines, scores, ns, _mirror(ew), denominator, top, special)


def counted_scores(lines: Sequence[Line]) -> tuple[Counter[int], int]:
    """How often each score to North–South counts among lines that are compared, in parts of one
    over the second value."""
    unit = _unit(lines)
    counts: Counter[int] = Counter()
    for line in lines:
        counts.update(_own_counts(line, Side.NS, unit))
    return counts, unit


def most_compared(lines: Sequence[Line]) -> int:
    """How many results are compared, for the side that has more of them."""
    return max(sum(1 for line in lines if components(line, side)) for side in Side)


def components(line: Line, side: Side) -> tuple[Component, ...]:
    """The scores to North–South that count for a side in its comparisons, with their weights;
    none for an artificial score or a line that does not count.
    """
    if line.adjustment is None:
        return () if line.score_ns is None else (Component(Fraction(1), line.score_ns),)
    outcome = outcome_of(line.adjustment, side)
    return outcome.components if isinstance(outcome, Weighted) else ()


def _unit(lines: Sequence[Line]) -> int:
    adjusted = [line for line in lines if isinstance(line.adjustment, Weighted | Split)]
    return lcm(
        *(
            component.weight.denominator
            for line in adjusted
            for side in Side
            for component in components(line, side)
        )
    )


def _own_counts(line: Line, side: Side, unit: int) -> Counter[int]:
    sign = 1 if side is Side.NS else -1
    own: Counter[int] = Counter()
    for component in components(line, side):
        # Whole: the unit is a common multiple of the denominators of all weights.
        own[sign * component.score_ns] += int(component.weight * unit)
    return own


def _mirror(by_score: Mapping[int, int]) -> dict[int, int]:
    return {-score: value for score, value in by_score.items()}


def _rounded(table: Table, parts: int | None) -> Table:
    if parts is None:
        return table
    numerators, denominator = table
    return Table(
        {score: round_quotient(n * parts, denominator) for score, n in numerators.items()}, parts
    )


def frequencies(board: BoardScore) -> tuple[Frequency, ...]:
    """The scores of a board from North–South's best to their worst, how often, and their points.

    An assigned score is one of them; other adjusted scores do not appear. A fouled board has its
    groups one after another.
    """
    found: list[Frequency] = []
    for group in board.groups:
        counts = Counter(
            score for index, score in enumerate(group.scores) if index not in group.special
        )
        for index in group.special:
            adjustment = group.lines[index].adjustment
            if isinstance(adjustment, Weighted) and adjustment.assigned:
                counts[adjustment.assigned.score_ns] += 1
        name = group.lines[0].group if group.lines else ""
        found += [
            Frequency(
                score,
                counts[score],
                Fraction(group.ns[score], group.denominator),
                Fraction(group.ew[score], group.denominator),
                name,
            )
            for score in sorted(counts, reverse=True)
        ]
    return tuple(found)
