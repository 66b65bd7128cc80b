"""A match of Swiss pairs: by percentage and by cross-IMPs."""

from fractions import Fraction

import pytest

from events.sessions.domain.teams.pairs_match import cross_imps, percentage, whole_imps

ONE = Fraction(1)


def only(score: int):
    return ((ONE, score),)


def test_the_percentage_of_a_match():
    assert percentage([(Fraction(7), Fraction(10)), (Fraction(5), Fraction(10))]) == 60
    assert percentage([]) is None


@pytest.mark.parametrize(
    ("own", "others", "imps"),
    [
        # Two results: √(2·1/2) is 1, so that it is the IMPs of a match of teams.
        (420, [-50], "10"),
        # Three: 10 + 10 over √3.
        (420, [-50, -50], "11.547"),
        # Four: 10 over √6.
        (420, [420, 420, -50], "4.0825"),
        (420, [], "0"),
    ],
)
def test_a_board(own, others, imps):
    found = cross_imps(only(own), [only(each) for each in others])

    assert f"{found:.4f}".startswith(imps.ljust(6, ".")[: len(imps)])
    assert round(float(found), 3) == pytest.approx(float(imps), abs=0.001)


def test_a_weighted_score_counts_by_its_parts():
    half = ((Fraction(1, 2), 420), (Fraction(1, 2), -50))

    assert cross_imps(half, [only(-50)]) == 5
    assert cross_imps(only(-50), [half]) == -5


@pytest.mark.parametrize(("boards", "whole"), [(["2.5"], 3), (["-2.5"], -3), (["1.2", "1.2"], 2)])
def test_halves_go_away_from_zero(boards, whole):
    from decimal import Decimal

    assert whole_imps(map(Decimal, boards)) == whole
