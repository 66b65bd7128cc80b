"""Expected score, performance and expected change by FIDE's rating rules (B.02), unofficial.

Only games that were played and count for rating, between two rated players. Differences above 400
count as 400, except those of a player of 2650 or more (since 1 October 2025).
"""

from bisect import bisect_right
from dataclasses import dataclass
from fractions import Fraction

from events.common.domain.rounding import round_quotient
from events.tournaments.domain.results import Code
from events.tournaments.domain.tiebreaks.ratings import difference
from events.tournaments.domain.tournament import Entrant, Tournament

FROM = (
    *(0, 4, 11, 18, 26, 33, 40, 47, 54, 62),
    *(69, 77, 84, 92, 99, 107, 114, 122, 130, 138),
    *(146, 154, 163, 171, 180, 189, 198, 207, 216, 226),
    *(236, 246, 257, 268, 279, 291, 303, 316, 329, 345),
    *(358, 375, 392, 412, 433, 457, 485, 518, 560, 620),
    736,
)
"""The difference from which a score of 50, 51 ... 100 % is expected (B.02, 8.1.2)."""

LARGEST, NO_LIMIT_FROM = 400, 2650
_YOUNG, _YOUNG_BELOW, _MASTER = 18, 2300, 2400
_K_YOUNG, _K, _K_MASTER = 40, 20, 10
MAX_K_GAMES = 700
"""K times the games of a period is at most this."""

_WORTH = {Code.WIN: Fraction(1), Code.DRAW: Fraction(1, 2), Code.LOSS: Fraction(0)}


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
    by = min(abs(own - other), limit)
    percent = 49 + bisect_right(FROM, by)
    return percent if own >= other else 100 - percent


def factor_of(rating: int, *, born: str, year: int | None) -> int:
    """K as far as can be told: 40 for the young below 2300, 10 from 2400, else 20. Whether a
    player is new or was 2400 once is not known here."""
    is_young = bool(born and year) and (year or 0) - int(born[:4]) <= _YOUNG
    if is_young and rating < _YOUNG_BELOW:
        return _K_YOUNG
    return _K_MASTER if rating >= _MASTER else _K


def forecasts(tournament: Tournament, k: int | None = None) -> list[Forecast]:
    """Everybody by starting number; ``k`` for all players, else each by the rule."""
    ratings = {each.number: each.rating for each in tournament.entrants}
    year = tournament.start.year if tournament.start else None
    return [_forecast(each, ratings, year, k) for each in tournament.entrants]


def _forecast(
    entrant: Entrant, ratings: dict[int, int | None], year: int | None, k: int | None
) -> Forecast:
    games = [
        (rating, _WORTH[result.code])
        for result in entrant.results
        if result and result.code in _WORTH and (rating := ratings.get(result.opponent or 0))
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
