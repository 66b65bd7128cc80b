from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from events.tournaments.domain.tiebreaks.exact import exact_sum, written


@given(st.lists(st.fractions()))
def test_sum_is_exact(values: list[Fraction]) -> None:
    assert exact_sum(values) == sum(values, Fraction(0))


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (Fraction(0), "0"),
        (Fraction(15, 2), "7½"),
        (Fraction(149, 4), "37.25"),
        (Fraction(52, 3), "17.33"),
        (Fraction(53, 3), "17.67"),
        (Fraction(-800), "-800"),
    ],
)
def test_values_as_text(value: Fraction, text: str) -> None:
    assert written(value) == text
