"""Club points by a rule of the club's own."""

from fractions import Fraction

import pytest

from events.sessions.domain.teams.own_points import OwnRule, own_points

THIRD = Fraction(1, 3)


@pytest.mark.parametrize(
    ("rule", "places", "size", "points"),
    [
        # Ten pairs: four awards, six each step.
        (OwnRule(THIRD, 6), (1, 2, 3, 4, 5), 10, [24, 18, 12, 6, 0]),
        # Equal places share the mean, halves up: (18 + 12) / 2, and (12 + 6) / 2 with one more.
        (OwnRule(THIRD, 6), (1, 2, 2, 4), 10, [24, 15, 15, 6]),
        (OwnRule(THIRD, 5), (1, 1, 3), 5, [8, 8, 0]),
        (OwnRule(THIRD, 6, best_of_ties=True), (1, 2, 2, 4), 10, [24, 18, 18, 6]),
        # Half of a shared last award.
        (OwnRule(THIRD, 6), (1, 2, 3, 4, 4), 10, [24, 18, 12, 3, 3]),
        (OwnRule(THIRD, 6, least=10), (1, 2, 3, 4), 10, [24, 18, 12, 10]),
        (OwnRule(THIRD, 6, most=20), (1, 2, 3, 4), 10, [20, 18, 12, 6]),
        (OwnRule(Fraction(1), 1), (1, 2, 3), 3, [3, 2, 1]),
    ],
)
def test_steps(rule, places, size, points):
    assert own_points(rule, places=places, size=size) == points
