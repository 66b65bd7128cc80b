from collections import Counter
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from events.sessions.domain.adjustments import Average
from events.sessions.domain.scoring.imps import Butler, CrossImps, TotalPoints, datum, imps

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
    assert datum(Counter(scores), drop=drop) == middle


def test_datum_of_weighted_scores_drops_whole_results():
    # Half 620 and half 600 above 140, 100, 0: 620 and 600 make the best result, 0 the worst.
    counts = {1240 // 2: 1, 600: 1, 140: 2, 100: 2, 0: 2}
    assert datum(counts, unit=2) == 120


def test_butler():
    table = Butler(1).table(Counter([620, 170, 140, -100]))
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
    assert [method.artificial(award, None) for award in awards] == [3, 0, -3, 3, 0, -3]
    assert method.top(8) is None


def test_total_points():
    total = TotalPoints()
    assert total.table(Counter([620, -50])) == ({620: 620, -50: -50}, 1)
    assert total.artificial(Average.PLUS, None) == 0
    assert total.weighted({620: 1, -50: 3}, {620: 1, -50: 3}, 4) == Fraction(235, 2)
