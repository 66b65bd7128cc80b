from datetime import date, datetime, time, timedelta

import pytest
from hypothesis import given, strategies as st

from clubscore.files.spreadsheets.cells import (
    cell_text,
    csv_rows,
    escape_formula,
    is_moment,
    unescape_formula,
)


def test_csv_rows_are_counted_with_the_empty_ones():
    assert list(csv_rows("\na,b\n\n,\n")) == [(1, []), (2, ["a", "b"]), (3, []), (4, ["", ""])]


@pytest.mark.parametrize("delimiter", [",", ";", "\t"])
def test_csv_cells_are_separated_as_in_the_first_line(delimiter: str):
    text = " \na|b\n1,5;x\ty".replace("|", delimiter)
    assert list(csv_rows(text))[1] == (2, ["a", "b"])
    assert len(list(csv_rows(text))[2][1]) == 2


def test_csv_quoted_cell_goes_over_lines_unless_each_is_read_for_itself():
    text = 'a,"b\nc",d\ne\n'
    assert list(csv_rows(text)) == [(1, ["a", "b\nc", "d"]), (2, ["e"])]
    assert list(csv_rows(text, line_by_line=True)) == [
        (1, "unexpected end of data"),
        (2, ['c"', "d"]),
        (3, ["e"]),
        (4, []),
    ]


def test_csv_row_that_cannot_be_read_is_the_last():
    text = "a\n" + "x" * 140_000 + "\nb\n"
    too_large = (2, "field larger than field limit (131072)")
    assert list(csv_rows(text)) == [(1, ["a"]), too_large]
    assert list(csv_rows(text, line_by_line=True))[1:3] == [too_large, (3, ["b"])]


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (None, ""),
        (" a ", " a "),
        (7, "7"),
        (7.0, "7"),
        (7.5, "7.5"),
        (1e300, "1e+300"),
        (True, "TRUE"),
        (date(2026, 3, 1), "2026-03-01"),
        (datetime(2026, 3, 1), "2026-03-01"),  # noqa: DTZ001 - as cells are
        (datetime(2026, 3, 1, 9, 30), "2026-03-01 09:30:00"),  # noqa: DTZ001 - as cells are
        (time(9, 30), "09:30:00"),
        (timedelta(hours=30), "1 day, 6:00:00"),
    ],
)
def test_text_of_a_cell(value: object, text: str):
    assert cell_text(value) == text


def test_dates_and_times_are_moments():
    assert [is_moment(each) for each in (date(2026, 3, 1), time(9), timedelta(1))] == [True] * 3
    assert not any(map(is_moment, (None, "2026-03-01", 7, True)))


@pytest.mark.parametrize("text", ["=a", "+a", "-a", "@a", "\ta", "\ra", "'=a", "''-a"])
def test_a_formula_is_escaped(text: str):
    assert escape_formula(text) == f"'{text}"


@pytest.mark.parametrize("text", ["", "a", "1.5", "a=1", "'a", "''", "|a", "%a", " =a"])
def test_what_is_no_formula_stays(text: str):
    assert escape_formula(text) == unescape_formula(text) == text


@given(st.text(st.sampled_from("'=+-@\t\ra1| ")))
def test_an_escaped_text_is_read_back_and_begins_no_formula(text: str):
    escaped = escape_formula(text)
    assert unescape_formula(escaped) == text
    assert not escaped.startswith(("=", "+", "-", "@", "\t", "\r"))
