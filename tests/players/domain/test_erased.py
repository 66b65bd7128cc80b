import pytest
from hypothesis import given
from hypothesis import strategies as st

from players.domain.erased import erased_name
from players.domain.names import read_name


@pytest.mark.parametrize(
    ("number", "text"), [(1, "Erased-One"), (120, "Erased-One-Two-Zero"), (9, "Erased-Nine")]
)
def test_the_name_says_the_number(number: int, text: str) -> None:
    assert str(erased_name(number)) == text


@given(st.integers(1, 9_999_999_999))
def test_the_name_is_a_name_and_can_be_read_back(number: int) -> None:
    name = erased_name(number)
    assert read_name(str(name)) == name


@given(st.sets(st.integers(1, 10**6), min_size=2, max_size=2))
def test_no_two_numbers_have_one_name(numbers: set[int]) -> None:
    one, other = numbers
    assert erased_name(one) != erased_name(other)
