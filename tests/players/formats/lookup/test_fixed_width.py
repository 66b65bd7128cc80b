import pytest

from players.domain.lookup import Listed
from players.formats.lookup import fixed_width
from tests.players.formats.lookup.lists import FIDE, HEADER, MONTHLY, OLD, TABLE, fide_line


@pytest.mark.parametrize(
    ("line", "expected"),
    [(HEADER, True), (MONTHLY, True), (OLD, True), ("ID Number,Name", False), (TABLE, False)],
)
def test_a_header_is_told_from_that_of_a_table(line: str, expected: bool):
    assert fixed_width.is_header(line) is expected


OTHERS = (1999, 1888, 20, 20, 20)
"""The rapid and the blitz rating of everybody, and the three K."""


def test_a_list_of_one_kind_of_rating_has_that_one():
    header = HEADER.replace("SRtng SGm SK", " " * 12).replace("BRtng BGm BK", " " * 12)
    assert header != HEADER
    found = next(fixed_width.read(iter([header, FIDE.splitlines()[1]])))[1]
    assert (found.rating, found.rapid, found.blitz) == (None, 1999, None)


def test_the_three_ratings_of_the_combined_list_are_taken():
    found = list(fixed_width.read(iter(FIDE.splitlines())))

    assert found == [
        (2, Listed("1000012", "Finch, Clara", "WFM", 2101, "NED", "1990", "", "w", *OTHERS)),
        (3, Listed("1000020", "Berg, Jan van der", "", 1850, "NED", "1958", "", "m", *OTHERS)),
        (4, Listed("1000039", "Ødegård, Søren", "GM", 2650, "NOR", "", "", "m", *OTHERS)),
        (5, Listed("1000047", "Cher", "", None, "ENG", "", "", "m", *OTHERS)),
    ]


def test_a_monthly_list_has_the_rating_below_its_month():
    line = fide_line(5, "Finch, Clara", rating=2101)

    assert next(fixed_width.read(iter([MONTHLY, line])))[1].rating == 2101


def test_an_old_list_has_words_without_a_space_between():
    line = "  1000012 Finch, Clara                      wf  NED  2101  12   1990  w"

    assert list(fixed_width.read(iter([OLD, line]))) == [
        (2, Listed("1000012", "Finch, Clara", "wf", 2101, "NED", "1990"))
    ]


def test_a_line_without_a_number_has_no_player():
    assert list(fixed_width.read(iter([HEADER, " " * 15 + "Finch, Clara", "", "x"]))) == [
        (2, None),
        (4, None),
    ]
