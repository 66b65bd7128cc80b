"""Matches and their standings: boards become a result of both sides, results a ranking.

A match is scored by victory points, by IMPs added up, by the points of its boards
(point-a-board), or as won or lost (spec: teams, section 1). Ties are split by the matches among
those tied, where all of them met, then by IMPs; after that the place is shared (spec: teams,
section 3).

A team that leaves an event in which all meet all (White Book; spec: teams, section 3).

Before it has played half of its matches, all of them are cancelled. After that those that it
played count; of the others the opponents get the best of three: their own average of the matches
that they played, what their opponents on average made of the team that left, and 60 % of a match;
the team that left gets nothing.

What a match counts that should not have been played so, by the practice of the English Bridge
Union (spec: teams, section 3): whole matches wrongly seated, and mismatches, in which an opponent
is more than 5 VPs from the right one. On scales of 20 VPs.
"""

from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from fractions import Fraction
from itertools import groupby
from typing import Final

from events.common.domain import UNPLACED, Place, round_quotient
from events.sessions.matches.domain.match import HALF, BoardOfMatch
from events.sessions.matches.domain.scales import VP, Scale

ScaleFor = Callable[[int], Scale]
"""The scale for a match of so many boards."""

Both = tuple[Fraction, Fraction]
"""The values of the home and of the away side."""

ZERO = Fraction(0)


class Scoring(StrEnum):
    """What a match is worth; the values are stored."""

    VP = "vp"
    IMPS = "imps"
    POINT_A_BOARD = "point-a-board"
    WON_LOST = "won-lost"


@dataclass(frozen=True, slots=True)
class MatchResult:
    """A match as it stands, played from ``round`` to ``last_round``.

    ``imps`` are those that each side won, ``points`` what counts in the standings, ``None`` before
    the first board is scored. ``boards`` says how many boards it has, ``scored`` how many of the
    ``expected`` ones count already. ``away`` is ``None`` for a bye.
    """

    number: int
    round: int
    home: int
    away: int | None
    boards: int
    scored: int = 0
    expected: int = 0
    imps: Both = (ZERO, ZERO)
    points: Both | None = None
    is_awarded: bool = False
    last_round: int = 0

    @property
    def is_complete(self) -> bool:
        """Whether all is in that will ever be."""
        return self.is_awarded or self.away is None or self.scored >= self.expected

    def points_of(self, side: int) -> Fraction:
        """What a side has of the match, 0 where nothing is scored."""
        if self.points is None:
            return ZERO
        return self.points[0] if side == self.home else self.points[1]

    def margin_of(self, side: int) -> Fraction:
        """The IMPs that a side won more than it lost."""
        difference = self.imps[0] - self.imps[1]
        return difference if side == self.home else -difference


@dataclass(frozen=True, slots=True)
class TeamStanding:
    """A line of the standings: ``matches`` played and how many
    of them were won, drawn and lost, the margin in ``imps``, what was added by the director."""

    place: Place
    side: int
    points: Fraction
    imps: Fraction
    played: int
    won: int
    drawn: int
    lost: int
    added: Fraction = ZERO
    split_by: str = ""


def score_match(
    match: MatchResult,
    boards: Sequence[BoardOfMatch],
    scoring: Scoring,
    scale_for: ScaleFor,
    *,
    by_boards_played: bool = False,
) -> MatchResult:
    """The match with the score of its boards. Raises :class:`Refused` where the scale has no match
    of this length."""
    counting = [board for board in boards if board.imps is not None]
    won = (ZERO, ZERO)
    margins = (ZERO, ZERO)
    for board in counting:
        home, away = board.imps or (ZERO, ZERO)
        won = (won[0] + max(home, ZERO), won[1] + max(away, ZERO))
        margins = (margins[0] + home, margins[1] + away)
    match = replace(
        match, scored=len(counting), expected=sum(board.is_played for board in boards), imps=won
    )
    if not counting:
        return match
    length = match.expected if by_boards_played else match.boards
    return replace(match, points=_points(scoring, counting, margins, length, scale_for))


