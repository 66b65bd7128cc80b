"""What an explanation of a line's points is made of: comparisons, and steps from them to points.

Everything is seen from one side of the table: a score of 420 is one in its favour. *A* is the
number of results compared, *E* the number expected, *M* the matchpoints of the comparisons.

Where the points of a line come from, step by step and exactly.

The comparisons are made again here, result by result, as a player would on paper; the scoring
itself counts equal scores. The tests check that both agree.
"""

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction

from events.common.domain import round_to
from events.sessions.core.domain.adjustment import Average, Award, Component, award_of
from events.sessions.core.domain.contract import PassedOut, Played, Side
from events.sessions.scoring.domain.board_score import (
    BoardScore,
    Group,
    Line,
    components,
    most_compared,
)
from events.sessions.scoring.domain.field import FieldScore, comparison_for, max_results
from events.sessions.scoring.domain.imps import DatumRule, artificial_imps, imps
from events.sessions.scoring.domain.matchpoints import is_small_group
from events.sessions.scoring.domain.settings import Method, Settings


@dataclass(frozen=True, slots=True)
class Against:
    """The other results of one score: how many (a part where they are weighted), and what a
    comparison with each brings.
    """

    score: int
    count: Fraction
    each: Fraction

    @property
    def points(self) -> Fraction:
        return self.count * self.each


@dataclass(frozen=True, slots=True)
class Part:
    """A score that counts for the side with its weight, and what it brings unweighted."""

    weight: Fraction
    score: int
    played: Played | PassedOut | None
    against: tuple[Against, ...]
    points: Fraction


@dataclass(frozen=True, slots=True)
class Neuberg:
    """(M + bonus)·E/A − bonus; the bonus is 1 on the two-point scale and ½ on the other."""

    points: Fraction
    bonus: Fraction
    results: int
    expected: int
    value: Fraction


@dataclass(frozen=True, slots=True)
class Ties:
    """M and half a win for each of the E − A results that are missing."""

    points: Fraction
    each: Fraction
    results: int
    expected: int
    value: Fraction


@dataclass(frozen=True, slots=True)
class SmallGroup:
    """60 + 5(M − (A − 1)) per cent of the top, M on the two-point scale."""

    points: Fraction
    results: int
    expected: int
    percentage: Fraction
    top: Fraction
    value: Fraction


@dataclass(frozen=True, slots=True)
class DatumScore:
    """A score in the datum: how many results have it, and how many of them are dropped."""

    score: int
    count: Fraction
    dropped: Fraction


@dataclass(frozen=True, slots=True)
class Datum:
    """The mean of the ``counted`` results, which are not dropped, and its rounded value; of one
    that is given (``rule`` is ``None``) nothing but the value."""

    scores: tuple[DatumScore, ...]
    counted: Fraction
    mean: Fraction
    value: int
    rule: DatumRule | None


@dataclass(frozen=True, slots=True)
class Mean:
    """The sum of the IMPs divided by the number of comparisons."""

    total: Fraction
    comparisons: int
    value: Fraction


@dataclass(frozen=True, slots=True)
class ShortBoard:
    """IMPs of a board with fewer results than others, times E(A − 1) / A(E − 1)."""

    points: Fraction
    results: int
    expected: int
    factor: Fraction
    value: Fraction


@dataclass(frozen=True, slots=True)
class OwnShare:
    """The contestants' result on their other boards, to which A+ and A− are compared."""

    points: Fraction
    of: Fraction

    @property
    def percentage(self) -> Fraction:
        return 100 * self.points / self.of


@dataclass(frozen=True, slots=True)
class Awarded:
    """An artificial score: the award, the percentage that it comes to, and what that is worth,
    in IMPs as many ``times`` as it counts.

    ``follows`` says whether the contestants' other boards matter; ``own`` is their result there,
    ``None`` where they have none yet.
    """

    award: Award
    follows: bool
    own: OwnShare | None
    percentage: Fraction
    value: Fraction
    times: int = 1


@dataclass(frozen=True, slots=True)
class Rounded:
    """The points of the board rounded to parts of a point."""

    points: Fraction
    parts: int
    value: Fraction


Step = Neuberg | Ties | SmallGroup | Mean | ShortBoard | Awarded | Rounded
"""From the comparisons to the points; every step starts from the value of the one before."""


@dataclass(frozen=True, slots=True)
class Explanation:
    """Where one side's points on a line come from.

    ``parts`` are empty for an artificial score; ``compared`` is what they bring together, by
    their weights. ``datum`` is what Butler compares with. ``total`` is the last step's value, or
    else ``compared``, and ``None`` for a line that does not count; ``top`` is ``None`` for a
    method without one.
    """

    line: Line
    side: Side
    method: Method
    parts: tuple[Part, ...]
    compared: Fraction
    datum: Datum | None
    steps: tuple[Step, ...]
    top: Fraction | None
    total: Fraction | None

    @property
    def percentage(self) -> Fraction | None:
        """The total as a part of the top; ``None`` without one."""
        return None if self.total is None or not self.top else 100 * self.total / self.top


