"""Writing rows as CSV and as spreadsheets (.xlsx), for other programs.

A cell is a text or a number. In a spreadsheet numbers are numbers, and a text is never a formula;
in CSV, which cannot say so, a text that a program would take for a formula is guarded.
"""

import csv
import io
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from decimal import Decimal
from typing import IO

import openpyxl
from openpyxl.cell import WriteOnlyCell
from openpyxl.cell.cell import ILLEGAL_CHARACTERS_RE
from openpyxl.styles import Font
from openpyxl.utils import get_column_letter
from openpyxl.worksheet._write_only import WriteOnlyWorksheet

from clubscore.spreadsheets.formula_guard import escape_formula

Cell = str | int | Decimal
Row = Sequence[Cell]

XLSX = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
"""The content type of a spreadsheet."""
BYTE_ORDER_MARK = "\ufeff"
"""Tells spreadsheet programs that the CSV is UTF-8."""
MAX_TITLE_LENGTH = 31
"""How many letters the title of a sheet may have, by the format."""
MAX_WIDTH = 60
_FORBIDDEN_IN_TITLE = re.compile(r"[\[\]:*?/\\]")


@dataclass(frozen=True, slots=True)
class Table:
    """A sheet of a workbook: its title, the headings of its columns, and its rows."""

    title: str
    headings: Sequence[str]
    rows: Sequence[Row]


def csv_lines(rows: Iterable[Row], *, byte_order_mark: bool = True) -> Iterator[str]:
    """The rows as lines of CSV, one by one."""
    buffer = io.StringIO(newline="")
    writer = csv.writer(buffer)
    if byte_order_mark:
        buffer.write(BYTE_ORDER_MARK)
    for row in rows:
        writer.writerow([escape_formula(cell) if isinstance(cell, str) else cell for cell in row])
        yield buffer.getvalue()
        buffer.seek(0)
        buffer.truncate()


def write_sheet(
    rows: Iterable[Row], file: IO[bytes], *, title: str, text_format: bool = False
) -> None:
    """The rows as a spreadsheet of one sheet, its first row fixed. Holds one row at a time.

    With ``text_format`` a text stays one when it is typed over: no program makes it a date.
    """
    book = openpyxl.Workbook(write_only=True)
    sheet = book.create_sheet(title)
    sheet.freeze_panes = "A2"
    for row in rows:
        sheet.append([_cell(sheet, value, text_format=text_format) for value in row])
    book.save(file)


def write_workbook(tables: Iterable[Table], file: IO[bytes]) -> None:
    """The tables as a spreadsheet, a sheet each, with columns as wide as their contents."""
    book = openpyxl.Workbook(write_only=True)
    for table in tables:
        sheet = book.create_sheet(_FORBIDDEN_IN_TITLE.sub(" ", table.title)[:MAX_TITLE_LENGTH])
        sheet.freeze_panes = "A2"
        for number, heading in enumerate(table.headings):
            content = max((len(str(row[number])) for row in table.rows), default=0)
            # A sheet that is written row by row takes the widths only before its rows.
            width = min(max(content, len(heading)) + 2, MAX_WIDTH)
            sheet.column_dimensions[get_column_letter(number + 1)].width = width
        headings = [_cell(sheet, heading) for heading in table.headings]
        for cell in headings:
            if cell is not None:
                cell.font = Font(bold=True)
        sheet.append(headings)
        for row in table.rows:
            sheet.append([_cell(sheet, value) for value in row])
    book.save(file)


def _cell(
    sheet: WriteOnlyWorksheet, value: Cell, *, text_format: bool = False
) -> openpyxl.cell.Cell | None:
    if value == "":
        return None
    if not isinstance(value, str):
        cell = WriteOnlyCell(sheet)
        cell.value = value
        if isinstance(value, Decimal):
            cell.number_format = "0.00"
        return cell
    # No spreadsheet may hold control characters.
    cell = WriteOnlyCell(sheet, ILLEGAL_CHARACTERS_RE.sub("\ufffd", value))
    # By itself it would be a formula when it begins with =.
    cell.data_type = "s"
    if text_format:
        # Only then, for it takes a fifth of the time.
        cell.number_format = "@"
    return cell
