"""A CSV text or a spreadsheet (.xlsx) of traveller lines as rows that are not empty.

Every line of a CSV is read for itself: no cell of a traveller has a line break, and so a stray
quotation mark spoils one line and not the rest of the file.
"""

from collections.abc import Iterable, Iterator, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, replace
from itertools import islice

from openpyxl.workbook import Workbook

from clubscore.problems import Problem, gettext_noop, sentence
from clubscore.spreadsheets.reading import (
    cell_text,
    csv_rows,
    has_formulas,
    opened,
    sheet_rows,
    shown_sheet,
)

MAX_ROWS = 200_000
"""Rows below the header."""
MAX_SHEET_ROWS = 250_000
"""Rows of a spreadsheet, the empty ones among them."""
MAX_CELLS = 2_500_000
MAX_COLUMNS = 40

_Row = tuple[int, Sequence[object]]
_Rows = Iterator[_Row]


@dataclass(frozen=True, slots=True)
class Numbered:
    """A row that is not empty, with its number, from 1. Its texts are stripped."""

    number: int
    texts: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Cells:
    """The rows; problems with lines that are unreadable or too many; notices."""

    rows: tuple[Numbered, ...]
    problems: tuple[Problem, ...] = ()
    notices: tuple[Problem, ...] = ()


def csv_cells(text: str) -> Cells:
    """The cells of a text, separated by commas, semicolons or tabs, as in its first line."""
    problems: list[Problem] = []
    return _limited(_csv_rows(text, problems), problems)


def spreadsheet_cells(data: bytes) -> Cells:
    """The cells of the first sheet. Raises :class:`Refused` for an unreadable spreadsheet.

    Formulas give the value that was stored with them; without one they stay as text, so that
    the reader reports them instead of reading an empty cell.
    """
    with ExitStack() as books:
        book, rows = _sheet(data, books, stored_values=True)
        # openpyxl gives either the stored values or the formulas, so the sheet is read twice.
        if has_formulas(data):
            rows = map(_or_formulas, rows, _sheet(data, books, stored_values=False)[1])
        cells = _limited((Numbered(number, _texts(values)) for number, values in rows), [])
        return replace(cells, notices=tuple(_other_sheets(book)))


def _csv_rows(text: str, problems: list[Problem]) -> Iterator[Numbered]:
    """The rows that can be read; ``problems`` gets the others."""
    lines = text.split("\n")
    for number, cells in csv_rows(text, line_by_line=True):
        if isinstance(cells, str):
            bad = gettext_noop("This line cannot be read as CSV: %(reason)s.")
            value = _short(lines[number - 1])
            problems.append(Problem(sentence(bad, reason=cells), number, None, value))
        else:
            yield Numbered(number, tuple(cell.strip() for cell in cells))


def _sheet(data: bytes, books: ExitStack, *, stored_values: bool) -> tuple[Workbook, _Rows]:
    """The spreadsheet and the values of its first sheet, until ``books`` are closed."""
    book = books.enter_context(
        opened(data, max_cells=MAX_CELLS, max_rows=MAX_SHEET_ROWS, stored_values=stored_values)
    )
    return book, _values(shown_sheet(book))


def _values(sheet: object) -> _Rows:
    return sheet_rows(sheet, values_only=True, max_columns=MAX_COLUMNS)


def _or_formulas(stored: _Row, formulas: _Row) -> _Row:
    """The values that were stored, and the formula in place of one that was not."""
    number, values = stored
    return number, [
        getattr(formula, "text", formula) if value is None else value
        for value, formula in zip(values, formulas[1], strict=True)
    ]


def _other_sheets(book: Workbook) -> Iterator[Problem]:
    first = shown_sheet(book)
    others = [sheet for sheet in book.worksheets if sheet is not first]
    names = [sheet.title for sheet in others if _has_values(sheet)]
    if names:
        only = gettext_noop(
            "Only the first sheet was read, “%(first)s”; these were not: %(others)s."
        )
        yield Problem(sentence(only, first=first.title, others=", ".join(names)))


def _has_values(sheet: object) -> bool:
    return any(value is not None for _number, row in _values(sheet) for value in row)


def _limited(rows: Iterator[Numbered], problems: list[Problem]) -> Cells:
    """The rows that are not empty, and the first of those that are too many as a problem."""
    # One more than allowed, to name the first line that is too many; and the header.
    filled = list(islice((row for row in rows if any(row.texts)), MAX_ROWS + 2))
    if len(filled) > MAX_ROWS + 1:
        many = gettext_noop("There are more than %(most)s lines.")
        problems.append(Problem(sentence(many, most=MAX_ROWS), filled.pop().number))
    return Cells(tuple(filled), tuple(problems))


def _texts(values: Iterable[object]) -> tuple[str, ...]:
    # Most columns are empty, and cell_text() costs time.
    return tuple("" if value is None else cell_text(value).strip() for value in values)


def _short(text: str) -> str:
    return text if len(text) <= 60 else f"{text[:60]}…"
