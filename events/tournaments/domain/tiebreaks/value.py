"""A tie-break's value with the parts it is made of, so that pages can show how it came about."""

from collections.abc import Iterable
from enum import Enum
from fractions import Fraction
from typing import NamedTuple

from events.tournaments.domain.tiebreaks.exact import exact_sum


class Cut(Enum):
    """Why a part is left out of the sum."""

    LOWEST = "lowest"
    AWAY = "away"
    HIGHEST = "highest"
    EARLY = "early"
    BELOW_LIMIT = "below limit"


class Part(NamedTuple):
    """What one round gives to a value.

    ``score`` is what counts of the opponent: points, Buchholz or rating; ``points`` is what the
    player took from the round. ``dummy``: nobody was met, and a dummy replaces the opponent
    (16.4). ``voluntary``: the player was not there to play.
    """

    round: int
    opponent: int | None
    amount: Fraction
    score: Fraction | None = None
    points: Fraction | None = None
    dummy: bool = False
    voluntary: bool = False
    cut: Cut | None = None


class Value(NamedTuple):
    """``amount`` is ``None`` where the tie-break has no value for the player."""

    amount: Fraction | None
    parts: tuple[Part, ...] = ()


def total(parts: Iterable[Part]) -> Value:
    """The parts and their sum, without those that are cut."""
    parts = tuple(parts)
    return Value(exact_sum(part.amount for part in parts if part.cut is None), parts)
