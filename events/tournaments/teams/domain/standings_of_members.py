"""Standings of teams whose members play as individuals, as clubs run them beside a tournament.

A team's score is the sum of the points of its best members, as many as count. Teams with equal
scores are ranked by the sum of the places of those members, where the lower one is better, and
then by the better place of the best, the second best and so on; still equal, they share a place.
A team with fewer members than count adds up those it has, and is ranked below a complete one with
as many points.
"""

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction

from events.common.domain import Place
from events.tournaments.core.domain.tournament import Team
from events.tournaments.standings.domain.stage import exact_sum
from events.tournaments.standings.domain.standings import Standing

_Key = tuple[Fraction, int, int, tuple[int, ...]]


@dataclass(frozen=True, slots=True)
class Member:
    """``place`` is among all players, without the sign of a shared one."""

    number: int
    place: int
    points: Fraction
    counts: bool


@dataclass(frozen=True, slots=True)
class TeamStanding:
    """``places`` is the sum of the places of the
    members who count; ``members`` are in the order of the standings."""

    team: Team
    place: Place
    points: Fraction
    places: int
    members: tuple[Member, ...]


def team_standings(
    teams: Iterable[Team], standings: Iterable[Standing], *, count: int | None = None
) -> tuple[TeamStanding, ...]:
    """The teams, best first; the best ``count`` members of each count, by default all."""
    lines_by_number = {line.number: line for line in standings}
    order = {number: index for index, number in enumerate(lines_by_number)}
    scored: defaultdict[_Key, list[tuple[Team, tuple[Member, ...]]]] = defaultdict(list)
    for team in teams:
        lines = [lines_by_number[number] for number in sorted(team.members, key=order.__getitem__)]
        limit = len(lines) if count is None else count
        members = tuple(
            Member(line.number, line.place.number, line.points, index < limit)
            for index, line in enumerate(lines)
        )
        scored[_key(members, count)].append((team, members))
    found: list[TeamStanding] = []
    for key in sorted(scored):
        equal = scored[key]
        place = Place(len(found) + 1, is_shared=len(equal) > 1)
        found.extend(
            TeamStanding(team, place, -key[0], key[2], members)
            for team, members in sorted(equal, key=lambda each: each[0].name)
        )
    return tuple(found)


def _key(members: Iterable[Member], count: int | None) -> _Key:
    """What teams are sorted by, the least first."""
    counting = [member for member in members if member.counts]
    places = tuple(member.place for member in counting)
    missing = 0 if count is None else count - len(counting)
    # Points are negated: of all the rest the least comes first.
    return -exact_sum(member.points for member in counting), missing, sum(places), places
