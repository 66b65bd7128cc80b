"""Leaving out the least and the most significant parts: Articles 14 and 16.5 of C.07."""

from collections.abc import Sequence
from fractions import Fraction

from events.tournaments.domain.tiebreaks.exact import ZERO
from events.tournaments.domain.tiebreaks.value import Cut, Part


def cut(parts: Sequence[Part], *, low: int = 0, high: int = 0) -> Sequence[Part]:
    """Mark the parts to leave out, first the low ones, then the high ones (14.3)."""
    for choose in [_least] * low + [_most] * high:
        left = [index for index, part in enumerate(parts) if part.cut is None]
        if left:
            index, why = choose(parts, left)
            parts = [*parts[:index], parts[index]._replace(cut=why), *parts[index + 1 :]]
    return parts


def _least(parts: Sequence[Part], left: Sequence[int]) -> tuple[int, Cut]:
    """The part of the opponent with the lowest score, of several such the lowest part (14.1.2).

    When the player was away, the lowest part of such a round instead, unless it is even lower
    than the other one (16.5.1).
    """
    least = min(left, key=lambda index: _significance(parts[index]))
    away = [index for index in left if parts[index].voluntary]
    if not away:
        return least, Cut.LOWEST
    # Here the part itself is compared first, and the opponent's score decides between equals.
    lowest = min(away, key=lambda index: _significance(parts[index])[::-1])
    if parts[lowest].amount < parts[least].amount:
        return least, Cut.LOWEST
    return lowest, Cut.AWAY


def _most(parts: Sequence[Part], left: Sequence[int]) -> tuple[int, Cut]:
    return max(left, key=lambda index: _significance(parts[index])), Cut.HIGHEST


def _significance(part: Part) -> tuple[Fraction, Fraction]:
    return part.score or ZERO, part.amount
