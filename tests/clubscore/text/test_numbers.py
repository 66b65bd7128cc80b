import pytest

from clubscore.text.numbers import MAX_WHOLE, whole_number


@pytest.mark.parametrize(
    ("text", "number"),
    [("0", 0), ("7", 7), (" 12\n", 12), ("0" * 5000 + "3", 3), (str(MAX_WHOLE), MAX_WHOLE)],
)
def test_a_whole_number_is_read(text: str, number: int):
    assert whole_number(text) == number


@pytest.mark.parametrize(
    "text", ["", " ", "-1", "+1", "1.0", "1e5", "1_000", "x", "٣", "²", "1 2", "9" * 19, "9" * 5000]
)
def test_anything_else_is_none(text: str):
    assert whole_number(text) is None


def test_a_number_above_the_most_is_none():
    assert whole_number("99", most=99) == 99
    assert whole_number("100", most=99) is None
