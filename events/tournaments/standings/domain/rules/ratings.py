"""Tie-breaks from ratings: Article 10 of C.07. Only games played at the board count.

They have no value for anybody as long as one player has no rating: the article drops them then.
"""

from bisect import bisect_right
from collections.abc import Callable, Iterable
from fractions import Fraction

from events.common.domain import round_quotient
from events.tournaments.core.domain.results import Code
from events.tournaments.standings.domain.stage import (
    ZERO,
    Part,
    Record,
    Stage,
    Value,
    cut,
    exact_sum,
)

# FIDE Rating Regulations B.02, 8.1.1: the difference that a score of 50, 51 ... 100 % stands for.
# Below 50 % it is that of the opponents' percentage, negative.
DIFFERENCES = (
    0, 7, 14, 21, 29, 36, 43, 50, 57, 65, 72, 80, 87, 95, 102, 110, 117, 125, 133, 141, 149, 158,
    166, 175, 184, 193, 202, 211, 220, 230, 240, 251, 262, 273, 284, 296, 309, 322, 336, 351, 366,
    383, 401, 422, 444, 470, 501, 538, 589, 677, 800,
)  # fmt: skip

FROM = (
    0, 4, 11, 18, 26, 33, 40, 47, 54, 62, 69, 77, 84, 92, 99, 107, 114, 122, 130, 138, 146, 154,
    163, 171, 180, 189, 198, 207, 216, 226, 236, 246, 257, 268, 279, 291, 303, 316, 329, 345, 358,
    375, 392, 412, 433, 457, 485, 518, 560, 620, 736,
)  # fmt: skip
"""The difference from which a score of 50, 51 ... 100 % is expected (B.02, 8.1.2)."""

# Performance is measured in wins and draws, whatever the tournament awards for them.
_WORTH = {
    Code.WIN: Fraction(1),
    Code.UNRATED_WIN: Fraction(1),
    Code.DRAW: Fraction(1, 2),
    Code.UNRATED_DRAW: Fraction(1, 2),
}


def rating(stage: Stage, record: Record) -> Value:
    return Value(None if stage.unrated or not record.rating else Fraction(record.rating))


def perfect_performance(stage: Stage, record: Record) -> Value:
    """The lowest rating that would have been expected to score as much (10.3)."""
    parts = tuple(_parts(stage, record))
    if not parts:
        return Value(None, parts)
    ratings = [part.score.numerator for part in parts if part.score is not None]
    points = exact_sum(part.points or ZERO for part in parts)
    if not points:
        return Value(Fraction(min(ratings) - HIGHEST), parts)
    low, high = min(ratings) - HIGHEST - 1, max(ratings) + HIGHEST
    # Expected scores rise with the rating: ``low`` is too low, ``high`` is enough.
    while high - low > 1:
        middle = (low + high) // 2
        enough = sum(_percent(middle - other) for other in ratings) >= 100 * points
        low, high = (low, middle) if enough else (middle, high)
    return Value(Fraction(high), parts)


HIGHEST = 800
"""The largest difference of the table."""


def _percent(difference_: int) -> int:
    """The score in per cent that a difference stands for, without the limit of 400."""
    above = bisect_right(FROM, abs(difference_)) - 1
    return 50 + above if difference_ >= 0 else 50 - above


def average_of_opponents(
    stage: Stage, record: Record, rule: Callable[[Stage, Record], Value]
) -> Value:
    """The average of what a rule gives the opponents who were met at the board, halves up (10.4,
    10.5)."""
    if stage.unrated:
        return Value(None)
    parts = []
    for round_ in record.rounds:
        if round_.played and round_.opponent is not None:
            theirs = rule(stage, stage.records[round_.opponent]).amount
            if theirs is not None:
                parts.append(Part(round_.number, round_.opponent, theirs, theirs, round_.points))
    return Value(_average(parts), tuple(parts))


def average_rating(stage: Stage, record: Record, *, low: int = 0, high: int = 0) -> Value:
    """The opponents' average rating, to the nearest whole number, halves up (10.1)."""
    parts = tuple(cut(_parts(stage, record), low=low, high=high))
    return Value(_average(parts), parts)


def performance(stage: Stage, record: Record) -> Value:
    """The average rating and the difference for the percentage scored (10.2)."""
    parts = tuple(_parts(stage, record))
    average = _average(parts)
    if average is None:
        return Value(None, parts)
    return Value(average + difference(percentage(parts)), parts)


def percentage(parts: Iterable[Part]) -> int:
    """The points of the games against their number, in whole per cent, halves up."""
    scores = [part.points or ZERO for part in parts]
    return percent_of(exact_sum(scores), len(scores))


def percent_of(score: Fraction, games: int) -> int:
    """The score in whole per cent, halves up."""
    quotient = 100 * score / games
    return round_quotient(quotient.numerator, quotient.denominator)


def difference(percent: int) -> int:
    """The rating difference to the opponents for a percentage score, by FIDE's table."""
    return DIFFERENCES[percent - 50] if percent >= 50 else -DIFFERENCES[50 - percent]


def _average(parts: Iterable[Part]) -> Fraction | None:
    ratings = [
        part.score.numerator for part in parts if part.score is not None and part.cut is None
    ]
    return Fraction(round_quotient(sum(ratings), len(ratings))) if ratings else None


def _parts(stage: Stage, record: Record) -> list[Part]:
    if stage.unrated:
        return []
    parts = []
    for round_ in record.rounds:
        if round_.played and round_.opponent is not None:
            theirs = Fraction(stage.records[round_.opponent].rating or 0)
            worth = _WORTH.get(round_.code, ZERO)
            parts.append(Part(round_.number, round_.opponent, theirs, theirs, worth))
    return parts
