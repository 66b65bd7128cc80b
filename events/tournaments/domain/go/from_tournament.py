"""A tournament of rounds as a go tournament: what its McMahon scores and pairings are made from.

A grade that is not known is taken from the rating, 100 points a rank, 2100 for 1 dan; without
either it is the lowest there is. Source: EGF rating system.
"""

from collections.abc import Iterator, Mapping
from dataclasses import replace

from events.tournaments.domain.go.event import GoEvent, GoGame, GoPlayer, GoResult
from events.tournaments.domain.go.ranks import MAX_RANK, MIN_RANK, read_rank
from events.tournaments.domain.go.rules import GoRules
from events.tournaments.domain.results import Code, Colour, Result
from events.tournaments.domain.tournament import Entrant, Tournament

RATING_OF_1_DAN, RATING_A_RANK = 2100, 100

_POINTS = {Code.WIN: 2, Code.UNRATED_WIN: 2, Code.FORFEIT_WIN: 2, Code.DRAW: 1} | {
    Code.UNRATED_DRAW: 1
}
"""Doubled points of a game's side; all other codes bring nothing."""

_RESULTS = {
    result.doubled_points: result for result in reversed(GoResult) if result is not GoResult.UNKNOWN
}


def go_event(tournament: Tournament, through: int) -> GoEvent:
    """The event after a round: who has no result in a round up to it was absent."""
    rules = tournament.go or GoRules()
    entrants = tournament.entrants
    by_number = {each.number: each for each in entrants}
    return GoEvent(
        name=tournament.name,
        players=tuple(_player(each, through) for each in entrants),
        games=tuple(game for each in entrants for game in _games(each, through, by_number)),
        byes=frozenset(
            (round_, each.number)
            for each in entrants
            for round_, result in _rounds(each, through)
            if result.code in (Code.PAIRING_BYE, Code.FULL_BYE)
        ),
        granted=frozenset(
            (round_, each.number, int(2 * (tournament.system.points(result.code) or 0)))
            for each in entrants
            for round_, result in _rounds(each, through)
            if result.code.is_bye
        ),
        settings=replace(rules.settings, rounds=max(tournament.rounds, 1)),
        weights=rules.weights,
    )


def rank_of(entrant: Entrant) -> int:
    """The rank by the grade, else by the rating, else the lowest."""
    rank = read_rank(entrant.grade)
    if rank is None and entrant.rating:
        # To the nearest rank: 2050 to 2149 is 1 dan.
        half = RATING_A_RANK // 2
        rank = (entrant.rating + half - RATING_OF_1_DAN) // RATING_A_RANK
    return MIN_RANK if rank is None else min(max(rank, MIN_RANK), MAX_RANK)


def knows_rank(entrant: Entrant) -> bool:
    """Whether there is a grade or a rating to take the rank from."""
    return read_rank(entrant.grade) is not None or bool(entrant.rating)


def _player(entrant: Entrant, through: int) -> GoPlayer:
    rank = rank_of(entrant)
    present = {round_ for round_, _result in _rounds(entrant, through)}
    return GoPlayer(
        number=entrant.number,
        name=entrant.family,
        first_name=entrant.given,
        rank=rank,
        rating=entrant.rating or RATING_OF_1_DAN + RATING_A_RANK * rank,
        club=entrant.club,
        country=entrant.federation,
        correction=entrant.correction,
        absent=frozenset(range(1, through + 1)) - present,
    )


def _rounds(entrant: Entrant, through: int) -> Iterator[tuple[int, Result]]:
    """The rounds from 1, and their results."""
    for round_, result in enumerate(entrant.results[:through], start=1):
        if result is not None:
            yield round_, result


def _games(entrant: Entrant, through: int, entrants: Mapping[int, Entrant]) -> Iterator[GoGame]:
    """The games that are counted with this player: those with White, else the lower number's."""
    for round_, result in _rounds(entrant, through):
        opponent = result.opponent
        if opponent is None or not _is_first(entrant.number, result):
            continue
        other = entrants[opponent].results[round_ - 1]
        codes = (result.code, other.code if other else Code.PENDING)
        points = (_POINTS.get(codes[0], 0), _POINTS.get(codes[1], 0))
        yield GoGame(
            round=round_,
            white=entrant.number,
            black=opponent,
            result=GoResult.UNKNOWN if Code.PENDING in codes else _RESULTS[points],
            handicap=result.handicap,
            known_colour=result.colour is not None,
            by_default=result.code.is_forfeit,
        )


def _is_first(number: int, result: Result) -> bool:
    if result.colour is None:
        return number < (result.opponent or 0)
    return result.colour is Colour.WHITE
