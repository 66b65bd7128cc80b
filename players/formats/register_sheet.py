"""The columns of a register file as CSV or spreadsheet (.xlsx): the same rules, with row numbers.

A spreadsheet's first sheet is read. Its cells are taken as they were typed: a number as its
digits; a formula, a date, or a cell with an error is refused where it matters. What is unpacked,
and how many rows and columns are looked at, is limited.
"""

import csv
import io
import re
import zipfile
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from datetime import date, datetime, time, timedelta
from typing import IO, Any

import openpyxl
from defusedxml.common import DefusedXmlException
from openpyxl.cell import WriteOnlyCell
from openpyxl.cell.cell import ILLEGAL_CHARACTERS_RE
from openpyxl.workbook import Workbook

from clubscore.problems import Problem, Refused, gettext_noop, sentence
from players.domain.letters import shown
from players.domain.registration import Registration
from players.formats.register import USUAL
from players.formats.register_fields import OddCell, RegisterRow
from players.formats.register_mistakes import Faulty, Unit
from players.formats.register_rows import (
    REGISTER_COLUMNS,
    Reading,
    Taken,
    Watch,
    nobody_taken,
    read_rows,
    unwatched,
    written_rows,
)

MAX_UNPACKED = 48 * 2**20
"""Bytes that a spreadsheet may have when it is unpacked."""
MAX_SHEET_ROWS = 2**20
"""The rows that a sheet can have in any program."""
MAX_COLUMNS = 64

_DELIMITERS = ",;\t"
# A spreadsheet program would take these for the beginning of a formula.
_FORMULA = re.compile(r"'*[=+\-@]")
_ESCAPED = re.compile(r"'+[=+\-@]")


def read_csv(
    text: str,
    *,
    registration: Registration = USUAL,
    taken: Taken = nobody_taken,
    watch: Watch = unwatched,
) -> Reading:
    """The players of a CSV text, separated by commas, semicolons or TABs as its header is.

    Raises :class:`~players.formats.register_mistakes.Faulty` with the first mistake.
    """
    rows = _csv_rows(text)
    return read_rows(rows, Unit.ROW, registration=registration, taken=taken, watch=watch)


def read_xlsx(
    data: bytes,
    *,
    registration: Registration = USUAL,
    taken: Taken = nobody_taken,
    watch: Watch = unwatched,
) -> Reading:
    """The players of the first sheet that is shown, as :func:`read_csv`."""
    book = _opened(data)
    try:
        sheet = next((each for each in book.worksheets if each.sheet_state == "visible"), None)
        if sheet is None:
            raise Refused(sentence(gettext_noop("The spreadsheet has no sheet that is shown.")))
        rows = _xlsx_rows(sheet)
        reading = read_rows(rows, Unit.ROW, registration=registration, taken=taken, watch=watch)
    finally:
        book.close()
    if len(book.sheetnames) > 1:
        first = gettext_noop('Of the %(count)s sheets, only "%(title)s" was read.')
        message = sentence(first, count=len(book.sheetnames), title=shown(sheet.title))
        return replace(reading, notices=(Problem(message), *reading.notices))
    return reading


def write_csv(
    rows: Iterable[RegisterRow], *, columns: Sequence[str] = REGISTER_COLUMNS, rounds: int = 5
) -> str:
    """The players as CSV; what a spreadsheet program would take for a formula gets a ``'``."""
    return "".join(csv_lines(rows, columns=columns, rounds=rounds))


def csv_lines(
    rows: Iterable[RegisterRow], *, columns: Sequence[str] = REGISTER_COLUMNS, rounds: int = 5
) -> Iterator[str]:
    """The lines of :func:`write_csv`, one by one."""
    line = io.StringIO(newline="")
    writer = csv.writer(line)
    for fields in written_rows(rows, columns, rounds):
        writer.writerow("'" + each if _FORMULA.match(each) else each for each in fields)
        yield line.getvalue()
        line.seek(0)
        line.truncate()


def write_xlsx(
    rows: Iterable[RegisterRow], *, columns: Sequence[str] = REGISTER_COLUMNS, rounds: int = 5
) -> bytes:
    """The players as a spreadsheet of texts: nothing in it is a formula or a date."""
    data = io.BytesIO()
    save_xlsx(rows, data, columns=columns, rounds=rounds)
    return data.getvalue()


def save_xlsx(
    rows: Iterable[RegisterRow],
    file: IO[bytes],
    *,
    columns: Sequence[str] = REGISTER_COLUMNS,
    rounds: int = 5,
) -> None:
    """Like :func:`write_xlsx`, into a file."""
    book = openpyxl.Workbook(write_only=True)
    sheet = book.create_sheet("Players")
    sheet.freeze_panes = "A2"
    for fields in written_rows(rows, columns, rounds):
        sheet.append([_text_cell(sheet, field) if field else None for field in fields])
    book.save(file)


