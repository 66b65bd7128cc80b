"""A session as it would be stored from a file, scored, and compared with what the file publishes.

The settings that explain the published standings best are found by trying those by which scoring
programs differ: Neuberg, the scale of two or one, rounding, and the datum.
"""

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from decimal import Decimal, InvalidOperation
from fractions import Fraction
from functools import cached_property
from itertools import groupby
from typing import Final, cast

from clubscore.text.numbers import whole_number
from clubscore.text.problems import Sentence, gettext_noop, sentence
from events.common.domain import UNPLACED, Place, Rounding
from events.exchange.domain.session_plan import (
    Key,
    MatchPlan,
    PlannedContestant,
    PlannedLine,
    SessionPlan,
)
from events.sessions.core.domain.adjustment import NOT_PLAYED
from events.sessions.core.domain.contract import Side
from events.sessions.scoring.domain.board_score import BoardScore, Line, Points
from events.sessions.scoring.domain.field import FieldScore, score_field
from events.sessions.scoring.domain.imps import Datums
from events.sessions.scoring.domain.ranking import Penalty, Standing
from events.sessions.scoring.domain.settings import Method, Settings
from events.sessions.scoring.domain.sit_outs import SitOuts, missing_boards
from events.sessions.scoring.domain.strata import places_within, strata_in_use


@dataclass(frozen=True, slots=True)
class Difference:
    """A contestant whose published score is not ours; both with the decimals of the file."""

    contestant: str
    published: str
    computed: str


@dataclass(frozen=True, slots=True)
class LineDifference:
    """A result for which the file gives other matchpoints to its sides than our scoring."""

    board: int
    ns: tuple[Key, ...]
    ew: tuple[Key, ...]
    given: Points
    computed: Points


_OTHER_POINTS = gettext_noop(
    "Board %(board)s, NS %(ns)s against EW %(ew)s: the file gives %(given)s matchpoints, our"
    " scoring %(computed)s."
)

_MANY_OTHERS = gettext_noop(
    "In all, %(count)s of %(lines)s results have other matchpoints in the file than by our scoring."
)

_OTHER_PLACE = gettext_noop(
    "%(contestant)s: place %(given)s of stratum %(stratum)s in the file, %(computed)s by our"
    " scoring."
)

SHOWN = 5
"""So many results with other matchpoints are named."""


@dataclass(frozen=True, slots=True)
class Comparison:
    """The settings that fit best, how many scores agree with them, and those that do not; how many
    results have matchpoints in the file, and those with other ones."""

    settings: Settings
    published: int
    differing: tuple[Difference, ...]
    lines: int = 0
    differing_lines: tuple[LineDifference, ...] = ()
    strata: Mapping[str, int] = field(default_factory=dict)
    """How many contestants are in each stratum of the file, and in which it says their places."""
    places: int = 0
    differing_places: tuple[tuple[str, Difference], ...] = ()

    @property
    def agreeing(self) -> int:
        return self.published - len(self.differing)

    @property
    def notices(self) -> tuple[Sentence, ...]:
        """The first results with other matchpoints, and how many there are."""
        named = [
            sentence(
                _OTHER_POINTS,
                board=each.board,
                ns=" + ".join(map("".join, each.ns)),
                ew=" + ".join(map("".join, each.ew)),
                given=" / ".join(map(_plain, each.given)),
                computed=" / ".join(map(_plain, each.computed)),
            )
            for each in self.differing_lines[:SHOWN]
        ]
        count = len(self.differing_lines)
        if count > SHOWN:
            named.append(sentence(_MANY_OTHERS, count=count, lines=self.lines))
        named += [
            sentence(
                _OTHER_PLACE,
                contestant=difference.contestant,
                stratum=stratum,
                given=difference.published,
                computed=difference.computed or "–",
            )
            for stratum, difference in self.differing_places
        ]
        return tuple(named)


def _plain(points: Fraction | None) -> str:
    return "–" if points is None else f"{Decimal(rounded(points, 2)).normalize():f}"


