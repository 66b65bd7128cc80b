"""What grows faster than its text is seen, on a clock that counts steps."""

import pytest

from bench.growth import Read, Shape, worse_than_linear


def steps(power: int) -> Read:
    return lambda text: len(text) ** power


def counted(read: Read, text: str, repeats: int) -> float:
    return float(read(text)) / 1000  # type: ignore[arg-type]


@pytest.mark.parametrize("power", [2, 3])
def test_what_grows_with_the_square_is_seen(power: int):
    found = worse_than_linear(steps(power), Shape(" "), most=16_000, taken=counted)
    assert found == f"'( )*': 250 characters, then {4.0**power} times"


def test_what_grows_with_the_length_is_not():
    assert worse_than_linear(steps(1), Shape(" "), most=16_000, taken=counted) == ""


def test_what_reads_little_is_not_looked_at():
    assert worse_than_linear(lambda text: 0, Shape("a"), most=16_000, taken=counted) == ""
