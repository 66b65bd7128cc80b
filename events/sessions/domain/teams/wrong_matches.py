"""What a match counts that should not have been played so, by the practice of the English Bridge
Union (spec: teams, section 3): whole matches wrongly seated, and mismatches, in which an opponent
is more than 5 VPs from the right one. On scales of 20 VPs."""

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction
from typing import Final

Both = tuple[Fraction, Fraction]
"""Of the home and of the away side, in victory points."""

TOTAL: Final = 20
"""The VPs of the scales that these rules are for."""
_FREE: Final = 5
"""VPs of which nothing is taken."""


class Wrong(StrEnum):
    """What went wrong; the values are part of addresses."""

    SEATED = "seated"
    SEATED_BY_DIRECTOR = "director"
    HOME_MET_STRONGER = "home-stronger"
    HOME_MET_WEAKER = "home-weaker"
    AWAY_MET_STRONGER = "away-stronger"
    AWAY_MET_WEAKER = "away-weaker"


@dataclass(frozen=True, slots=True)
class Remedy:
    """What a rule gives for a match."""

    wrong: Wrong
    points: Both


def remedies(points: Both | None) -> Iterator[Remedy]:
    """What the rules give for a match with these points, ``None`` before there are any."""
    yield Remedy(Wrong.SEATED, (Fraction(8), Fraction(8)))
    yield Remedy(Wrong.SEATED_BY_DIRECTOR, (Fraction(12), Fraction(12)))
    if points is None:
        return
    home, away = points
    yield Remedy(Wrong.HOME_MET_STRONGER, (met_stronger(home), away))
    yield Remedy(Wrong.HOME_MET_WEAKER, (met_weaker(home), away))
    yield Remedy(Wrong.AWAY_MET_STRONGER, (home, met_stronger(away)))
    yield Remedy(Wrong.AWAY_MET_WEAKER, (home, met_weaker(away)))


def met_stronger(points: Fraction) -> Fraction:
    """Of a side that is not at fault for an opponent too strong: 12 VPs become 14."""
    return _FREE + points * 3 / 4


def met_weaker(points: Fraction) -> Fraction:
    """Of a side that is at fault for an opponent too weak: 13 VPs become 11, 5 and fewer stay."""
    return points - max(points - _FREE, Fraction(0)) / 4
