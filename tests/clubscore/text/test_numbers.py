import pytest

from clubscore.text.numbers import MAX_WHOLE, integer_of, row_number, row_number_if, whole_number


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


def test_a_row_has_a_number_that_no_other_text_is() -> None:
    assert [row_number(text) for text in ("12", "", "x", "9" * 40)] == [12, -1, -1, -1]
    assert [row_number_if(text) for text in ("12", "", "x")] == [12, None, -1]


@pytest.mark.parametrize(
    ("text", "number"),
    [
        ("12", 12),
        ("-3", -3),
        ("+" + "0" * 5000 + "3", 3),
        ("9" * 5000, MAX_WHOLE),
        ("-" + "9" * 5000, -MAX_WHOLE),
    ],
)
def test_digits_of_any_length_are_a_number(text: str, number: int):
    assert integer_of(text) == number


@pytest.mark.parametrize("text", ["", "x", "1.5", "x" * 5000, "--" + "9" * 20])
def test_what_is_no_number_raises(text: str):
    with pytest.raises(ValueError):
        integer_of(text)
