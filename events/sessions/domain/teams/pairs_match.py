"""A match of Swiss pairs: each pair is scored alone, by its percentage or by cross-IMPs, so that
the two need not have 20 VPs between them (White Book 3.1.3 and 3.1.7; spec: teams, section 3)."""

from collections.abc import Iterable, Sequence
from decimal import ROUND_HALF_UP, Decimal, localcontext
from fractions import Fraction

from events.sessions.domain.scoring.imps import imps

_DIGITS = 40
Board = tuple[Fraction, Fraction]
"""What a pair got on a board, and the most it could get."""
Scores = Sequence[tuple[Fraction, int]]
"""The score of a table, or the weighted scores of a ruling: weights, which add up to 1, and
scores."""


def percentage(boards: Iterable[Board]) -> Fraction | None:
    """Of the boards scored; ``None`` where none is."""
    points = top = Fraction(0)
    for got, of in boards:
        points += got
        top += of
    return points * 100 / top if top else None


def cross_imps(own: Scores, others: Sequence[Scores]) -> Decimal:
    """The IMPs of a board against all other results: their sum over √(r(r − 1) / 2), where r are
    all results; the scores are those for the pair's direction."""
    results = len(others) + 1
    if results == 1:
        return Decimal(0)
    total = sum(
        (
            weight * other_weight * imps(score - other_score)
            for other in others
            for weight, score in own
            for other_weight, other_score in other
        ),
        Fraction(0),
    )
    with localcontext(prec=_DIGITS):
        root = (Decimal(results * (results - 1)) / 2).sqrt()
        return Decimal(total.numerator) / Decimal(total.denominator) / root


def whole_imps(boards: Iterable[Decimal]) -> int:
    """The sum of a match to a whole IMP, halves away from zero."""
    with localcontext(prec=_DIGITS):
        return int(sum(boards, Decimal(0)).to_integral_value(rounding=ROUND_HALF_UP))
