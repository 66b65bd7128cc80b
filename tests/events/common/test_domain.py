from datetime import date
from fractions import Fraction

import pytest
from hypothesis import given, strategies as st

from events.common.domain import (
    UNPLACED,
    Place,
    Rounding,
    Season,
    at_most_two_decimals,
    hundredths,
    round_quotient,
    round_to,
    two_decimals,
)


@pytest.mark.parametrize(
    ("numerator", "denominator", "nearest"),
    [(5, 2, 3), (-5, 2, -3), (7, 3, 2), (-7, 3, -2), (0, 9, 0), (1, 2, 1), (49, 100, 0)],
)
def test_round_quotient_takes_halves_away_from_zero(numerator, denominator, nearest):
    assert round_quotient(numerator, denominator) == nearest


@given(st.integers(), st.integers(1, 10**6))
def test_round_quotient_is_never_more_than_half_off(numerator, denominator):
    nearest = round_quotient(numerator, denominator)
    assert 2 * abs(nearest * denominator - numerator) <= denominator
    assert round_quotient(-numerator, denominator) == -nearest


def test_round_to_parts():
    assert round_to(Fraction(123, 7), 10) == Fraction(176, 10)
    assert round_to(Fraction(123, 7), 100) == Fraction(1757, 100)


@pytest.mark.parametrize(
    ("value", "percentage", "total"),
    [
        (Fraction(540, 11), "49.09", "49.09"),
        (Fraction(100), "100.00", "100"),
        (Fraction(0), "0.00", "0"),
        (Fraction(25, 2), "12.50", "12.5"),
        (Fraction(-5), "-5.00", "-5"),
        (Fraction(-1, 3), "-0.33", "-0.33"),
        (Fraction(10005, 1000), "10.01", "10.01"),
        (Fraction(-1, 1000), "0.00", "0"),
    ],
)
def test_printed(value, percentage, total):
    assert two_decimals(value) == percentage
    assert at_most_two_decimals(value) == total
    assert hundredths(value) == int(percentage.replace(".", ""))


def test_parts_of_a_board():
    assert [rounding.board_parts for rounding in Rounding] == [None, 10, 100, None]


@pytest.mark.parametrize(
    ("day", "year"), [(date(2026, 8, 31), 2025), (date(2026, 9, 1), 2026), (date(2026, 1, 1), 2025)]
)
def test_a_season_begins_in_september(day: date, year: int) -> None:
    season = Season.of(day)
    assert season == Season(year)
    assert season.start <= day <= season.end


def test_one_season_follows_the_other_without_a_gap() -> None:
    assert (Season(2026).start - Season(2025).end).days == 1
    assert str(Season(2025)) == "2025–2026"


def test_a_place_is_printed_with_a_sign_where_it_is_shared():
    assert [str(place) for place in (Place(1), Place(12, is_shared=True), UNPLACED)] == [
        "1",
        "12=",
        "",
    ]


def test_places_are_ordered_by_their_numbers():
    assert sorted([Place(10), Place(9, is_shared=True), Place(2)]) == [
        Place(2),
        Place(9, is_shared=True),
        Place(10),
    ]


def test_whoever_has_no_place_is_not_placed():
    assert not UNPLACED
    assert Place(1)