_ROUNDINGS: Final = (
    Rounding.EXACT,
    Rounding.BOARD_TENTH,
    Rounding.BOARD_HUNDREDTH,
    Rounding.TOTAL_HUNDREDTH,
)


def compare(plan: SessionPlan) -> Comparison:
    """Score the plan by the usual settings and, where some scores differ, by the others."""
    usual = Settings(method=plan.method, winners=plan.winners)
    if plan.matches:
        return _compared_matches(plan.matches, usual)
    given = _GivenPoints(plan)
    scoring = _Scoring(plan)
    best = first = _fit(scoring, usual, given)
    has_totals = best.comparison.published > 0
    for settings in _other_settings(usual, plan.datums):
        if not best.misfit[0 if has_totals else 1]:
            break
        # The points of results alone are compared by how they are found, not by their rounding.
        if has_totals or settings.rounding is usual.rounding:
            # Of settings that fit equally well, the first and most usual is taken.
            fit = _fit(scoring, settings, given, in_part=not has_totals)
            best = min(best, fit, key=_misfit)
    if best.misfit[1]:
        one = replace(best.comparison.settings, scale=1)
        best = min(best, _fit(scoring, one, given, in_part=not has_totals), key=_misfit)
    if not has_totals and best is not first:
        # Settings that explain some results alone would be a guess.
        settings = best.comparison.settings
        best = first if best.misfit[1] else _fit(scoring, settings, given)
    others = tuple(given.differing(best.scored.boards))
    found = replace(best.comparison, lines=len(given.lines), differing_lines=others)
    return _with_strata(found, plan, best.scored.standings)


def _with_strata(
    comparison: Comparison, plan: SessionPlan, standings: Iterable[Standing]
) -> Comparison:
    """The comparison with the strata of the file, and the places that it gives in them."""
    strata = Counter(each.stratum for each in plan.contestants if each.stratum)
    if not strata:
        return comparison
    own = {each.key: each for each in plan.contestants}
    ours: dict[object, Place] = {}
    below = strata_in_use(list(strata))
    for _, group in groupby(standings, key=lambda each: (each.section, each.direction)):
        ranked = [(each, own[cast(Key, each.contestant)].stratum or "A") for each in group]
        places = places_within([(each.place, stratum) for each, stratum in ranked], below)
        for (each, stratum), within in zip(ranked, places, strict=True):
            ours[each.contestant] = dict(zip(below, within, strict=True)).get(stratum, each.place)
    told = [each for each in plan.contestants if each.stratum_place]
    differing = tuple(
        (each.stratum, Difference(each.label, each.stratum_place or "", str(place)))
        for each in told
        if (place := ours.get(each.key, UNPLACED)).number != _place_number(each.stratum_place)
    )
    counts = dict(sorted(strata.items()))
    return replace(comparison, strata=counts, places=len(told), differing_places=differing)


def _place_number(text: str | None) -> int | None:
    return whole_number((text or "").strip("= "), most=99_999)


@dataclass(frozen=True, slots=True)
class _Fit:
    """A plan scored by some settings, and how badly they fit: by the scores of the contestants,
    then by those of the results of some boards."""

    comparison: Comparison
    scored: FieldScore
    misfit: tuple[int, int]


def _misfit(fit: _Fit) -> tuple[int, int]:
    return fit.misfit


def _fit(
    scoring: "_Scoring", settings: Settings, given: "_GivenPoints", *, in_part: bool = False
) -> _Fit:
    """How settings fit; ``in_part`` by the results of some boards alone."""
    boards = given.some_boards
    scored = scoring.scored_in_part(settings, boards) if in_part else scoring.scored(settings)
    comparison = Comparison(settings, 0, ())
    if not in_part:
        comparison = _compared(scoring.plan, settings, scored)
    some = (board for board in scored.boards if board.board in boards)
    misfit = len(comparison.differing), sum(1 for _ in given.differing(some))
    return _Fit(comparison, scored, misfit)


