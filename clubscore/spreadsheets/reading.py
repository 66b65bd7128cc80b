"""Reading CSV and spreadsheets (.xlsx) as numbered rows, the empty ones counted, from 1."""

import csv
import io
import re
import zipfile
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from datetime import date, datetime, time, timedelta
from typing import Any

import openpyxl
from defusedxml.common import DefusedXmlException
from openpyxl.workbook import Workbook

from clubscore.problems import Refused, gettext_noop, sentence
from clubscore.spreadsheets.guard import MAX_CELLS, MAX_ROWS, SHEET_PART, refuse_bomb

MAX_SHEET_ROWS = 2**20
"""The rows that a sheet can have in any program."""
MAX_COLUMNS = 64
MAX_WHOLE = 10**15
"""From here on a whole number is shown with its exponent, as spreadsheet programs do."""

_DELIMITERS = ",;\t"
_FORMULA = re.compile(rb"<(?:\w+:)?f[\s/>]")


def csv_rows(text: str, *, line_by_line: bool = False) -> Iterator[tuple[int, list[str] | str]]:
    """The rows of a CSV, its cells separated by commas, semicolons or TABs as in its first line.

    A quoted cell may go over several lines, and a row that cannot be read is the last one. With
    ``line_by_line`` no cell does, and such a row spoils only itself. Instead of its cells it has
    the reason, a text.
    """
    lines = text.split("\n")
    header = next(filter(str.strip, lines), "")
    delimiter = max(_DELIMITERS, key=header.count)
    sources: Iterable[Iterable[str]] = [io.StringIO(text, newline="")]
    if line_by_line:
        sources = ([line] for line in lines)
    number = 0
    for source in sources:
        rows = csv.reader(source, delimiter=delimiter, strict=line_by_line)
        while True:
            number += 1
            try:
                yield number, next(rows)
            except StopIteration:
                number -= 1
                break
            except csv.Error as error:
                yield number, str(error)
                break


@contextmanager
def opened(
    data: bytes,
    *,
    max_cells: int = MAX_CELLS,
    max_rows: int = MAX_ROWS,
    stored_values: bool = False,
) -> Iterator[Workbook]:
    """A spreadsheet that passed the guard, its cells not read yet. Raises :class:`Refused`.

    A formula's cell has the formula, or with ``stored_values`` what it gave when it was saved.
    """
    refuse_bomb(data, max_cells=max_cells, max_rows=max_rows)
    try:
        book = openpyxl.load_workbook(io.BytesIO(data), read_only=True, data_only=stored_values)
    except Exception as error:  # zipfile and openpyxl raise anything at a damaged file
        raise _unreadable(error) from error
    try:
        yield book
    finally:
        book.close()


def shown_sheet(book: Workbook) -> Any:
    """The first sheet that is not hidden. Raises :class:`Refused` when all are."""
    sheet = next((each for each in book.worksheets if each.sheet_state == "visible"), None)
    if sheet is None:
        raise Refused(sentence(gettext_noop("The spreadsheet has no visible sheet.")))
    return sheet


def sheet_rows(
    sheet: Any, *, values_only: bool = False, max_columns: int = MAX_COLUMNS
) -> Iterator[tuple[int, Sequence[Any]]]:
    """The rows of a sheet that are in the file, as openpyxl's cells or as their values.

    Raises :class:`Refused` for a damaged sheet, and for a row that no program can have.
    """
    before: Sequence[Any] | None = None
    for number, cells in enumerate(_all_rows(sheet, values_only, max_columns), start=1):
        if number > MAX_SHEET_ROWS:
            high = gettext_noop("The sheet has more than %(most)s rows.")
            raise Refused(sentence(high, most=f"{MAX_SHEET_ROWS:,}"))
        # openpyxl fills a gap of missing rows, of a million perhaps, with one empty row.
        if cells is not before:
            before = cells
            yield number, cells


def has_formulas(data: bytes) -> bool:
    """Whether a spreadsheet that was opened has formulas in some sheet."""
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            sheets = [name for name in archive.namelist() if SHEET_PART.fullmatch(name)]
            return any(_FORMULA.search(archive.read(name)) for name in sheets)
    except Exception as error:  # as when it is opened
        raise _unreadable(error) from error


def cell_text(value: object) -> str:
    """The text that a cell shows for its value, more or less."""
    if value is None:
        return ""
    if isinstance(value, bool):
        return str(value).upper()
    if isinstance(value, float) and value.is_integer() and abs(value) < MAX_WHOLE:
        return str(int(value))
    if isinstance(value, datetime) and value.time() == time():
        return str(value.date())
    return str(value)


def is_moment(value: object) -> bool:
    """Whether the spreadsheet has made a date or a time of a cell."""
    return isinstance(value, date | time | timedelta)


def _all_rows(sheet: Any, values_only: bool, max_columns: int) -> Iterator[Sequence[Any]]:
    try:
        # The size that the file claims for the sheet may be wrong.
        sheet.reset_dimensions()
        yield from sheet.iter_rows(max_col=max_columns, values_only=values_only)
    except Exception as error:  # openpyxl raises anything at a damaged sheet
        raise _unreadable(error) from error


def _unreadable(error: Exception) -> Refused:
    if isinstance(error.__cause__ or error, DefusedXmlException):
        entities = gettext_noop(
            "The spreadsheet defines entities of its own, as no program for spreadsheets does."
        )
        return Refused(sentence(entities))
    damaged = gettext_noop("The spreadsheet cannot be read: it is damaged or not an .xlsx file.")
    return Refused(sentence(damaged))
