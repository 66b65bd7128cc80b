"""What is carried over from a qualifying session or series into the next one."""

from collections.abc import Hashable, Iterable
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from events.sessions.scoring.domain.series import SeriesStanding


@dataclass(frozen=True, slots=True)
class Carried:
    """What a contestant brings from an earlier series, weighted: see :func:`carry_forward`."""

    points: Fraction
    of: Fraction | None


def carry_forward(
    standings: "Iterable[SeriesStanding]", weight: Fraction
) -> dict[Hashable, Carried]:
    """What everybody takes into the next series: each session counts there with this weight.

    With weight ½, two sessions of 60 % before one of 48 % give (½·60 + ½·60 + 48) / (½ + ½ + 1)
    = 54 %. Numerator and denominator are both weighted, so that it remains a percentage; totals
    are multiplied. Penalties are carried too.
    """
    return {
        standing.contestant: Carried(
            # Back to a numerator: the value of a percentage is out of 100.
            weight * standing.value * (Fraction(1) if standing.of is None else standing.of / 100),
            None if standing.of is None else weight * standing.of,
        )
        for standing in standings
    }