def _points(
    scoring: Scoring,
    boards: Sequence[BoardOfMatch],
    margins: Both,
    length: int,
    scale_for: ScaleFor,
) -> Both:
    match scoring:
        case Scoring.IMPS:
            return margins
        case Scoring.POINT_A_BOARD:
            points = [board.points or (ZERO, ZERO) for board in boards]
            return sum((point[0] for point in points), ZERO), sum(
                (point[1] for point in points), ZERO
            )
        case Scoring.WON_LOST:
            return _won(margins[0]), _won(margins[1])
    scale = scale_for(length)
    home, away = (scale.points(_whole(margin))[0] for margin in margins)
    return Fraction(home, VP), Fraction(away, VP)


def _whole(margin: Fraction) -> int:
    """The margin rounded to a whole IMP, halves away from zero."""
    return round_quotient(margin.numerator, margin.denominator)


def _won(margin: Fraction) -> Fraction:
    return HALF if margin == 0 else Fraction(int(margin > 0))


def rank(
    sides: Iterable[int], matches: Iterable[MatchResult], added: Mapping[int, Fraction]
) -> tuple[TeamStanding, ...]:
    """The standings of all sides; ``added`` is what the director gave or took away."""
    scored = [match for match in matches if match.points is not None]
    of_side: defaultdict[int, list[MatchResult]] = defaultdict(list)
    for match in scored:
        of_side[match.home].append(match)
        if match.away is not None:
            of_side[match.away].append(match)
    rows = [_standing(side, of_side[side], added.get(side, ZERO)) for side in sides]
    rows.sort(key=lambda row: (-row.points, row.side))
    ranked: list[TeamStanding] = []
    for _points, group in groupby(rows, key=lambda row: row.points):
        ranked += _split(list(group), scored, len(ranked) + 1)
    return tuple(ranked)


def _standing(side: int, matches: Sequence[MatchResult], added: Fraction) -> TeamStanding:
    met = [match for match in matches if match.away is not None]
    margins = [_result(match, side) for match in met]
    return TeamStanding(
        place=UNPLACED,
        side=side,
        points=sum((match.points_of(side) for match in matches), added),
        imps=sum((match.margin_of(side) for match in met), ZERO),
        played=len(met),
        won=sum(margin > 0 for margin in margins),
        drawn=sum(margin == 0 for margin in margins),
        lost=sum(margin < 0 for margin in margins),
        added=added,
    )


def _result(match: MatchResult, side: int) -> Fraction:
    """Positive for a match won: by its IMPs, of one that was awarded by its points."""
    if match.is_awarded or match.imps == (ZERO, ZERO):
        home, away = match.points or (ZERO, ZERO)
        return home - away if side == match.home else away - home
    return match.margin_of(side)


def _split(
    tied: list[TeamStanding], matches: Sequence[MatchResult], first: int
) -> list[TeamStanding]:
    if len(tied) == 1:
        return [replace(tied[0], place=Place(first))]
    among = _among({row.side for row in tied}, matches)
    by = "matches" if len({*among.values()}) > 1 else "imps"
    keys = {row.side: (-among.get(row.side, ZERO), -row.imps) for row in tied}
    tied.sort(key=lambda row: (*keys[row.side], row.side))
    placed: list[TeamStanding] = []
    for _key, group in groupby(tied, key=lambda row: keys[row.side]):
        shared = list(group)
        place = Place(first + len(placed), is_shared=len(shared) > 1)
        placed += [
            replace(row, place=place, split_by="" if len(shared) == len(tied) else by)
            for row in shared
        ]
    return placed


def _among(sides: set[int], matches: Sequence[MatchResult]) -> dict[int, Fraction]:
    """The points of those tied from the matches among them; empty unless all of them met."""
    own_matches = [match for match in matches if match.home in sides and match.away in sides]
    met = {frozenset((match.home, match.away)) for match in own_matches}
    if len(met) < len(sides) * (len(sides) - 1) // 2:
        return {}
    return {
        side: sum((m.points_of(side) for m in own_matches if side in (m.home, m.away)), ZERO)
        for side in sides
    }


MAX_TEAMS = 499

