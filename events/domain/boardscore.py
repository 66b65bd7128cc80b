"""One board scored: traveller lines in, points for both sides of every line out.

A *line* is one result. Lines that are compared with each other make a *group*: normally all
lines of a board, more groups when the board was fouled. Points are kept as whole numbers over
one denominator; fractions are made when a line is looked at, because a large event has far more
lines than anybody looks at.
"""

from collections import Counter, defaultdict
from collections.abc import Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from math import lcm

from events.domain.adjustments import (
    Adjustment,
    Artificial,
    Component,
    NotPlayed,
    Split,
    Weighted,
)
from events.domain.comparison import Comparison, Table
from events.domain.contract import Side
from events.domain.rounding import round_quotient


@dataclass(frozen=True, slots=True)
class Line:
    """A result of a board. ``ns`` and ``ew`` are the contestants: a pair is a 1-tuple, an
    individual's partnership a 2-tuple, of any hashable keys.

    A line with neither score nor adjustment is not in yet and counts nowhere; with an
    adjustment, its score is not looked at. ``group`` parts the lines of a fouled board.
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


@dataclass(frozen=True, slots=True)
class Group:
    """Lines compared with each other: numerators of their points, and their denominator.

    ``special`` are the places of the lines that are adjusted, or not in yet.
    """

    lines: Sequence[Line]
    ns: Sequence[int | None]
    ew: Sequence[int | None]
    denominator: int
    top: int | None
    special: Sequence[int] = ()

    def with_points(self, changes: Mapping[tuple[int, Side], Fraction]) -> "Group":
        """The same with other points in some places, by index and side."""
        denominator = lcm(self.denominator, *(points.denominator for points in changes.values()))
        factor = denominator // self.denominator
        sides: dict[Side, list[int | None]] = {
            side: [None if points is None else points * factor for points in numerators]
            for side, numerators in ((Side.NS, self.ns), (Side.EW, self.ew))
        }
        for (index, side), points in changes.items():
            sides[side][index] = points.numerator * (denominator // points.denominator)
        return replace(self, ns=sides[Side.NS], ew=sides[Side.EW], denominator=denominator)

    def line_scores(self) -> Iterator[LineScore]:
        fractions: dict[int | None, Fraction | None] = {None: None}
        for numerator in {*self.ns, *self.ew} - {None}:
            fractions[numerator] = Fraction(numerator or 0, self.denominator)
        top = None if self.top is None else Fraction(self.top)
        for line, ns, ew in zip(self.lines, self.ns, self.ew, strict=True):
            yield LineScore(line, fractions[ns], fractions[ew], top)


@dataclass(frozen=True, slots=True)
class BoardScore:
    """A scored board; ``section`` is empty when all sections are one field."""

    board: int
    section: str
    groups: tuple[Group, ...]

    @property
    def lines(self) -> tuple[LineScore, ...]:
        """The lines as they came, a fouled board's group by group. Made anew at each call."""
        return tuple(score for group in self.groups for score in group.line_scores())


@dataclass(frozen=True, slots=True)
class Frequency:
    """How often a score stands on a board, and its points."""

    score: int
    count: int
    ns_points: Fraction
    ew_points: Fraction
    group: str = ""


def compare_board(
    lines: Sequence[Line], comparison: Comparison, board_parts: int | None = None
) -> tuple[Group, ...]:
    """Score the lines of one board, each group for itself.

    ``board_parts`` rounds every line's points to this part of a point.
    """
    names = {line.group for line in lines}
    if len(names) < 2:
        return (_compare(lines, comparison, board_parts),)
    groups: defaultdict[str, list[Line]] = defaultdict(list)
    for line in lines:
        groups[line.group].append(line)
    return tuple(_compare(groups[name], comparison, board_parts) for name in sorted(names))


def _compare(lines: Sequence[Line], comparison: Comparison, board_parts: int | None) -> Group:
    scores = [line.score_ns for line in lines if line.score_ns is not None]
    adjustments = [line.adjustment for line in lines]
    if len(scores) < len(lines) or any(adjustments):
        return _compare_special(lines, comparison, board_parts)
    counts = Counter(scores)
    ns = _rounded(comparison.table(counts), board_parts)
    ew = _rounded(comparison.table(_mirror(counts)), board_parts)
    ew_numerators = _mirror(ew.numerators)
    return Group(
        lines,
        [ns.numerators[score] for score in scores],
        [ew_numerators[score] for score in scores],
        ns.denominator,
        comparison.top(len(scores)),
    )


def _compare_special(
    lines: Sequence[Line], comparison: Comparison, board_parts: int | None
) -> Group:
    """As :func:`_compare`, where some lines are adjusted or missing: each on its own."""
    unit = _unit(lines)
    own = {side: [_own_counts(line, side, unit) for line in lines] for side in Side}
    top = comparison.top(sum(1 for counts in own[Side.NS] if counts))
    columns: list[list[Fraction | None]] = []
    for side in Side:
        counts: Counter[int] = Counter()
        for part in own[side]:
            counts.update(part)
        numerators, denominator = comparison.table(counts, unit)
        column: list[Fraction | None] = []
        for line, part in zip(lines, own[side], strict=True):
            points: Fraction | None = None
            if isinstance(line.adjustment, Artificial):
                award = line.adjustment.ns if side is Side.NS else line.adjustment.ew
                points = comparison.artificial(award, top)
            elif len(part) == 1:
                (score,) = part
                points = Fraction(numerators[score], denominator)
            elif part:
                points = comparison.weighted(part, counts, unit)
            column.append(_rounded_points(points, board_parts))
        columns.append(column)
    denominator = lcm(*(points.denominator for column in columns for points in column if points))
    ns, ew = (
        [None if points is None else int(points * denominator) for points in column]
        for column in columns
    )
    special = [
        index
        for index, line in enumerate(lines)
        if line.adjustment is not None or line.score_ns is None
    ]
    return Group(lines, ns, ew, denominator, top, special)


def components(line: Line, side: Side) -> tuple[Component, ...]:
    """The scores to North–South that stand for a side in its comparisons, with their weights;
    none for an artificial score or a line that does not count.
    """
    match line.adjustment:
        case None:
            return () if line.score_ns is None else (Component(Fraction(1), line.score_ns),)
        case Weighted(parts):
            return parts
        case Split(ns, ew):
            return (ns if side is Side.NS else ew).components
    return ()


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


def _rounded_points(points: Fraction | None, parts: int | None) -> Fraction | None:
    if points is None or parts is None:
        return points
    return Fraction(round_quotient(points.numerator * parts, points.denominator), parts)


def frequencies(board: BoardScore) -> tuple[Frequency, ...]:
    """The plain scores of a board from North–South's best to their worst, how often, and their
    points. Adjusted scores do not appear; a fouled board has its groups one after another.
    """
    found: list[Frequency] = []
    for group in board.groups:
        counts: Counter[int] = Counter()
        points: dict[int, tuple[Fraction, Fraction]] = {}
        for line, ns, ew in zip(group.lines, group.ns, group.ew, strict=True):
            score = line.score_ns
            if line.adjustment is None and not (score is None or ns is None or ew is None):
                counts[score] += 1
                points[score] = Fraction(ns, group.denominator), Fraction(ew, group.denominator)
        name = group.lines[0].group if group.lines else ""
        found += [
            Frequency(score, counts[score], *points[score], name)
            for score in sorted(counts, reverse=True)
        ]
    return tuple(found)