def _compared_matches(matches: MatchPlan, settings: Settings) -> Comparison:
    published = 0
    differing = []
    for team in matches.teams:
        given = decimal_of(team.published)
        if given is None or team.published is None:
            continue
        published += 1
        computed = rounded(matches.standings[team.number][1], _decimals(given))
        if Decimal(computed) != given:
            differing.append(Difference(team.file.number, team.published, computed))
    strata = Counter(team.file.stratum for team in matches.teams if team.file.stratum)
    return Comparison(settings, published, tuple(differing), strata=dict(sorted(strata.items())))


_SIT_OUT: Final = 60

_SHARES: Final = (10, 5, 15, 20, 25)


def _other_datums(usual: Settings) -> Iterator[Settings]:
    """The rules for a datum by which programs differ: a number of results left out at each end,
    or a share of them, and where halves go."""
    trimmed = [
        *(replace(usual, butler_drop=drop) for drop in (1, 0, 2)),
        replace(usual, butler_percent=10, butler_parts=False),
        *(replace(usual, butler_percent=percent) for percent in _SHARES),
    ]
    yield from trimmed
    yield from (replace(each, butler_even=True) for each in trimmed)


def _other_settings(usual: Settings, given: Datums) -> Iterator[Settings]:
    if usual.method is Method.BUTLER:
        yield from _other_datums(usual)
        if given:
            yield replace(usual, datums=given)
        return
    if usual.method is Method.CROSS_IMPS:
        added = replace(usual, cross_imps_mean=False)
        yield from (added, replace(added, cross_imps_award_each=True))
        return
    if usual.method is not Method.MATCHPOINTS:
        return
    for short_boards in (
        usual,
        replace(usual, small_groups=False),
        replace(usual, neuberg=False),
        replace(usual, missing_ties=True),
        replace(usual, sit_out=_SIT_OUT),
        replace(usual, sit_out=_SIT_OUT, neuberg=False),
    ):
        for rounding in _ROUNDINGS:
            for scale in (2, 1):
                yield replace(short_boards, rounding=rounding, scale=scale)


def _compared(plan: SessionPlan, settings: Settings, scored: FieldScore) -> Comparison:
    standings = {each.contestant: each for each in scored.standings}
    published = 0
    differing = []
    for contestant in plan.contestants:
        given = decimal_of(contestant.published)
        standing = standings.get(contestant.key)
        if given is None or contestant.published is None:
            continue
        published += 1
        computed = _computed(standing, contestant, given) if standing else ""
        if not computed or Decimal(computed) != given:
            differing.append(Difference(contestant.label, contestant.published, computed))
    return Comparison(settings, published, tuple(differing))


_SOME = 300
"""So many results tell how a program finds its points."""


class _GivenPoints:
    """The matchpoints that a file gives to its results. What the director awarded is left out: its
    points are taken from the file."""

    def __init__(self, plan: SessionPlan) -> None:
        self.lines: dict[object, tuple[PlannedLine, Points]] = {}
        self.some_boards: set[int] = set()
        decimals = 0
        for line in plan.lines if plan.method is Method.MATCHPOINTS else ():
            ns, ew = map(_matchpoints_of, line.points)
            if line.result.adjustment is None and not (ns is None and ew is None):
                points = (_fraction(ns), _fraction(ew))
                if len(self.lines) < _SOME:
                    self.some_boards.add(line.board)
                self.lines[line.board, line.ns, line.ew] = line, points
                told = [_decimals(number) for number in (ns, ew) if number is not None]
                decimals = max(decimals, *told)
        # Whichever way a program rounds a half; in whole numbers, a half is not rounded.
        self.tolerance = Fraction(1, 2 * 10**decimals) if decimals else Fraction(499, 1000)

    def differing(self, boards: Iterable[BoardScore]) -> Iterator[LineDifference]:
        """The results that have other points by our scoring."""
        if not self.lines:
            return
        for score in (score for board in boards for score in board.lines):
            place = score.line.board, score.line.ns, score.line.ew
            line, given = self.lines.get(place, (None, (None, None)))
            ours = score.ns_points, score.ew_points
            if line and not all(map(self._is_same, given, ours)):
                yield LineDifference(line.board, line.ns, line.ew, given, ours)

    def _is_same(self, given: Fraction | None, ours: Fraction | None) -> bool:
        return given is None or abs(given - (ours or 0)) <= self.tolerance


