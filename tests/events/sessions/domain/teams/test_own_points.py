"""Club points by a rule of the club's own."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

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


@given(
    rule=st.builds(
        OwnRule,
        st.integers(1, 100).map(lambda percent: Fraction(percent, 100)),
        st.integers(1, 500),
        least=st.integers(0, 300),
        most=st.integers(0, 3000),
        best_of_ties=st.booleans(),
    ),
    scores=st.lists(st.integers(0, 12), min_size=1, max_size=40),
)
def test_a_better_place_never_gets_less_and_equal_places_the_same(rule, scores):
    places = [1 + sum(other > score for other in scores) for score in scores]
    points = own_points(rule, places=places, size=len(places))

    by_place = dict(zip(places, points, strict=True))
    assert points == [by_place[place] for place in places]
    in_order = [by_place[place] for place in sorted(by_place)]
    assert in_order == sorted(in_order, reverse=True)
    assert in_order[-1] >= 0