def _text_cell(sheet: Any, text: str) -> Any:
    cell = WriteOnlyCell(sheet, ILLEGAL_CHARACTERS_RE.sub("\ufffd", text))
    # By itself it would be a formula when it begins with =.
    cell.data_type = "s"
    cell.number_format = "@"
    return cell


def _csv_rows(text: str) -> Iterator[tuple[int, list[str]]]:
    header = text.lstrip("\n").split("\n", 1)[0]
    delimiter = max(_DELIMITERS, key=header.count)
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=delimiter)
    number = 0
    while True:
        number += 1
        try:
            fields = next(reader)
        except StopIteration:
            return
        except csv.Error as error:
            bad = gettext_noop("This row cannot be read as CSV: %(reason)s.")
            problem = Problem(sentence(bad, reason=error), number, "")
            raise Faulty(problem, Unit.ROW) from error
        if fields:
            yield number, [each[1:] if _ESCAPED.match(each) else each for each in fields]


def _opened(data: bytes) -> Workbook:
    """The spreadsheet, its cells not read yet. Raises :class:`Refused`."""
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            unpacked = sum(member.file_size for member in archive.infolist())
        if unpacked <= MAX_UNPACKED:
            return openpyxl.load_workbook(io.BytesIO(data), read_only=True)
    except Exception as error:  # zipfile and openpyxl raise anything at a damaged file
        raise _unreadable(error) from error
    large = gettext_noop("Unpacked, the spreadsheet is larger than %(limit)s MiB.")
    raise Refused(sentence(large, limit=MAX_UNPACKED // 2**20))


def _xlsx_rows(sheet: Any) -> Iterator[tuple[int, list[str]]]:
    """The rows with something in them, each as wide as the header at least."""
    width = 0
    before: Sequence[Any] | None = None
    for number, cells in enumerate(_cells(sheet), start=1):
        if number > MAX_SHEET_ROWS:
            high = gettext_noop("The sheet has more than %(most)s rows.")
            raise Refused(sentence(high, most=f"{MAX_SHEET_ROWS:,}"))
        if cells is before:
            # openpyxl fills a gap of missing rows, of a million perhaps, with one empty row.
            continue
        before = cells
        texts = [_cell_text(cell) for cell in cells]
        while texts and not texts[-1]:
            texts.pop()
        if texts:
            width = width or len(texts)
            yield number, texts + [""] * (width - len(texts))


def _cells(sheet: Any) -> Iterator[Sequence[Any]]:
    """The rows of one of openpyxl's read-only sheets, the empty ones among them."""
    try:
        sheet.reset_dimensions()
        yield from sheet.iter_rows(max_col=MAX_COLUMNS)
    except Exception as error:  # openpyxl raises anything at a damaged sheet
        raise _unreadable(error) from error


def _unreadable(error: Exception) -> Refused:
    if isinstance(error.__cause__ or error, DefusedXmlException):
        entities = gettext_noop(
            "The spreadsheet defines entities of its own, as no program for spreadsheets does."
        )
        return Refused(sentence(entities))
    damaged = gettext_noop("The spreadsheet cannot be read: it is damaged, or no .xlsx file.")
    return Refused(sentence(damaged))


def _cell_text(cell: Any) -> str:
    """The text of one of openpyxl's cells, or an :class:`OddCell`."""
    value = cell.value
    if value is None:
        return ""
    if cell.data_type == "f":
        return OddCell("=", sentence(_FORMULA_CELL))
    if cell.data_type == "e":
        return OddCell(str(value), sentence(_ERROR_CELL, text=shown(str(value))))
    if isinstance(value, date | time | timedelta):
        text = _date_text(value)
        return OddCell(text, sentence(_DATE_CELL, text=text), as_note=True)
    if isinstance(value, bool):
        return str(value).upper()
    if isinstance(value, float) and value.is_integer():
        return str(int(value))
    return str(value)


def _date_text(value: date | time | timedelta) -> str:
    if isinstance(value, datetime) and value.time() == time():
        value = value.date()
    return str(value)


_FORMULA_CELL = gettext_noop(
    "The cell holds a formula. Copy the column, and paste it as values only."
)
_ERROR_CELL = gettext_noop('The cell holds an error, "%(text)s".')
_DATE_CELL = gettext_noop(
    "The spreadsheet has made a date or a time of this cell, %(text)s. Format the column as text,"
    " and type it again."
)
