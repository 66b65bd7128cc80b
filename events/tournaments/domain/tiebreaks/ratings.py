"""Tie-breaks from ratings: Article 10 of C.07. Only games played at the board count.

They have no value for anybody as long as one player has no rating: the article drops them then.
"""

from collections.abc import Iterable
from fractions import Fraction

from events.common.domain.rounding import round_quotient
from events.tournaments.domain.results import Code
from events.tournaments.domain.tiebreaks.cuts import cut
from events.tournaments.domain.tiebreaks.exact import ZERO, exact_sum
from events.tournaments.domain.tiebreaks.stage import Record, Stage
from events.tournaments.domain.tiebreaks.value import Part, Value

# FIDE Rating Regulations B.02, 8.1.1: the difference that a score of 50, 51 ... 100 % stands for.
# Below 50 % it is that of the opponents' percentage, negative.
DIFFERENCES = (
    *(0, 7, 14, 21, 29, 36, 43, 50, 57, 65),
    *(72, 80, 87, 95, 102, 110, 117, 125, 133, 141),
    *(149, 158, 166, 175, 184, 193, 202, 211, 220, 230),
    *(240, 251, 262, 273, 284, 296, 309, 322, 336, 351),
    *(366, 383, 401, 422, 444, 470, 501, 538, 589, 677),
    800,
)
# Performance is measured in wins and draws, whatever the tournament awards for them.
_WORTH = {
    Code.WIN: Fraction(1),
    Code.UNRATED_WIN: Fraction(1),
    Code.DRAW: Fraction(1, 2),
    Code.UNRATED_DRAW: Fraction(1, 2),
}


def rating(stage: Stage, record: Record) -> Value:
    return Value(None if stage.unrated or not record.rating else Fraction(record.rating))


def average_rating(stage: Stage, record: Record, *, low: int = 0) -> Value:
    """The opponents' average rating, to the nearest whole number, halves up (10.1)."""
    parts = tuple(cut(_parts(stage, record), low=low))
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
    quotient = exact_sum(scores) / len(scores)
    return round_quotient(100 * quotient.numerator, quotient.denominator)


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
