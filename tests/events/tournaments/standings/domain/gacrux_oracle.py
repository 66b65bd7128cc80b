"""Values and places by gacrux, the tie-break engine of FIDE's own server, for comparison.

It works on a dictionary of its own, which is made here from a tournament, and changes it.
"""

from decimal import Decimal
from fractions import Fraction
from typing import Any

from gacrux.chessjson import chessjson
from gacrux.tiebreak import tiebreak

from events.tournaments.core.domain.results import Code, Colour, Result
from events.tournaments.core.domain.tournament import Tournament, is_round_robin

_LETTERS = {
    Code.WIN: "W",
    Code.DRAW: "D",
    Code.LOSS: "L",
    Code.UNRATED_WIN: "W",
    Code.UNRATED_DRAW: "D",
    Code.UNRATED_LOSS: "L",
    Code.FORFEIT_WIN: "W",
    Code.FORFEIT_LOSS: "Z",
    Code.PAIRING_BYE: "P",
    Code.FULL_BYE: "W",
    Code.HALF_BYE: "D",
    Code.ZERO_BYE: "Z",
}


def values(tournament: Tournament, code: str, through: int) -> dict[int, Fraction | None]:
    """Every player's value of one tie-break, computed alone: some of its rules leave traces that
    change those after them."""
    found = _competitors(tournament, ["PTS", code], through)
    return {competitor["cid"]: _fraction(competitor["tiebreakScore"][1]) for competitor in found}


def places(tournament: Tournament, codes: list[str], through: int) -> dict[int, int]:
    found = _competitors(tournament, ["PTS", *codes], through)
    return {competitor["cid"]: competitor["rank"] for competitor in found}


def knows(code: str) -> bool:
    return code.split("/")[0] in tiebreak(None, 0, None).tiebreaklist


def _fraction(value: Any) -> Fraction | None:
    return None if value is None else Fraction(value)


def _competitors(tournament: Tournament, codes: list[str], through: int) -> list[dict[str, Any]]:
    made = event(tournament, through)
    params = {"tiebreak": codes, "check": False}
    style = {"pre_determined": is_round_robin(tournament), "swiss": not is_round_robin(tournament)}
    found = tiebreak(made, through, style).compute_tiebreaks(made, params)
    competitors: list[dict[str, Any]] = found["competitors"]
    return competitors


def event(tournament: Tournament, through: int) -> dict[str, Any]:
    """The tournament as gacrux takes it."""
    system = tournament.system
    score = chessjson().default_score
    score["game"] |= {
        "W": Decimal(str(float(system.win))),
        "D": Decimal(str(float(system.draw))),
        "L": Decimal(str(float(system.loss))),
        "P": Decimal(str(float(system.pairing_bye))),
    }
    games: list[dict[str, Any]] = []
    for entrant in tournament.entrants:
        for number, result in enumerate(entrant.results, start=1):
            if result and (result.opponent is None or result.colour is Colour.WHITE):
                games.append(_game(tournament, entrant.number, number, result))
    return {
        "tournamentNo": 1,
        "tournamentType": tournament.kind,
        "tournamentInfo": {"startDate": tournament.start and tournament.start.isoformat()},
        "numRounds": tournament.rounds,
        "currentRound": through,
        "teamTournament": False,
        "teamSize": 1,
        "rankOrder": [],
        "competitors": [
            {"cid": entrant.number, "rating": {"rating": entrant.rating}}
            for entrant in tournament.entrants
        ],
        "scoreSystem": score,
        "gameList": games,
        "matchList": [],
    }


def _game(tournament: Tournament, white: int, number: int, result: Result) -> dict[str, Any]:
    game: dict[str, Any] = {
        "id": 0,
        "round": number,
        "white": {"cid": white, "result": _LETTERS[result.code]},
        "black": None,
        "played": result.code.played or result.code is Code.PAIRING_BYE,
        "rated": result.code.rated,
    }
    for entrant in tournament.entrants:
        if entrant.number == result.opponent:
            theirs = entrant.results[number - 1]
            assert theirs is not None
            game["black"] = {"cid": entrant.number, "result": _LETTERS[theirs.code]}
    return game
