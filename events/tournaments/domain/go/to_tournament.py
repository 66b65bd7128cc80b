"""A go tournament of a file as a tournament of rounds: its players by number, with their results.

A player who is only preliminary, or absent, has no result in a round and does not attend those to
come. What the tournament has no field for stays in its rules.
"""

from collections.abc import Iterable
from fractions import Fraction

from events.tournaments.domain.go.event import GoEvent, GoGame, GoPlayer, GoResult
from events.tournaments.domain.go.ranks import write_rank
from events.tournaments.domain.go.rules import GoRules
from events.tournaments.domain.go.stored_rules import codes_of
from events.tournaments.domain.results import Code, Colour, PointSystem, Result
from events.tournaments.domain.tournament import Entrant, Tournament

MCMAHON, SWISS = "McMahon", "Swiss"
"""The kinds of tournament."""
MIN_RATING, MAX_RATING = 1, 3999

_CODES = {
    GoResult.UNKNOWN: (Code.PENDING, Code.PENDING),
    GoResult.WHITE_WINS: (Code.WIN, Code.LOSS),
    GoResult.BLACK_WINS: (Code.LOSS, Code.WIN),
    GoResult.JIGO: (Code.DRAW, Code.DRAW),
    GoResult.BOTH_WIN: (Code.FORFEIT_WIN, Code.FORFEIT_WIN),
    GoResult.BOTH_LOSE: (Code.LOSS, Code.LOSS),
    GoResult.HALF_TO_WHITE: (Code.DRAW, Code.LOSS),
    GoResult.HALF_TO_BLACK: (Code.LOSS, Code.DRAW),
}
_BY_DEFAULT = {
    GoResult.WHITE_WINS: (Code.FORFEIT_WIN, Code.FORFEIT_LOSS),
    GoResult.BLACK_WINS: (Code.FORFEIT_LOSS, Code.FORFEIT_WIN),
    GoResult.BOTH_LOSE: (Code.FORFEIT_LOSS, Code.FORFEIT_LOSS),
}


def tournament_of(event: GoEvent) -> Tournament:
    """The tournament with everybody of the event, with or without results."""
    settings = event.settings
    bye = settings.wins_bye if settings.swiss else settings.mms_bye
    rounds = max([settings.rounds, *(game.round for game in event.games)])
    return Tournament(
        name=event.name,
        start=event.facts.start,
        finish=event.facts.finish,
        city=event.facts.city,
        time_control=event.facts.time_control,
        chief_arbiter=event.facts.director,
        kind=SWISS if settings.swiss else MCMAHON,
        rounds=rounds,
        entrants=tuple(_entrant(event, player, rounds) for player in event.players),
        system=PointSystem(pairing_bye=Fraction(bye, 2)),
        tie_breaks=codes_of(settings.criteria),
        go=GoRules(settings, event.weights),
    )


def _entrant(event: GoEvent, player: GoPlayer, rounds: int) -> Entrant:
    games = [game for game in event.games if player.number in (game.white, game.black)]
    results: dict[int, Result | None] = {game.round: _result(game, player.number) for game in games}
    for round_, who in event.byes:
        if who == player.number:
            results.setdefault(round_, Result(None, None, Code.PAIRING_BYE))
    absent = player.absent if player.registered else range(1, rounds + 1)
    return Entrant(
        number=player.number,
        family=player.name or player.first_name,
        given=player.first_name if player.name else "",
        rating=player.rating if MIN_RATING <= player.rating <= MAX_RATING else None,
        federation=player.country,
        results=tuple(results.get(round_) for round_ in range(1, rounds + 1)),
        grade=write_rank(player.rank),
        club=player.club,
        correction=player.correction,
        absent=_to_come(absent, results, rounds),
    )


def _to_come(
    absent: Iterable[int], results: dict[int, Result | None], rounds: int
) -> tuple[int, ...]:
    return tuple(sorted(each for each in absent if each <= rounds and each not in results))


def _result(game: GoGame, number: int) -> Result:
    codes = _CODES[game.result]
    if game.by_default:
        codes = _BY_DEFAULT.get(game.result, codes)
    is_white = number == game.white
    colour = Colour.WHITE if is_white else Colour.BLACK
    return Result(
        opponent=game.opponent_of(number),
        colour=colour if game.known_colour else None,
        code=codes[0 if is_white else 1],
        handicap=game.handicap,
    )
