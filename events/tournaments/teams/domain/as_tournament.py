"""A tournament of teams seen as one of single entrants: a match is a game, a team a player.

Pairing systems and most tie-breaks then hold for teams as they are (C.04.6, preface; C.07,
article 13). Points are match points, whichever score decides.
"""

from collections.abc import Iterable

from events.tournaments.core.domain.results import Colour, Result
from events.tournaments.core.domain.tournament import Entrant, Tournament
from events.tournaments.teams.domain.event import TeamEvent
from events.tournaments.teams.domain.matches import outcome


def as_tournament(event: TeamEvent, name: str = "") -> Tournament:
    """The teams as entrants, each match as a game, with match points."""
    results = results_of(event)
    rounds = max(event.rounds, *(len(result) for result in results.values()), 0)
    entrants = tuple(
        Entrant(team.number, team.name, rating=team.strength, results=tuple(results[team.number]))
        for team in sorted(event.teams, key=lambda team: team.number)
    )
    return Tournament(
        name=name,
        kind=event.kind,
        start=event.start,
        rounds=rounds,
        entrants=entrants,
        system=event.rules.match_system,
    )


def results_of(event: TeamEvent) -> dict[int, list[Result | None]]:
    """Every team's results by its number, of as many rounds as the last match or bye is in."""
    played = [match.round for match in event.matches]
    rounds = max([*played, *(bye.round for bye in event.byes)], default=0)
    results: dict[int, list[Result | None]] = {team.number: [None] * rounds for team in event.teams}
    for team, round_, result in _results(event):
        results[team][round_ - 1] = result
    return results


def _results(event: TeamEvent) -> Iterable[tuple[int, int, Result]]:
    for match in event.matches:
        white, black = outcome(match, event.rules)
        yield match.white, match.round, Result(match.black, Colour.WHITE, white)
        yield match.black, match.round, Result(match.white, Colour.BLACK, black)
    for bye in event.byes:
        yield bye.team, bye.round, Result(None, None, bye.code)
