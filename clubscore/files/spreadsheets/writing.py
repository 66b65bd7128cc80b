"""Writing rows as CSV and as spreadsheets (.xlsx), for other programs.

A cell is a text or a number. In a spreadsheet numbers are numbers, and a text is never a formula;
in CSV, which cannot say so, a text that a program would take for a formula is guarded.
"""

import csv
import io
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from decimal import Decimal
from typing import IO

from clubscore.files.spreadsheets.cells import escape_formula

Cell = str | int | Decimal
Row = Sequence[Cell]

XLSX = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
"""The content type of a spreadsheet."""
BYTE_ORDER_MARK = "\ufeff"
"""Tells spreadsheet programs that the CSV is UTF-8."""


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
    # Here, so that no process loads openpyxl before the first spreadsheet; below as well.
    from clubscore.files.spreadsheets import written_workbook

    written_workbook.write_sheet(rows, file, title=title, text_format=text_format)


def write_workbook(tables: Iterable[Table], file: IO[bytes]) -> None:
    """The tables as a spreadsheet, a sheet each, with columns as wide as their contents."""
    from clubscore.files.spreadsheets import written_workbook

    written_workbook.write_workbook(tables, file)
