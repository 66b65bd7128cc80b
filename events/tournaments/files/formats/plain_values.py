"""A tournament as the command line prints it: plain values, points as numbers."""

from fractions import Fraction
from typing import Any

from events.tournaments.core.domain.results import PointSystem, Result
from events.tournaments.core.domain.tournament import Entrant, Tournament
from events.tournaments.standings.domain.standings import standings


def tournament_data(tournament: Tournament) -> dict[str, Any]:
    """The tournament, its players with their results, and its teams; in go also grades, clubs, and
    places with the scores that make them."""
    go = _scores_of_go(tournament) if tournament.go else {}
    return {
        "name": tournament.name,
        "start": tournament.start.isoformat() if tournament.start else None,
        "finish": tournament.finish.isoformat() if tournament.finish else None,
        "federation": tournament.federation,
        "rounds": tournament.rounds,
        "players": [
            _player(entrant, tournament) | go.get(entrant.number, {})
            for entrant in tournament.entrants
        ],
        "teams": [{"name": team.name, "members": list(team.members)} for team in tournament.teams],
    }


def _scores_of_go(tournament: Tournament) -> dict[int, dict[str, Any]]:
    codes = tournament.tie_breaks
    entrants = {entrant.number: entrant for entrant in tournament.entrants}
    return {
        line.number: {
            "grade": entrants[line.number].grade,
            "club": entrants[line.number].club,
            "place": line.place.number,
            **{
                code.lower(): None if value is None else float(value)
                for code, value in zip(codes, line.values, strict=True)
            },
        }
        for line in standings(tournament, tie_breaks=codes)
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
        **({"adjourned": True} if result.is_adjourned else {}),
    }
