"""A round's pairings judged by the criteria of the system that its tournament is paired by.

Pairings as they are typed and those that are stored are judged here alike.
"""

from collections.abc import Collection, Iterable
from dataclasses import dataclass, replace

from clubscore.text.problems import Problem
from events.models import Round, Tournament
from events.tournaments.core.domain.pairings import Pairings
from events.tournaments.core.domain.results import Code
from events.tournaments.core.domain.tournament import (
    BY_TABLE,
    DOUBLE_ROUND_ROBIN,
    KEIZER,
    SWISS,
    Tournament as TournamentValue,
    kind_of,
)
from events.tournaments.core.domain.wishes import Wishes, wishes_of
from events.tournaments.core.domain.withdrawals import cycle_of
from events.tournaments.go.domain.event import go_event, knows_rank
from events.tournaments.pairing.domain.checks import (
    Contender,
    Contenders,
    Criteria,
    Field,
    Game,
    Worth,
    of_one_club,
    second_byes,
    unusual,
)
from events.tournaments.pairing.domain.go_groups import paired_players
from events.tournaments.pairing.domain.go_weights import weight_of
from events.tournaments.pairing.domain.proposal import before_round
from events.tournaments.pairing.domain.systems import APART
from events.tournaments.pairing.domain.teams import before_round_of_teams
from events.tournaments.pairing.selectors import contenders
from events.tournaments.teams.domain.as_tournament import as_tournament
from events.tournaments.teams.domain.event import TeamEvent
from events.tournaments.teams.domain.from_games import team_event


@dataclass(frozen=True, slots=True)
class Judged:
    """What is unusual: ``games`` are problems whose line counts the games, ``byes`` those of no
    game, ``one_club`` the games, counted from 1, of two players of one club."""

    games: tuple[Problem, ...] = ()
    byes: tuple[Problem, ...] = ()
    one_club: tuple[int, ...] = ()


def judge_round(
    tournament: Tournament,
    round: Round,  # noqa: A002
    pairings: Pairings,
    *,
    value: TournamentValue,
    settled: Collection[Game] = (),
) -> Judged:
    """The new games and byes of a round; the ``settled`` ones are judged no more."""
    kind = kind_of(value.kind or value.team_facts.type_code)
    value = before_round(value, round.number)
    if event := team_event(value):
        return _of_teams(event, round.number, pairings, kind=kind, settled=settled)
    return judge_value(
        value,
        round.number,
        pairings,
        players=contenders(tournament, round, value=value),
        kind=kind,
        has_colours=tournament.discipline == Tournament.Discipline.CHESS,
        settled=settled,
        by_preferences=bool(tournament.fide_mode),
    )


def judge_value(
    value: TournamentValue,
    number: int,
    pairings: Pairings,
    *,
    players: Contenders,
    kind: str,
    has_colours: bool,
    settled: Collection[Game] = (),
    by_preferences: bool = False,
) -> Judged:
    """The pairings of a round of players, before which the tournament is ``value``."""
    criteria = criteria_of(
        value, number, pairings, kind=kind, players=len(players), has_colours=has_colours
    )
    field = Field(players, replace(criteria, by_preferences=by_preferences))
    return Judged(
        tuple(unusual(pairings, field, stored=settled)),
        tuple(second_byes(pairings, field)),
        tuple(of_one_club(pairings, field, stored=settled)),
    )


def criteria_of(
    value: TournamentValue,
    number: int,
    pairings: Pairings,
    *,
    kind: str,
    players: int,
    has_colours: bool,
) -> Criteria:
    """What the system of a kind looks at in a round, before which the tournament is ``value``."""
    wishes = wishes_of(value, number)
    if kind in BY_TABLE:
        since = cycle_of(number, players) if kind == DOUBLE_ROUND_ROBIN else 1
        if kind == KEIZER:
            since = number - APART
        # In a table everybody meets whom it says.
        never = Wishes(wishes.never) if kind == KEIZER else Wishes()
        return Criteria(since=since, by_byes=kind == KEIZER, wishes=never)
    if value.go is not None:
        worth = _worth(value, number, pairings, wishes)
        return Criteria(is_strict=False, wishes=wishes, worth=worth)
    return Criteria(
        by_colours=has_colours,
        system=value.system if has_colours else None,
        top=_top(value, number),
        wishes=wishes,
    )


def _top(value: TournamentValue, number: int) -> frozenset[int]:
    """In the last round who has more than half of the points that there were (C.04.3, 1.8)."""
    if number < value.rounds:
        return frozenset()
    half = value.system.win * (number - 1) / 2
    return frozenset(
        entrant.number for entrant in value.entrants if value.points_of(entrant) > half
    )


def _worth(value: TournamentValue, number: int, pairings: Pairings, wishes: Wishes) -> Worth | None:
    """The weight of two players of the round; ``None`` where somebody's strength is not known."""
    here = {player for game in pairings.games for player in game}
    if not all(knows_rank(entrant) for entrant in value.entrants if entrant.number in here):
        return None
    event = go_event(value, number - 1)
    byes = {player for player, code in pairings.byes if code is Code.PAIRING_BYE}
    paired = paired_players(event, number, here | byes)
    return lambda one, other: weight_of(event, number, wishes, paired[one], paired[other])


def _of_teams(
    event: TeamEvent, number: int, pairings: Pairings, *, kind: str, settled: Iterable[Game]
) -> Judged:
    """The round by its teams: a match is judged at its first new game. Players have no rematches
    and no colours of their own (C.04.6)."""
    event = before_round_of_teams(event, number)
    team_of = {member: team.number for team in event.teams for member in team.members}
    known = set(settled)
    lines: dict[frozenset[int], tuple[int, Game]] = {}
    for line, game in enumerate(pairings.games, start=1):
        sides = tuple(team_of.get(player, 0) for player in game)
        if 0 not in sides and sides[0] != sides[1] and game not in known:
            lines.setdefault(frozenset(sides), (line, (sides[0], sides[1])))
    playing = {team for sides in lines for team in sides}
    playing |= {team_of.get(player, 0) for game in pairings.games for player in game}
    byes = {
        team_of[player]: code
        for player, code in pairings.byes
        if player in team_of and team_of[player] not in playing
    }
    matches = Pairings(tuple(match for _line, match in lines.values()), tuple(byes.items()))
    never = tuple(
        frozenset(each.numbers)
        for each in event.forbidden
        if (each.first or 1) <= number <= (each.last or number)
    )
    teams = as_tournament(event)
    players = {
        entrant.number: Contender(
            entrant.number, event.team(entrant.number).name, results=entrant.results[: number - 1]
        )
        for entrant in teams.entrants
    }
    criteria = Criteria(
        since=cycle_of(number, len(players)) if kind == DOUBLE_ROUND_ROBIN else 1,
        by_byes=kind == SWISS,
        system=event.rules.match_system,
        wishes=Wishes(never),
    )
    field = Field(players, criteria)
    at = [line for line, _match in lines.values()]
    games = (replace(each, line=at[each.line - 1]) for each in unusual(matches, field) if each.line)
    return Judged(tuple(games), tuple(second_byes(matches, field)))
