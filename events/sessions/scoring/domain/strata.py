"""Strata: one session with several rankings, of everybody and of those below a limit.

Each contestant belongs to a *stratum*, A, B or C, by a limit or by hand. Whoever is in C is ranked
among all, among B and C, and among C; whoever is in B among all and among B and C, as the ACBL and
the EBU have it. The overall ranking is that of stratum A, and is the same as without strata.
"""

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from decimal import Decimal
from enum import StrEnum
from fractions import Fraction
from typing import Final

from clubscore.text.problems import Refused, gettext_noop, sentence
from events.common.domain import UNPLACED, Place

STRATA: Final = ("A", "B", "C")

_NO_LIMIT = gettext_noop("A limit of stratum B is needed where strata are by limits.")

_ORDER_OF_RATINGS = gettext_noop("The limit of stratum C must be lower than that of B.")

_ORDER_OF_HANDICAPS = gettext_noop("The limit of stratum C must be higher than that of B.")


class StrataBy(StrEnum):
    """What limits are of; a director may always decide otherwise."""

    HAND = ""
    RATING = "rating"
    HANDICAP = "handicap"


@dataclass(frozen=True, slots=True)
class StrataRule:
    """How contestants come into strata: B and C are those whose rating is below the limit, or whose
    handicap is at least the limit. The rating of a pair is that of its stronger player, or the
    ``mean``. Raises :class:`Refused` for limits that make no strata.
    """

    by: StrataBy = StrataBy.HAND
    mean: bool = False
    b: Decimal | None = None
    c: Decimal | None = None

    def __post_init__(self) -> None:
        if self.by is StrataBy.HAND:
            return
        if self.b is None:
            raise Refused(sentence(_NO_LIMIT))
        if self.c is None or self.c == self.b:
            return
        if (self.c < self.b) != (self.by is StrataBy.RATING):
            falls = self.by is StrataBy.RATING
            raise Refused(sentence(_ORDER_OF_RATINGS if falls else _ORDER_OF_HANDICAPS))

    def of_ratings(self, ratings: Sequence[int | None]) -> str:
        """The stratum of players with these ratings; A where one is not known, so that nobody wins
        a lower stratum by not being known."""
        known = [rating for rating in ratings if rating is not None]
        if not known or len(known) < len(ratings):
            return "A"
        value = Fraction(sum(known), len(known)) if self.mean else Fraction(max(known))
        return self._lowest(lambda limit: value < limit)

    def of_handicap(self, handicap: Fraction | None) -> str:
        """The stratum of a contestant with this handicap; A without one."""
        return self._lowest(lambda limit: handicap is not None and handicap >= limit)

    def _lowest(self, is_within: Callable[[Fraction], bool]) -> str:
        limits = (("C", self.c), ("B", self.b))
        within = (letter for letter, limit in limits
                  if limit is not None and is_within(Fraction(limit)))  # fmt: skip
        return next(within, "A")


def strata_in_use(strata: Sequence[str]) -> tuple[str, ...]:
    """The strata below A that somebody is in; nobody has one where there are none."""
    return tuple(letter for letter in STRATA[1:] if letter in strata)


def places_within(
    ranked: Sequence[tuple[Place, str]], strata: Sequence[str]
) -> list[tuple[Place, ...]]:
    """For each line of a ranking, best first, with its stratum: its place in each of ``strata``, in
    their order; unplaced in a stratum that it is not ranked in.

    Whoever shares a place overall shares it within a stratum.
    """
    within: list[list[Place]] = [[] for _ in ranked]
    for letter in strata:
        own = [place.number for place, stratum in ranked if place and stratum >= letter]
        tied = Counter(own)
        first: dict[int, int] = {}
        for place_within, number in enumerate(own, start=1):
            first.setdefault(number, place_within)
        for places, (place, stratum) in zip(within, ranked, strict=True):
            is_ranked = place and stratum >= letter
            number = place.number
            places.append(Place(first[number], tied[number] > 1) if is_ranked else UNPLACED)
    return [tuple(places) for places in within]
