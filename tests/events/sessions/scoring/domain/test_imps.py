from collections import Counter
from fractions import Fraction

import pytest
from hypothesis import given, strategies as st

from clubscore.text.problems import Refused
from events.sessions.core.domain.adjustment import Average
from events.sessions.scoring.domain.imps import (
    Butler,
    CrossImps,
    DatumRule,
    TotalPoints,
    datum,
    imps,
    read_datums,
    write_datums,
)
from events.sessions.scoring.domain.matchpoints import (
    Matchpoints,
    is_small_group,
    neuberg,
    raw_matchpoints,
)
from tests.events.sessions.scoring.domain.strategies import SCORES

LIMITS = (
    "20 50 90 130 170 220 270 320 370 430 500 600 750 900 1100 1300 1500 1750 2000 2250 2500"
    " 3000 3500 4000"
)


def test_imps_from_each_limit_up():
    limits = [int(limit) for limit in LIMITS.split()]
    assert [imps(limit) for limit in limits] == list(range(1, 25))
    assert [imps(limit - 10) for limit in limits] == list(range(24))
    assert imps(0) == 0
    assert imps(15_200) == 24


@given(st.integers(-8000, 8000))
def test_imps_of_the_opposite_difference(difference):
    assert imps(-difference) == -imps(difference)


@pytest.mark.parametrize(
    ("scores", "drop", "middle"),
    [
        ([], 1, 0),
        ([420], 1, 420),
        ([420, -50, 400], 1, 260),  # 770 / 3 = 256.67; three are too few to drop from
        ([620, 170, 140, -100], 1, 160),  # 155, half up
        ([-620, -170, -140, 100], 1, -160),  # −155, away from zero
        ([620, 170, 140, -100], 0, 210),  # 830 / 4 = 207.5
        ([620, 170, 140, -100], 2, 160),  # never all of them: one at each end
        ([620, 170, 140, 110, -100], 2, 140),
        ([620, 620, 140, 140], 1, 380),
    ],
)
def test_datum(scores, drop, middle):
    assert datum(Counter(scores), 1, DatumRule(drop)) == middle


TENTH_UP = DatumRule(percent=10, in_parts=False)


@pytest.mark.parametrize(
    ("scores", "rule", "middle"),
    [
        # 1.5 of 15 at each end: 620 and half of 600, −100 and half of 0; 1200 / 12.
        ([620, 600, *[90] * 11, 0, -100], DatumRule(percent=10), 110),  # (300 + 990) / 12
        ([620, 110], DatumRule(percent=25), 370),  # 365; none of fewer than three
        ([620, 110, 80], DatumRule(percent=25), 190),  # (155 + 110 + 20) / 1.5
        ([620, 600, *[90] * 11, 0, -100], TENTH_UP, 90),  # two at each end
        ([620, *[90] * 8, -100], TENTH_UP, 90),  # one of ten
        ([620, 90, 90, 90, -100], TENTH_UP, 160),  # 790 / 5 = 158; none of fewer than six
        ([20, 30], DatumRule(), 30),
        ([20, 30], DatumRule(to_even=True), 20),
        ([30, 40], DatumRule(to_even=True), 40),
        ([-20, -30], DatumRule(to_even=True), -20),
        ([20, 30, 26], DatumRule(to_even=True), 30),  # 25.33 is no half
    ],
)
def test_datum_by_other_rules(scores, rule, middle):
    assert datum(Counter(scores), 1, rule) == middle


def test_given_datum_is_what_is_compared_with():
    assert Butler(given=400).table(Counter([620, 170])) == ({620: 6, 170: -6}, 1)


@pytest.mark.parametrize(
    ("text", "written"), [("", ""), (" 12:−50; 2=+120,3:0 ", "2:120 3:0 12:-50")]
)
def test_datums_as_they_are_typed(text, written):
    assert write_datums(read_datums(text)) == written


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("1:20 2", "“2” is no datum"),
        ("0:20", "“0:20” is no datum"),
        ("1:20 1:30", "Board 1 has two datums."),
        ("1:1e3", "“1:1e3” is no datum"),
        (" ".join(f"{board}:0" for board in range(1, 202)), "200 boards at most"),
    ],
)
def test_datums_that_are_none(text, told):
    with pytest.raises(Refused, match=told):
        read_datums(text)


def test_datum_of_weighted_scores_drops_whole_results():
    # Half 620 and half 600 above 140, 100, 0: 620 and 600 make the best result, 0 the worst.
    counts = {1240 // 2: 1, 600: 1, 140: 2, 100: 2, 0: 2}
    assert datum(counts, 2, DatumRule()) == 120


def test_butler():
    table = Butler().table(Counter([620, 170, 140, -100]))
    # The datum is 160: 460 is 10 IMPs, 10 and −20 are 0 and −1, −260 is −6.
    assert table == ({620: 10, 170: 0, 140: -1, -100: -6}, 1)


def test_cross_imps_mean_and_sum():
    scores = Counter([620, 170, 140, -100])
    # 620 against the others: 450, 480, 720: 10 + 10 + 12.
    assert CrossImps().table(scores).numerators[620] == 32
    assert CrossImps().table(scores).denominator == 3
    assert CrossImps(mean=False).table(scores) == (CrossImps().table(scores).numerators, 1)


def test_cross_imps_of_a_short_board():
    numerators, denominator = CrossImps(expected=6).table(Counter([620, 170, 140, -100]))
    # 32/3 · (6 · 3) / (4 · 5)
    assert Fraction(numerators[620], denominator) == Fraction(48, 5)


def test_cross_imps_of_one_result_is_nothing():
    assert CrossImps(expected=6).table(Counter([420])) == ({420: 0}, 1)


@pytest.mark.parametrize("method", [Butler(), CrossImps()])
def test_artificial_imps(method):
    awards = [Average.PLUS, Average.EQUAL, Average.MINUS, Fraction(60), Fraction(50), Fraction(40)]
    assert [method.artificial(award, None, 8) for award in awards] == [3, 0, -3, 3, 0, -3]
    assert method.top(8) is None


@pytest.mark.parametrize(
    ("method", "worth"),
    [
        (CrossImps(mean=False), 3),
        (CrossImps(mean=True, award_each=True), 3),
        (CrossImps(mean=False, award_each=True), 21),
        (CrossImps(10, mean=False, award_each=True), 27),
    ],
)
def test_average_plus_in_a_sum_is_three_imps_for_each_comparison(method, worth):
    assert method.artificial(Average.PLUS, None, 8) == worth


def test_total_points():
    total = TotalPoints()
    assert total.table(Counter([620, -50])) == ({620: 620, -50: -50}, 1)
    assert total.artificial(Average.PLUS, None, 8) == 0
    assert total.weighted({620: 1, -50: 3}, {620: 1, -50: 3}, 4) == Fraction(235, 2)


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
    assert [matchpoints.artificial(award, 20, 11) for award in awards] == [12, 10, 8, 11]
