from fractions import Fraction

import pytest

from events.tournaments.core.domain.results import Colour
from events.tournaments.core.domain.tournament import PreservedLine, VirtualPoints
from events.tournaments.files.formats.krause.lines import split_lines
from events.tournaments.files.formats.krause.preserved import (
    END,
    initial_colour_of,
    is_record,
    key,
    preserved_lines,
    rank,
    virtual_points_of,
    virtual_points_record,
)


def preserved(text: str, *numbers: int) -> tuple[PreservedLine, ...]:
    """The lines of these numbers, as they are kept."""
    return preserved_lines(split_lines(text), set(numbers))


def test_a_comment_is_kept_behind_the_record_it_follows() -> None:
    text = "a\n012 x\nb\n112 x\n112 y\nc\n001   12 x\nd\n013 t\ne\n310 t\nf\n"

    assert preserved(text, 1, 3, 6, 8, 10, 12) == (
        PreservedLine("a", ""),
        PreservedLine("b", "012"),
        PreservedLine("c", "112 2"),
        PreservedLine("d", "001 12"),
        PreservedLine("e", "013 1"),
        PreservedLine("f", "013 2"),
    )


def test_a_record_is_kept_at_the_end_and_comments_behind_the_last_one_with_it() -> None:
    text = "012 x\n152 W\na\n001    1 x\nb\n250 x\nc\n"

    assert preserved(text, 2, 3, 5, 6, 7) == (
        PreservedLine("152 W", END),
        PreservedLine("a", "012"),
        PreservedLine("b", "001 1"),
        PreservedLine("250 x", END),
        PreservedLine("c", END),
    )


def test_what_is_understood_without_a_number_is_no_place() -> None:
    assert preserved("012 x\nXXR 9\na\n", 3) == (PreservedLine("a", "012"),)


def test_a_player_without_a_number_is_a_place() -> None:
    assert preserved("001    x\na\n", 2) == (PreservedLine("a", "001"),)


@pytest.mark.parametrize(
    ("text", "is_one"),
    [("012 x", True), ("012", True), ("0123", False), ("12 x", False), ("XXR 9", False)],
)
def test_a_record_begins_with_three_digits(text: str, is_one: bool) -> None:
    assert is_record(text) is is_one


def test_keys_sort_as_the_records_are_written() -> None:
    keys = ["", "012", key("112", 2), key("112", 10), "132", "142", key("001", 3), key("001", 20)]

    assert sorted([*keys, END], key=rank) == [*keys, END]


def lines(*texts):
    return [PreservedLine(text) for text in texts]


@pytest.mark.parametrize(
    ("texts", "colour"),
    [
        ((), None),
        (("152 W",), Colour.WHITE),
        (("152 B",), Colour.BLACK),
        (("XXC white1",), Colour.WHITE),
        (("XXC rank black1",), Colour.BLACK),
        (("152 ?", "XXC rank"), None),
        (("a comment W",), None),
        (("152 B", "152 X"), Colour.BLACK),
    ],
)
def test_the_lot(texts, colour):
    assert initial_colour_of(lines(*texts)) is colour


def test_virtual_points():
    texts = [
        "250  2.0  1.0   1   3    1   82",
        "250  1.0  0.5   4   5    1   82",
        "250       0.5   4   5    7    9",
    ]
    read = virtual_points_of(
        lines(*texts, "250  1.0  0.5   x   5    1   82", "250", "250 0.00 .125   4   5    1   82")
    )

    assert read == (
        VirtualPoints(Fraction(2), Fraction(1), 1, 3, 1, 82),
        VirtualPoints(Fraction(1), Fraction(1, 2), 4, 5, 1, 82),
        VirtualPoints(Fraction(0), Fraction(1, 2), 4, 5, 7, 9),
    )
    assert [virtual_points_record(point) for point in read] == texts