BYE_PART = Fraction(3, 5)


def after_withdrawals(
    matches: Sequence[MatchResult], left: Mapping[int, int], *, total: int
) -> list[MatchResult]:
    """The matches with those of the teams that ``left`` as they count: the last round that each
    played, by its number. ``total`` are the points of both sides of a match."""
    cancelled: set[int] = set()
    for team in left:
        own_matches = [match for match in matches if team in (match.home, match.away)]
        if 2 * sum(_is_played(match, left) for match in own_matches) < len(own_matches):
            cancelled.add(team)
    counted = [
        match
        for match in matches
        if not {match.home, match.away} & cancelled and _is_played(match, left)
    ]
    return [
        _cancelled(match)
        if {match.home, match.away} & cancelled
        else match
        if _is_played(match, left)
        else _awarded(match, left, counted, total)
        for match in matches
    ]


def _is_played(match: MatchResult, left: Mapping[int, int]) -> bool:
    """Whether a match was over before a team left."""
    sides = (match.home, match.away or 0)
    return all(match.last_round <= left.get(side, match.last_round) for side in sides)


def _cancelled(match: MatchResult) -> MatchResult:
    return replace(match, points=None, imps=(Fraction(0), Fraction(0)), is_awarded=True)


def _awarded(
    match: MatchResult, left: Mapping[int, int], counted: Sequence[MatchResult], total: int
) -> MatchResult:
    sides = (match.home, match.away or 0)
    points = tuple(
        Fraction(0) if side in left else _best(side, other, counted, total)
        for side, other in (sides, sides[::-1])
    )
    return replace(
        match, points=(points[0], points[1]), imps=(Fraction(0), Fraction(0)), is_awarded=True
    )


def _best(side: int, gone: int, counted: Collection[MatchResult], total: int) -> Fraction:
    own = [match.points_of(side) for match in counted if side in (match.home, match.away)]
    of_gone = [match.points_of(gone) for match in counted if gone in (match.home, match.away)]
    candidates = [BYE_PART * total]
    if own:
        candidates.append(sum(own, Fraction(0)) / len(own))
    if of_gone:
        candidates.append(total - sum(of_gone, Fraction(0)) / len(of_gone))
    return max(candidates)


TOTAL: Final = 20
"""The VPs of the scales that these rules are for."""

_FREE: Final = 5
"""VPs of which nothing is taken."""


class Wrong(StrEnum):
    """What went wrong; the values are part of addresses."""

    SEATED = "seated"
    SEATED_BY_DIRECTOR = "director"
    HOME_MET_STRONGER = "home-stronger"
    HOME_MET_WEAKER = "home-weaker"
    AWAY_MET_STRONGER = "away-stronger"
    AWAY_MET_WEAKER = "away-weaker"


@dataclass(frozen=True, slots=True)
class Remedy:
    """What a rule gives for a match."""

    wrong: Wrong
    points: Both


def remedies(points: Both | None) -> Iterator[Remedy]:
    """What the rules give for a match with these points, ``None`` before there are any."""
    yield Remedy(Wrong.SEATED, (Fraction(8), Fraction(8)))
    yield Remedy(Wrong.SEATED_BY_DIRECTOR, (Fraction(12), Fraction(12)))
    if points is None:
        return
    home, away = points
    yield Remedy(Wrong.HOME_MET_STRONGER, (met_stronger(home), away))
    yield Remedy(Wrong.HOME_MET_WEAKER, (met_weaker(home), away))
    yield Remedy(Wrong.AWAY_MET_STRONGER, (home, met_stronger(away)))
    yield Remedy(Wrong.AWAY_MET_WEAKER, (home, met_weaker(away)))


def met_stronger(points: Fraction) -> Fraction:
    """The points of a side that is not at fault for an opponent too strong: 12 VPs become 14."""
    return _FREE + points * 3 / 4


def met_weaker(points: Fraction) -> Fraction:
    """The points of a side that is at fault for an opponent too weak: 13 VPs become 11, 5 and
    fewer stay."""
    return points - max(points - _FREE, Fraction(0)) / 4
