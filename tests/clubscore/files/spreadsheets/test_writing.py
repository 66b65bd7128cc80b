import csv
import io
from decimal import Decimal

import openpyxl

from clubscore.files.spreadsheets.writing import (
    BYTE_ORDER_MARK,
    Table,
    csv_lines,
    write_sheet,
    write_workbook,
)

ROWS = [("number", "note"), (7, "=1+1"), (8, 'a "b", c'), (9, "+44 20"), (10, ""), (11, "Å")]


def test_csv_is_read_back() -> None:
    text = "".join(csv_lines(ROWS))
    assert text.startswith(BYTE_ORDER_MARK)
    assert list(csv.reader(io.StringIO(text[1:], newline=""))) == [
        ["number", "note"],
        ["7", "'=1+1"],
        ["8", 'a "b", c'],
        ["9", "'+44 20"],
        ["10", ""],
        ["11", "Å"],
    ]


def test_csv_numbers_are_no_formulas() -> None:
    rows = [(-7, Decimal("-1.50"), "-7")]
    assert list(csv_lines(rows, byte_order_mark=False)) == ["-7,-1.50,'-7\r\n"]


def test_lines_come_one_by_one() -> None:
    assert len(list(csv_lines(ROWS))) == len(ROWS)


def test_in_a_spreadsheet_numbers_are_numbers_and_texts_are_texts() -> None:
    file = io.BytesIO()
    write_sheet([*ROWS, (12, "a\x07b")], file, title="Rows")
    [sheet] = openpyxl.load_workbook(file).worksheets
    cells = [[(cell.value, cell.data_type) for cell in row] for row in sheet.iter_rows()]
    assert cells[1] == [(7, "n"), ("=1+1", "s")]
    assert cells[3] == [(9, "n"), ("+44 20", "s")]
    assert cells[6] == [(12, "n"), ("a\ufffdb", "s")]
    assert cells[4] == [(10, "n"), (None, "n")]
    assert {kind for row in cells for _value, kind in row} == {"n", "s"}


def test_texts_stay_texts_when_they_are_typed_over_where_asked_for() -> None:
    formats = []
    for text_format in (False, True):
        file = io.BytesIO()
        write_sheet([("a", 7)], file, title="Rows", text_format=text_format)
        [sheet] = openpyxl.load_workbook(file).worksheets
        formats.append([sheet["A1"].number_format, sheet["B1"].number_format])
    assert formats == [["General", "General"], ["@", "General"]]


def test_a_workbook_has_a_sheet_for_each_table() -> None:
    file = io.BytesIO()
    tables = [
        Table("Ranking", ("No.", "%"), [(1, Decimal("59.50")), (2, "")]),
        Table("A/B: a title longer than thirty-one letters", ("Names",), [("=1+1",)]),
    ]
    write_workbook(tables, file)
    first, second = openpyxl.load_workbook(file).worksheets
    assert [sheet.title for sheet in (first, second)] == [
        "Ranking",
        "A B  a title longer than thirty",
    ]
    assert [[cell.value for cell in row] for row in first.iter_rows()] == [
        ["No.", "%"],
        [1, 59.5],
        [2, None],
    ]
    assert (first["B2"].number_format, first["A1"].font.bold) == ("0.00", True)
    assert (second["A2"].value, second["A2"].data_type) == ("=1+1", "s")
    assert first.column_dimensions["B"].width == 7
