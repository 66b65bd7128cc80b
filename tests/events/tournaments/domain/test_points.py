from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from events.tournaments.domain.points import read_points, write_points


@pytest.mark.parametrize(
    ("text", "points"),
    [
        ("1", Fraction(1)),
        (" 0 ", Fraction(0)),
        ("½", Fraction(1, 2)),
        ("-½", Fraction(-1, 2)),
        ("1½", Fraction(3, 2)),
        ("-1½", Fraction(-3, 2)),
        ("−2", Fraction(-2)),
        ("0.5", Fraction(1, 2)),
        ("0,5", Fraction(1, 2)),
        ("1/2", Fraction(1, 2)),
        ("10.25", Fraction(41, 4)),
    ],
)
def test_points_are_read(text: str, points: Fraction) -> None:
    assert read_points(text) == points


@pytest.mark.parametrize("text", ["", "one", "1/0", "1.", "½½", "x½", "1e3", "٣", "1 1"])
def test_what_is_no_points_is_nothing(text: str) -> None:
    assert read_points(text) is None


@given(st.fractions(min_value=-1000, max_value=1000, max_denominator=1000))
def test_points_are_read_as_they_are_written(points: Fraction) -> None:
    assert read_points(write_points(points)) == points


@pytest.mark.parametrize(
    ("points", "text"),
    [
        (Fraction(0), "0"),
        (Fraction(7), "7"),
        (Fraction(1, 2), "½"),
        (Fraction(-13, 2), "-6½"),
        (Fraction(1, 4), "0.25"),
        (Fraction(11, 10), "1.1"),
        (Fraction(1, 3), "1/3"),
    ],
)
def test_points_are_written_shortly(points: Fraction, text: str) -> None:
    assert write_points(points) == text
