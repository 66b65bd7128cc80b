from collections import Counter
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from events.sessions.domain.adjustments import Average
from events.sessions.domain.scoring.matchpoints import (
    Matchpoints,
    is_small_group,
    neuberg,
    raw_matchpoints,
)
from tests.events.sessions.domain.scoring.strategies import SCORES


def points(matchpoints, scores):
    numerators, denominator = matchpoints.table(Counter(scores))
    return [Fraction(numerators[score], denominator) for score in scores]


def test_two_a_win_and_one_a_tie():
    assert raw_matchpoints(Counter([420, 420, 450, -50])) == {-50: 0, 420: 3, 450: 6}


def test_one_point_scale_is_half():
    assert points(Matchpoints(scale=1), [420, 420, 450, -50]) == [
        Fraction(3, 2),
        Fraction(3, 2),
        3,
        0,
    ]


def test_neuberg_of_groups_of_seven_and_three_out_of_ten():
    assert [neuberg(7, 10)(m) for m in range(12, -1, -2)] == [
        Fraction(n, 7) for n in (123, 103, 83, 63, 43, 23, 3)
    ]
    assert [neuberg(3, 10)(m) for m in (4, 2, 0)] == [Fraction(47, 3), 9, Fraction(7, 3)]


@pytest.mark.parametrize(
    ("results", "expected", "small"),
    [(1, 2, False), (1, 3, True), (2, 5, False), (2, 6, True), (3, 8, False), (3, 9, True),
     (4, 12, False)],
)  # fmt: skip
def test_small_groups(results, expected, small):
    assert is_small_group(results, expected) is small


def test_seven_of_ten_go_by_the_formula():
    expected = [Fraction(n, 7) for n in (123, 103, 83, 63, 43, 23, 3)]
    assert points(Matchpoints(10), [700, 600, 500, 400, 300, 200, 100]) == expected


def test_neuberg_group_of_three_of_ten_is_a_percentage():
    # Three of ten are no more than a third: 70, 60 and 50 % of 18.
    assert points(Matchpoints(10), [500, 400, 300]) == [
        Fraction(63, 5),
        Fraction(54, 5),
        Fraction(9),
    ]


def test_neuberg_small_groups_switched_off_go_by_the_formula():
    # (M + 1) · 10/3 − 1 for M = 4, 2, 0.
    assert points(Matchpoints(10, small_groups=False), [500, 400, 300]) == [
        Fraction(47, 3),
        9,
        Fraction(7, 3),
    ]


def test_neuberg_group_of_three_of_eight_goes_by_the_formula():
    # (M + 1) · 8/3 − 1 for M = 4, 2, 0.
    assert points(Matchpoints(8), [500, 400, 300]) == [Fraction(37, 3), 7, Fraction(5, 3)]


@pytest.mark.parametrize(
    ("scores", "percentages"),
    [
        ([400], [60]),
        ([400, 300], [65, 55]),
        ([400, 400], [60, 60]),
        ([500, 400, 300], [70, 60, 50]),
        ([400, 400, 300], [65, 65, 50]),
    ],
)
@pytest.mark.parametrize("scale", [1, 2])
def test_neuberg_small_groups(scores, percentages, scale):
    matchpoints = Matchpoints(9, scale)
    top = matchpoints.top(len(scores))
    assert top == 8 * scale
    assert points(matchpoints, scores) == [Fraction(p * top, 100) for p in percentages]


def test_neuberg_with_four_of_twelve_is_the_formula():
    # Four are no longer a small group, though a third: (M + 1) · 3 − 1.
    assert points(Matchpoints(12), [4, 3, 2, 1]) == [20, 14, 8, 2]


@given(st.lists(SCORES, min_size=1, max_size=20), st.sampled_from([1, 2]))
def test_neuberg_with_all_results_changes_nothing(scores, scale):
    with_formula = Matchpoints(len(scores), scale).table(Counter(scores))
    assert with_formula == Matchpoints(None, scale).table(Counter(scores))


@given(st.lists(SCORES, min_size=1, max_size=20), st.integers(0, 20), st.sampled_from([1, 2]))
def test_one_point_scale_is_always_half_of_the_other(scores, missing, scale):
    expected = len(scores) + missing
    one = points(Matchpoints(expected, 1), scores)
    assert [2 * value for value in one] == points(Matchpoints(expected, 2), scores)


@pytest.mark.parametrize(
    ("expected", "scale", "results", "top"),
    [(None, 2, 8, 14), (None, 1, 8, 7), (10, 2, 8, 18), (10, 1, 0, 9), (None, 2, 0, 0)],
)
def test_top(expected, scale, results, top):
    assert Matchpoints(expected, scale).top(results) == top


def test_artificial_awards_are_parts_of_the_top():
    matchpoints = Matchpoints()
    awards = [Average.PLUS, Average.EQUAL, Average.MINUS, Fraction(55)]
    assert [matchpoints.artificial(award, 20) for award in awards] == [12, 10, 8, 11]