Shares = Mapping[int, Fraction]
"""Scores seen from one side, and how many results have each."""


def explain(field: FieldScore, settings: Settings, line: Line, side: Side) -> Explanation:
    """The points of one side of a line of a scored field.

    Raises :class:`LookupError` when the field has no such line.
    """
    for board in field.boards:
        for group in board.groups if board.board == line.board else ():
            if line in group.lines:
                return _Explainer(field, settings, board, group, line, side).explanation()
    raise LookupError(f"no such line on board {line.board}")


class _Explainer:
    """Explains one side of a line among the lines of its group."""

    def __init__(
        self,
        field: FieldScore,
        settings: Settings,
        board: BoardScore,
        group: Group,
        line: Line,
        side: Side,
    ) -> None:
        self.boards = [each for each in field.boards if each.section == board.section]
        self.settings = settings
        self.line = line
        self.is_fouled = any(other.group for each in board.groups for other in each.lines)
        self.side = side
        self.top = None if group.top is None else Fraction(group.top)
        # By place: a line that is equal to this one stays among the others.
        place = list(group.lines).index(line)
        self.group = group
        self.others = [other for index, other in enumerate(group.lines) if index != place]
        self.own = components(line, side)
        self.results = sum(1 for each in group.lines if components(each, side))

    def explanation(self) -> Explanation:
        parts, before = self._parts()
        compared = sum((part.weight * part.points for part in parts), Fraction(0))
        total = compared if parts else None
        after: list[Step] = []
        for step in self._steps_to_points(compared, bool(parts)):
            after.append(step)
            total = step.value
        return Explanation(
            self.line,
            self.side,
            self.settings.method,
            parts,
            compared,
            before,
            tuple(after),
            self.top,
            total,
        )

    def _steps_to_points(self, compared: Fraction, is_compared: bool) -> Iterator[Step]:
        points = compared
        award = award_of(self.line.adjustment, self.side)
        if award is not None:
            awarded = self._awarded(award)
            yield awarded
            points = awarded.value
        elif is_compared:
            for step in self._steps_to_the_top(compared):
                yield step
                points = step.value
        else:
            return
        if parts := self.settings.rounding.board_parts:
            yield Rounded(points, parts, round_to(points, parts))

    # Comparisons

    def _parts(self) -> tuple[tuple[Part, ...], Datum | None]:
        """The scores that count for the side, each compared on its own."""
        match self.settings.method:
            case Method.MATCHPOINTS:
                return tuple(self._against(part, self._matchpoints) for part in self.own), None
            case Method.CROSS_IMPS:
                return tuple(self._against(part, _imps) for part in self.own), None
            case Method.TOTAL:
                return tuple(
                    self._alone(part, Fraction(self._seen(part.score_ns))) for part in self.own
                ), None
        if not self.own:
            return (), None
        given = self.settings.given_datum(self.line.board, is_fouled=self.is_fouled)
        if given is not None:
            middle = Datum((), Fraction(0), Fraction(given), given, None)
        else:
            # The own result is part of the datum, unlike in a comparison with every other result.
            shares = self._shares([self.line, *self.others])
            middle = datum_of(shares, self.settings.datum_rule)
        return tuple(
            self._alone(part, _imps(self._seen(part.score_ns), middle.value)) for part in self.own
        ), middle

    def _against(self, own: Component, compare: Callable[[int, int], Fraction]) -> Part:
        score = self._seen(own.score_ns)
        shares = self._shares(self.others)
        against = tuple(
            Against(other, shares[other], compare(score, other))
            for other in sorted(shares, reverse=True)
        )
        points = sum((each.points for each in against), Fraction(0))
        return Part(own.weight, score, own.played, against, points)

    def _alone(self, own: Component, points: Fraction) -> Part:
        return Part(own.weight, self._seen(own.score_ns), own.played, (), points)

    def _matchpoints(self, own: int, other: int) -> Fraction:
        twice = 2 if own > other else 1 if own == other else 0
        return Fraction(twice * self.settings.scale, 2)

    def _shares(self, lines: Iterable[Line]) -> Shares:
        shares: defaultdict[int, Fraction] = defaultdict(Fraction)
        for line in lines:
            for component in components(line, self.side):
                shares[self._seen(component.score_ns)] += component.weight
        return shares

    def _seen(self, score_ns: int) -> int:
        """A score as the side sees it."""
        return score_ns if self.side is Side.NS else -score_ns

    # From comparisons to points

    def _steps_to_the_top(
        self, points: Fraction
    ) -> Iterator[Neuberg | Ties | SmallGroup | Mean | ShortBoard]:
        match self.settings.method:
            case Method.MATCHPOINTS:
                if self.results == self.expected:
                    return
                yield self._ties(points) if self.settings.missing_ties else self._neuberg(points)
            case Method.CROSS_IMPS:
                yield from self._cross_imps(points)

    @property
    def expected(self) -> int:
        """E: the results of the fullest board of the field, or of this board's fuller side where
        other boards do not matter."""
        if not (self.settings.neuberg or self.settings.missing_ties):
            return most_compared(self.group.lines)
        lines = (line for board in self.boards for group in board.groups for line in group.lines)
        return max(self.settings.expected or 1, max_results(lines))

    def _neuberg(self, points: Fraction) -> Neuberg | SmallGroup:
        results, expected = self.results, self.expected
        if self.settings.small_groups and is_small_group(results, expected):
            # The percentages of small groups are defined on the two-point scale.
            twice = points * 2 / self.settings.scale
            percentage = 60 + 5 * (twice - (results - 1))
            top = self.top or Fraction(0)
            value = percentage * top / 100
            return SmallGroup(twice, results, expected, percentage, top, value)
        bonus = Fraction(self.settings.scale, 2)
        value = (points + bonus) * expected / results - bonus
        return Neuberg(points, bonus, results, expected, value)

    def _ties(self, points: Fraction) -> Ties:
        each = Fraction(self.settings.scale, 2)
        value = points + each * (self.expected - self.results)
        return Ties(points, each, self.results, self.expected, value)

    def _cross_imps(self, points: Fraction) -> Iterator[Mean | ShortBoard]:
        results, expected = self.results, self.expected
        if results < 2:
            return
        if self.settings.cross_imps_mean:
            mean = Mean(points, results - 1, points / (results - 1))
            points = mean.value
            yield mean
        if self.settings.neuberg and results != expected:
            factor = Fraction(expected * (results - 1), results * (expected - 1))
            yield ShortBoard(points, results, expected, factor, points * factor)

    # Artificial scores

    def _awarded(self, award: Award) -> Awarded:
        percentage = award.percentage if isinstance(award, Average) else award
        if self.settings.method is not Method.MATCHPOINTS:
            results = sum(line.is_scored for line in self.group.lines)
            comparison = comparison_for(self.settings, self.expected)
            value = comparison.artificial(award, None, results)
            each = artificial_imps(award)
            times = int(value / each) if value else 1
            return Awarded(award, False, None, percentage, value, times)
        follows = self.settings.session_average and _floats(award)
        own = self._own_share() if follows else None
        if own is not None:
            choose = max if award is Average.PLUS else min
            percentage = choose(percentage, own.percentage)
        return Awarded(award, follows, own, percentage, percentage * (self.top or 0) / 100)

    def _own_share(self) -> OwnShare | None:
        """The contestants' result on boards without such an average; ``None`` if there is none."""
        # With one list a contestant may have sat in both directions.
        sides = list(Side) if self.settings.winners == 1 else [self.side]
        points = of = Fraction(0)
        for score in (score for board in self.boards for score in board.lines):
            for side in sides:
                own = score.ns_points if side is Side.NS else score.ew_points
                seats = score.line.side(side)
                # In an individual both partners count, and each may sit at this table.
                times = sum(1 for contestant in self.line.side(self.side) if contestant in seats)
                if times and own is not None and not _is_floating(score.line, side):
                    points += times * own
                    of += times * (score.top or 0)
        return OwnShare(points, of) if of else None


def datum_of(shares: Shares, rule: DatumRule) -> Datum:
    """The datum of these scores, with what is left out at each end."""
    results = int(sum(shares.values()))
    dropped = rule.left_out(results)
    out: defaultdict[int, Fraction] = defaultdict(Fraction)
    for scores in (sorted(shares), sorted(shares, reverse=True)):
        left = dropped
        for score in scores:
            taken = min(left, shares[score])
            out[score] += taken
            left -= taken
    counted = results - 2 * dropped
    total = sum((score * (shares[score] - out[score]) for score in shares), Fraction(0))
    mean = total / counted
    scores_of = tuple(
        DatumScore(score, shares[score], out[score]) for score in sorted(shares, reverse=True)
    )
    return Datum(scores_of, counted, mean, rule.rounded(mean), rule)


def _imps(own: int, other: int) -> Fraction:
    return Fraction(imps(own - other))


def _floats(award: Award | None) -> bool:
    return award is Average.PLUS or award is Average.MINUS


def _is_floating(line: Line, side: Side) -> bool:
    """Whether the side has an average plus or minus here."""
    return _floats(award_of(line.adjustment, side))
