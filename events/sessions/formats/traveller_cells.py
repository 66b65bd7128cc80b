"""A CSV text or a spreadsheet (.xlsx) as numbered rows of texts. Knows nothing of their meaning.

Every line of a CSV is read for itself: no cell of a traveller has a line break, and so a stray
quotation mark spoils one line and not the rest of the file.
"""

import csv
import io
import re
import zipfile
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

import openpyxl
from openpyxl.workbook import Workbook

from clubscore.problems import Problem, Refused, gettext_noop, sentence

MAX_ROWS = 200_000
"""Rows below the header."""

MAX_COLUMNS = 40
MAX_UNPACKED = 64 * 2**20
"""Bytes that a spreadsheet may have when it is unpacked."""

MAX_WHOLE = 10**15
_DELIMITERS = ",;\t"
_SHEET = re.compile(r"xl/worksheets/[^/]+\.xml")
_FORMULA = re.compile(rb"<(?:\w+:)?f[\s/>]")


@dataclass(frozen=True, slots=True)
class Numbered:
    """A row that is not empty, with its number, from 1. Its texts are stripped."""

    number: int
    texts: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Cells:
    """The rows; lines that could not be read, or are too many; what is odd."""

    rows: tuple[Numbered, ...]
    problems: tuple[Problem, ...] = ()
    notices: tuple[Problem, ...] = ()


def csv_cells(text: str) -> Cells:
    """The cells of a text, parted by commas, semicolons or tabs as its first line is."""
    lines = text.split("\n")
    header = next((line for line in lines if line.strip()), "")
    delimiter = max(_DELIMITERS, key=header.count)
    rows: list[Numbered] = []
    problems: list[Problem] = []
    for number, line in enumerate(lines, start=1):
        try:
            cells = next(csv.reader([line], delimiter=delimiter, strict=True), [])
        except csv.Error as error:
            bad = gettext_noop("This line cannot be read as CSV: %(reason)s.")
            problems.append(Problem(sentence(bad, reason=error), number, None, _short(line)))
            continue
        rows += _numbered(number, cells)
        if len(rows) > MAX_ROWS + 1:
            del rows[-1]
            problems.append(_too_many(number))
            break
    return Cells(tuple(rows), tuple(problems))


def spreadsheet_cells(data: bytes) -> Cells:
    """The cells of the first sheet. Raises :class:`Refused` for what is no sound spreadsheet.

    Formulas give the value that was stored with them; without one they stand as they are, so
    that the reader complains of them instead of taking them for empty.
    """
    try:
        unpacked, formulas = _inspect(data)
        if unpacked <= MAX_UNPACKED:
            return _spreadsheet_cells(data, formulas)
    except Exception as error:  # zipfile and openpyxl raise anything at a damaged file
        broken = gettext_noop("The spreadsheet cannot be read: it is damaged, or no .xlsx file.")
        raise Refused(sentence(broken)) from error
    large = gettext_noop("Unpacked, the spreadsheet is larger than %(limit)s MiB.")
    raise Refused(sentence(large, limit=MAX_UNPACKED // 2**20))


def _inspect(data: bytes) -> tuple[int, bool]:
    """The unpacked size, and whether some sheet has formulas; the sheets are only read when the
    size is allowed.
    """
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        members = archive.infolist()
        size = sum(member.file_size for member in members)
        formulas = size <= MAX_UNPACKED and any(
            _FORMULA.search(archive.read(member))
            for member in members
            if _SHEET.fullmatch(member.filename)
        )
    return size, formulas


def _spreadsheet_cells(data: bytes, formulas: bool) -> Cells:
    book = openpyxl.load_workbook(io.BytesIO(data), read_only=True, data_only=True)
    try:
        values = _values(book, 0)
        if formulas:
            values = _with_formulas(values, data)
        rows = [
            numbered
            for number, row in enumerate(values, start=1)
            for numbered in _numbered(number, map(_text, row))
        ]
        problems = [_too_many(row.number) for row in rows[MAX_ROWS + 1 : MAX_ROWS + 2]]
        return Cells(tuple(rows[: MAX_ROWS + 1]), tuple(problems), tuple(_other_sheets(book)))
    finally:
        book.close()


def _values(book: Workbook, place: int) -> Iterable[tuple[object, ...]]:
    sheet = book.worksheets[place]
    sheet.reset_dimensions()
    return sheet.iter_rows(max_row=MAX_ROWS + 2, max_col=MAX_COLUMNS, values_only=True)


def _with_formulas(
    values: Iterable[tuple[object, ...]], data: bytes
) -> Iterator[tuple[object, ...]]:
    """The formula in place of a value that was not stored."""
    book = openpyxl.load_workbook(io.BytesIO(data), read_only=True)
    try:
        for row, formulas in zip(values, _values(book, 0), strict=True):
            yield tuple(
                getattr(formula, "text", formula) if value is None else value
                for value, formula in zip(row, formulas, strict=True)
            )
    finally:
        book.close()


def _other_sheets(book: Workbook) -> Iterator[Problem]:
    names = [
        sheet.title
        for place, sheet in enumerate(book.worksheets)
        if place and any(value is not None for row in _values(book, place) for value in row)
    ]
    if names:
        only = gettext_noop(
            "Only the first sheet was read, “%(first)s”; these were not: %(others)s."
        )
        first = book.worksheets[0].title
        yield Problem(sentence(only, first=first, others=", ".join(names)))


def _numbered(number: int, cells: Iterable[str]) -> Iterator[Numbered]:
    texts = tuple(cell.strip() for cell in cells)
    if any(texts):
        yield Numbered(number, texts)


def _too_many(number: int) -> Problem:
    many = gettext_noop("There are more than %(most)s lines.")
    return Problem(sentence(many, most=MAX_ROWS), number)


def _text(value: object) -> str:
    if value is None:
        return ""
    if isinstance(value, float) and value.is_integer() and abs(value) < MAX_WHOLE:
        return str(int(value))
    return str(value)


def _short(text: str) -> str:
    return text if len(text) <= 60 else f"{text[:60]}…"
