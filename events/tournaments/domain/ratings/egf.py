"""A forecast of the change of ratings by the European Go Federation's rule of 2021, unofficial.

All games count with the ratings before the tournament. A handicap is taken as 100 points a stone
less half a stone, for Black; how the EGF's own database counts it is not published.
"""

from dataclasses import dataclass
from fractions import Fraction
from math import exp, log

from events.tournaments.domain.go.ranks import read_rank
from events.tournaments.domain.results import Code, Colour, Result
from events.tournaments.domain.tournament import Entrant, Tournament

LOWEST, FIRST_DAN, PER_RANK = -900, 2100, 100
RESET_FROM = 2 * PER_RANK
"""So far above the rating a grade has to be for the rating to follow it."""
CLASSES = {"A": 1.0, "B": 0.75, "C": 0.5}
"""The weights of tournaments by their thinking time."""

_WORTH = {Code.WIN: 1.0, Code.DRAW: 0.5, Code.LOSS: 0.0}


@dataclass(frozen=True, slots=True)
class GoForecast:
    """A player's games; ``rating`` is the one before, ``None`` for who has neither rating nor
    grade. Fractional, as ratings of the EGF are."""

    number: int
    rating: float | None
    games: int
    points: Fraction
    expected: float | None
    after: float | None


def expected_score(own: float, other: float) -> float:
    """What a player is expected to score in a game."""
    return 1 / (1 + exp(_beta(other) - _beta(own)))


def change_of_game(own: float, other: float, score: float, *, advantage: float = 0.0) -> float:
    """What a game changes; ``advantage`` is what handicap adds to the own rating for it."""
    expected = expected_score(own + advantage, other)
    con: float = ((3300 - own) / 200) ** 1.6
    bonus = log(1 + exp((2300 - own) / 80)) / 5
    return con * (score - expected) + bonus


def _beta(rating: float) -> float:
    return -7 * log(3300 - rating)


def start_rating(entrant: Entrant) -> float | None:
    """The rating, or that of the grade; a grade two ranks above lifts it, not beyond 1 dan."""
    rank = read_rank(entrant.grade) if entrant.grade else None
    of_grade = None if rank is None else FIRST_DAN + PER_RANK * rank
    if entrant.rating is None:
        return of_grade
    if of_grade is not None and of_grade - entrant.rating >= RESET_FROM:
        return max(entrant.rating, min(of_grade, FIRST_DAN))
    return entrant.rating


def forecasts(tournament: Tournament, weight: float = 1.0) -> list[GoForecast]:
    """Everybody by starting number."""
    ratings = {each.number: start_rating(each) for each in tournament.entrants}
    return [_forecast(each, ratings, weight) for each in tournament.entrants]


def _forecast(entrant: Entrant, ratings: dict[int, float | None], weight: float) -> GoForecast:
    own = ratings[entrant.number]
    games = [
        (rating, result)
        for result in entrant.results
        if result
        and result.code in _WORTH
        and (rating := ratings.get(result.opponent or 0)) is not None
    ]
    points = sum((Fraction(_WORTH[result.code]) for _rating, result in games), Fraction(0))
    if own is None:
        return GoForecast(entrant.number, None, len(games), points, None, None)
    expected = sum(expected_score(own + _advantage(result), rating) for rating, result in games)
    change = sum(
        change_of_game(own, rating, _WORTH[result.code], advantage=_advantage(result))
        for rating, result in games
    )
    after = max(float(LOWEST), own + weight * change)
    return GoForecast(entrant.number, own, len(games), points, expected, after)


def _advantage(result: Result) -> float:
    if not result.handicap or result.colour is None:
        return 0.0
    stones = PER_RANK * (result.handicap - 0.5)
    return stones if result.colour is Colour.BLACK else -stones