def _matchpoints_of(text: str | None) -> Decimal | None:
    """A number of matchpoints; a percentage is none."""
    return None if text and "%" in text else decimal_of(text)


def _fraction(number: Decimal | None) -> Fraction | None:
    return None if number is None else Fraction(number)


def _computed(standing: Standing, contestant: PlannedContestant, given: Decimal) -> str:
    """Our score with as many decimals as the file has."""
    value = standing.percentage if contestant.is_percentage else standing.points
    if value is None:
        return ""
    return rounded(value, _decimals(given))


def _decimals(given: Decimal) -> int:
    exponent = given.as_tuple().exponent
    return min(6, -exponent) if isinstance(exponent, int) and exponent < 0 else 0


def rounded(value: Fraction, decimals: int) -> str:
    """Half away from zero, as scoring programs print."""
    scaled = abs(value) * 10**decimals
    whole = int(scaled + Fraction(1, 2))
    text = f"{whole:0{decimals + 1}d}"
    sign = "-" if value < 0 and whole else ""
    return sign + (f"{text[:-decimals]}.{text[-decimals:]}" if decimals else text)


def decimal_of(text: str | None) -> Decimal | None:
    try:
        number = Decimal((text or "").strip().removesuffix("%").replace(",", "."))
    except InvalidOperation:
        return None
    return number if number.is_finite() and abs(number) < 10**7 else None


def standings_of(plan: SessionPlan, settings: Settings) -> tuple[Standing, ...]:
    return _Scoring(plan).scored(settings).standings


class _Scoring:
    """What is scored of a plan, made once for all settings that are tried."""

    def __init__(self, plan: SessionPlan) -> None:
        self.plan = plan
        self.lines = [
            Line(
                line.board,
                line.ns,
                line.ew,
                line.result.score_ns,
                line.result.adjustment,
                line.section,
                line.deal,
            )
            for line in plan.lines
            if not line.result.is_empty
        ]
        self.lists = _lists(plan.lines) if plan.winners == 2 else {}
        playing = {key for line in self.lines for key in (*line.ns, *line.ew)}
        self.penalties = [
            Penalty(each.key, self.lists.get(each.key), points=each.penalty)
            for each in plan.contestants
            if each.penalty and each.key in playing
        ]

    @cached_property
    def sit_outs(self) -> SitOuts:
        # A line without a result is no sit-out.
        return missing_boards(self.plan.lines, self.plan.winners, self.lists)

    def scored(self, settings: Settings) -> FieldScore:
        sit_outs = self.sit_outs if settings.sit_out else {}
        return score_field(self.lines, settings, self.penalties, self.lists, sit_outs)

    def scored_in_part(self, settings: Settings, boards: Collection[int]) -> FieldScore:
        """The scores of the results of some boards as they are among all: no standings."""
        lines = [line for line in self.lines if line.board in boards]
        return score_field(lines, replace(settings, expected=self.fullest))

    @cached_property
    def fullest(self) -> int:
        """How many results the board with most has."""
        boards = Counter(line.board for line in self.lines if line.adjustment is not NOT_PLAYED)
        return max(boards.values(), default=1)


def _lists(lines: Iterable[PlannedLine]) -> Mapping[object, Side]:
    """The list of each contestant: the direction in which it sat most often."""
    balance: dict[Key, int] = {}
    for line in lines:
        for key in line.ns:
            balance[key] = balance.get(key, 0) + 1
        for key in line.ew:
            balance[key] = balance.get(key, 0) - 1
    return {key: Side.EW if value < 0 else Side.NS for key, value in balance.items()}
