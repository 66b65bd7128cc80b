import io
import zipfile
from datetime import date, datetime, time, timedelta

import openpyxl
import pytest

from clubscore.problems import Refused
from clubscore.spreadsheets.reading import (
    cell_text,
    csv_rows,
    has_formulas,
    is_moment,
    opened,
    sheet_rows,
    shown_sheet,
)
from tests.files import SPREADSHEETS, spreadsheet, with_rows


def values(data: bytes, **options) -> list[tuple]:
    with opened(data, **options) as book:
        rows = sheet_rows(shown_sheet(book), values_only=True)
        return [(number, *filter(None, row)) for number, row in rows]


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


@pytest.mark.parametrize("kind", SPREADSHEETS)
def test_what_is_no_sound_spreadsheet_is_refused(kind: str):
    data, sentence = SPREADSHEETS[kind]
    with pytest.raises(Refused) as caught:
        values(data)
    assert str(caught.value).startswith(sentence)


def test_archive_without_a_spreadsheet_is_refused():
    data = io.BytesIO()
    with zipfile.ZipFile(data, "w") as archive:
        archive.writestr("lines.csv", "board,ns,ew,score\n1,1,2,0\n")
    with pytest.raises(Refused, match="it is damaged"):
        values(data.getvalue())


def test_limits_may_be_others():
    with pytest.raises(Refused, match="The spreadsheet has 2 rows; the limit is 1"):
        values(spreadsheet(("a",), ("b",)), max_rows=1)
    with pytest.raises(Refused, match="The spreadsheet has 2 cells; the limit is 1"):
        values(spreadsheet(("a", "b")), max_cells=1)


def test_gap_between_rows_is_counted_and_given_once_at_most():
    data = with_rows(
        b'<row r="2"><c r="A2"><v>7</v></c></row><row r="900000"><c><v>8</v></c></row>'
    )
    assert [row for row in values(data) if len(row) > 1] == [(2, 7), (900_000, 8)]
    assert len(values(data)) <= 4


def test_row_that_no_program_can_have_is_refused():
    with pytest.raises(Refused, match="The sheet has more than 1,048,576 rows"):
        values(with_rows(b'<row r="999999999"><c r="A999999999"><v>7</v></c></row>'))


def test_hidden_sheets_are_not_read():
    book = openpyxl.Workbook()
    book.active.append(["hidden"])
    book.create_sheet().append(["shown"])
    book.active.sheet_state = "hidden"
    data = io.BytesIO()
    book.save(data)
    assert values(data.getvalue()) == [(1, "shown")]


def test_no_sheet_that_is_shown_is_refused():
    book = openpyxl.Workbook()
    book.active.sheet_state = "hidden"
    with pytest.raises(Refused, match="no visible sheet"):
        shown_sheet(book)


def test_formulas_are_found():
    assert has_formulas(spreadsheet(("a", "=B1")))
    assert not has_formulas(spreadsheet(("a", "f")))


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
