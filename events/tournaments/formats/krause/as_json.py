"""A tournament as the command line prints it: plain values, points as numbers."""

from fractions import Fraction
from typing import Any

from events.tournaments.domain.results import PointSystem, Result
from events.tournaments.domain.tournament import Entrant, Tournament


def tournament_data(tournament: Tournament) -> dict[str, Any]:
    """The tournament, its players with their results, and its teams."""
    return {
        "name": tournament.name,
        "start": tournament.start.isoformat() if tournament.start else None,
        "finish": tournament.finish.isoformat() if tournament.finish else None,
        "federation": tournament.federation,
        "rounds": tournament.rounds,
        "players": [_player(entrant, tournament) for entrant in tournament.entrants],
        "teams": [{"name": team.name, "members": list(team.members)} for team in tournament.teams],
    }


def _player(entrant: Entrant, tournament: Tournament) -> dict[str, Any]:
    return {
        "number": entrant.number,
        "family": entrant.family,
        "given": entrant.given,
        "sex": entrant.sex,
        "title": entrant.title,
        "rating": entrant.rating,
        "federation": entrant.federation,
        "id": entrant.identity,
        "born": entrant.born,
        "points": float(tournament.points_of(entrant)),
        "rank": entrant.rank,
        "results": [
            _result(round_, result, tournament.system)
            for round_, result in enumerate(entrant.results, 1)
            if result
        ],
    }


def _result(round_: int, result: Result, system: PointSystem) -> dict[str, Any]:
    points: Fraction | None = system.points(result.code)
    return {
        "round": round_,
        "opponent": result.opponent,
        "colour": result.colour.value if result.colour else None,
        "code": result.code.value,
        "points": None if points is None else float(points),
        "rated": result.code.rated,
        "played": result.code.played,
    }
