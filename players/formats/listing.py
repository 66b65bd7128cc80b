"""The whole register as CSV and as a spreadsheet, for other programs: everything that is held.

A cell is a text or a number. In a spreadsheet numbers are numbers, and a text is never a formula;
in CSV, which cannot say so, a text that a spreadsheet program would take for a formula gets a
``'`` in front, as in :mod:`players.formats.register_sheet`.
"""

import csv
import io
import re
from collections.abc import Iterable, Iterator, Sequence
from typing import IO

import openpyxl
from openpyxl.cell import WriteOnlyCell
from openpyxl.cell.cell import ILLEGAL_CHARACTERS_RE

Cell = str | int
Row = Sequence[Cell]

BYTE_ORDER_MARK = "\ufeff"
"""Tells spreadsheet programs that the CSV is UTF-8."""

_FORMULA = re.compile(r"'*[=+\-@\t\r]")


def csv_lines(rows: Iterable[Row]) -> Iterator[str]:
    """The rows as lines of CSV, one by one."""
    buffer = io.StringIO(newline="")
    writer = csv.writer(buffer)
    buffer.write(BYTE_ORDER_MARK)
    for row in rows:
        writer.writerow([_harmless(cell) for cell in row])
        yield buffer.getvalue()
        buffer.seek(0)
        buffer.truncate()


def write_xlsx(rows: Iterable[Row], file: IO[bytes]) -> None:
    """The rows as a spreadsheet, its first row fixed."""
    book = openpyxl.Workbook(write_only=True)
    sheet = book.create_sheet("Players")
    sheet.freeze_panes = "A2"
    for row in rows:
        cells: list[object] = []
        for value in row:
            if value == "":
                cells.append(None)
                continue
            if isinstance(value, str):
                # No spreadsheet may hold control characters.
                cell = WriteOnlyCell(sheet, ILLEGAL_CHARACTERS_RE.sub("", value))
                # By itself it would be a formula when it begins with =.
                cell.data_type = "s"
            else:
                cell = WriteOnlyCell(sheet, value)
            cells.append(cell)
        sheet.append(cells)
    book.save(file)


def _harmless(cell: Cell) -> Cell:
    return f"'{cell}" if isinstance(cell, str) and _FORMULA.match(cell) else cell
