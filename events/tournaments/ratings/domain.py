"""Expected score, performance and expected change by FIDE's rating rules (B.02), unofficial.

Only games that were played and count for rating, between two rated players. Differences above 400
count as 400, except those of a player of 2650 or more (since 1 October 2025).

A forecast of the change of ratings by the European Go Federation's rule of 2021, unofficial.

All games count with the ratings before the tournament. A handicap is taken as 100 points a stone
less half a stone, for Black; how the EGF's own database counts it is not published.
"""

from bisect import bisect_right
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from math import exp, log

from clubscore.text.numbers import integer_of
from events.common.domain import round_quotient
from events.tournaments.core.domain.go_settings import read_rank
from events.tournaments.core.domain.results import Code, Colour, Result
from events.tournaments.core.domain.tournament import Entrant, Tournament
from events.tournaments.standings.domain.rules.ratings import FROM, difference

LARGEST, NO_LIMIT_FROM = 400, 2650

_YOUNG, _YOUNG_BELOW, _MASTER = 18, 2300, 2400

_K_YOUNG, _K, _K_MASTER = 40, 20, 10

MAX_K_GAMES = 700
"""K times the games of a period is at most this."""

_FIDE_WORTH = {Code.WIN: Fraction(1), Code.DRAW: Fraction(1, 2), Code.LOSS: Fraction(0)}


@dataclass(frozen=True, slots=True)
class Forecast:
    """A player's games with rated opponents. ``change`` is in points of rating, not rounded;
    ``None`` for who has no rating. ``performance`` is ``None`` without games."""

    number: int
    rating: int | None
    games: int
    points: Fraction
    expected: Fraction | None
    performance: int | None
    k: int | None
    change: Fraction | None


def expected_percent(own: int, other: int) -> int:
    """The score in per cent that ``own`` is expected to make against ``other``."""
    limit = LARGEST if own < NO_LIMIT_FROM else abs(own - other)
    percent = percent_of(min(abs(own - other), limit))
    return percent if own >= other else 100 - percent


def percent_of(difference: int) -> int:
    """The score in per cent that is expected of who has so many points of rating more."""
    return 49 + bisect_right(FROM, difference)


def factor_of(rating: int, *, born: str, year: int | None) -> int:
    """K as far as can be told: 40 for the young below 2300, 10 from 2400, else 20. Whether a
    player is new or was 2400 once is not known here."""
    is_young = bool(born and year) and (year or 0) - integer_of(born[:4]) <= _YOUNG
    if is_young and rating < _YOUNG_BELOW:
        return _K_YOUNG
    return _K_MASTER if rating >= _MASTER else _K


def fide_forecasts(
    tournament: Tournament, k: int | None = None, factors: Mapping[int, int] | None = None
) -> list[Forecast]:
    """Everybody by starting number; ``k`` for all players, else each with the own of ``factors``,
    or by the rule."""
    ratings = {entrant.number: entrant.rating for entrant in tournament.entrants}
    year = tournament.start.year if tournament.start else None
    own = factors or {}
    return [
        _fide_forecast(entrant, ratings, year, k or own.get(entrant.number))
        for entrant in tournament.entrants
    ]


def _fide_forecast(
    entrant: Entrant, ratings: dict[int, int | None], year: int | None, k: int | None
) -> Forecast:
    games = [
        (rating, _FIDE_WORTH[result.code])
        for result in entrant.results
        if result and result.code in _FIDE_WORTH and (rating := ratings.get(result.opponent or 0))
    ]
    points = sum((worth for _rating, worth in games), Fraction(0))
    performance = _performance([rating for rating, _worth in games], points)
    own = entrant.rating
    if not own:
        none = (None, None, None)
        return Forecast(entrant.number, None, len(games), points, none[0], performance, *none[1:])
    percents = [expected_percent(own, rating) for rating, _worth in games]
    expected = Fraction(sum(percents), 100)
    factor = k or factor_of(own, born=entrant.born, year=year)
    if factor * len(games) > MAX_K_GAMES:
        factor = MAX_K_GAMES // len(games)
    change = factor * (points - expected)
    return Forecast(entrant.number, own, len(games), points, expected, performance, factor, change)


def _performance(ratings: list[int], points: Fraction) -> int | None:
    if not ratings:
        return None
    average = round_quotient(sum(ratings), len(ratings))
    quotient = 100 * points / len(ratings)
    return average + difference(round_quotient(quotient.numerator, quotient.denominator))


LOWEST, FIRST_DAN, PER_RANK = -900, 2100, 100

RESET_FROM = 2 * PER_RANK
"""How far above the rating a grade has to be for the rating to follow it."""

CLASSES = {"A": 1.0, "B": 0.75, "C": 0.5}
"""The weights of tournaments by their thinking time."""

_EGF_WORTH = {Code.WIN: 1.0, Code.DRAW: 0.5, Code.LOSS: 0.0}


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


def egf_forecasts(tournament: Tournament, weight: float = 1.0) -> list[GoForecast]:
    """Everybody by starting number."""
    ratings = {entrant.number: start_rating(entrant) for entrant in tournament.entrants}
    return [_egf_forecast(entrant, ratings, weight) for entrant in tournament.entrants]


def _egf_forecast(entrant: Entrant, ratings: dict[int, float | None], weight: float) -> GoForecast:
    own = ratings[entrant.number]
    games = [
        (rating, result)
        for result in entrant.results
        if result
        and result.code in _EGF_WORTH
        and (rating := ratings.get(result.opponent or 0)) is not None
    ]
    points = sum((Fraction(_EGF_WORTH[result.code]) for _rating, result in games), Fraction(0))
    if own is None:
        return GoForecast(entrant.number, None, len(games), points, None, None)
    expected = sum(expected_score(own + _advantage(result), rating) for rating, result in games)
    change = sum(
        change_of_game(own, rating, _EGF_WORTH[result.code], advantage=_advantage(result))
        for rating, result in games
    )
    after = max(float(LOWEST), own + weight * change)
    return GoForecast(entrant.number, own, len(games), points, expected, after)


def _advantage(result: Result) -> float:
    if not result.handicap or result.colour is None:
        return 0.0
    stones = PER_RANK * (result.handicap - 0.5)
    return stones if result.colour is Colour.BLACK else -stones
