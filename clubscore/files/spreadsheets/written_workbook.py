"""Workbooks (.xlsx) by openpyxl, which takes as long to load as all of clubscore: only
:mod:`clubscore.files.spreadsheets.writing` uses this, when the first one is asked for.
"""

import re
from collections.abc import Iterable
from decimal import Decimal
from typing import IO

import openpyxl
from openpyxl.cell import WriteOnlyCell
from openpyxl.cell.cell import ILLEGAL_CHARACTERS_RE
from openpyxl.styles import Font
from openpyxl.utils import get_column_letter
from openpyxl.worksheet._write_only import WriteOnlyWorksheet

from clubscore.files.spreadsheets.writing import Cell, Row, Table

MAX_TITLE_LENGTH = 31
"""How many letters the title of a sheet may have, by the format."""
MAX_WIDTH = 60
_FORBIDDEN_IN_TITLE = re.compile(r"[\[\]:*?/\\]")


def write_sheet(rows: Iterable[Row], file: IO[bytes], *, title: str, text_format: bool) -> None:
    """As :func:`clubscore.files.spreadsheets.writing.write_sheet` says."""
    book = openpyxl.Workbook(write_only=True)
    sheet = book.create_sheet(title)
    sheet.freeze_panes = "A2"
    for row in rows:
        sheet.append([_cell(sheet, value, text_format=text_format) for value in row])
    book.save(file)


def write_workbook(tables: Iterable[Table], file: IO[bytes]) -> None:
    """As :func:`clubscore.files.spreadsheets.writing.write_workbook` says."""
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
