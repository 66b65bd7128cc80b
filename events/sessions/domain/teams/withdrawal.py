"""A team that leaves an event in which all meet all (White Book; spec: teams, section 3).

Before it has played half of its matches, all of them are cancelled. After that those that it
played count; of the others the opponents get the best of three: their own average of the matches
that they played, what their opponents on average made of the team that left, and 60 % of a match;
the team that left gets nothing.
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction

from events.sessions.domain.teams.standings import MatchResult

BYE_PART = Fraction(3, 5)


def after_withdrawals(
    matches: Sequence[MatchResult], left: Mapping[int, int], *, total: int
) -> list[MatchResult]:
    """The matches with those of the teams that ``left`` as they count: the last round that each
    played, by its number. ``total`` are the points of both sides of a match."""
    cancelled: set[int] = set()
    for team in left:
        own = [match for match in matches if team in (match.home, match.away)]
        if 2 * sum(_is_played(match, left) for match in own) < len(own):
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
        match,
        points=(points[0], points[1]),
        imps=(Fraction(0), Fraction(0)),
        is_awarded=True,
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
