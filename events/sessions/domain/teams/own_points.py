"""Club points by a rule of the club's own: equal steps from the last who gets points upwards (spec:
teams, section 4). All points are hundredths."""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction


@dataclass(frozen=True, slots=True)
class OwnRule:
    """``part`` of the field gets points, rounded up; ``least`` and ``most`` are 0 for no limit."""

    part: Fraction
    step: int
    least: int = 0
    most: int = 0
    best_of_ties: bool = False


def own_points(rule: OwnRule, *, places: Sequence[int], size: int) -> list[int]:
    """The points of those who came in these places of a field of so many, in their order."""
    count = -(-(size * rule.part.numerator) // rule.part.denominator)
    awards = [_limited(rule, rule.step * number) for number in range(count, 0, -1)]
    return [_of_place(rule, awards, place, list(places).count(place)) for place in places]


def _limited(rule: OwnRule, points: int) -> int:
    points = max(points, rule.least)
    return min(points, rule.most) if rule.most else points


def _of_place(rule: OwnRule, awards: Sequence[int], place: int, sharing: int) -> int:
    taken = awards[place - 1 : place - 1 + sharing]
    if rule.best_of_ties:
        return taken[0] if taken else 0
    # The mean, halves up.
    return int(Fraction(sum(taken), sharing) + Fraction(1, 2))
