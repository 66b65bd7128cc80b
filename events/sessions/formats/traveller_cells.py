"""A CSV text or a spreadsheet (.xlsx) of traveller lines as rows that are not empty.

Every line of a CSV is read for itself: no cell of a traveller has a line break, and so a stray
quotation mark spoils one line and not the rest of the file.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import islice

from clubscore.problems import Problem, gettext_noop, sentence
from clubscore.spreadsheets.cells import Formula
from clubscore.spreadsheets.limits import Limits
from clubscore.spreadsheets.reading import cell_text, csv_rows
from clubscore.spreadsheets.workbook import Book, Sheet

MAX_ROWS = 200_000
"""Rows below the header."""
MAX_SHEET_ROWS = 250_000
"""Rows of a spreadsheet, the empty ones among them."""
MAX_CELLS = 2_500_000
MAX_TEXT = 32 * 2**20
"""Characters of all cells together."""
MAX_COLUMNS = 40


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
    book = Book(data, Limits(cells=MAX_CELLS, filled=MAX_CELLS, rows=MAX_SHEET_ROWS, text=MAX_TEXT))
    sheet = book.shown_sheet
    rows = book.rows(sheet, max_columns=MAX_COLUMNS)
    cells = _limited((Numbered(number, _texts(values)) for number, values in rows), [])
    return replace(cells, notices=tuple(_other_sheets(book, sheet)))


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


def _other_sheets(book: Book, first: Sheet) -> Iterator[Problem]:
    others = [sheet for sheet in book.sheets if sheet is not first]
    names = [sheet.title for sheet in others if _has_values(book, sheet)]
    if names:
        only = gettext_noop(
            "Only the first sheet was read, “%(first)s”; these were not: %(others)s."
        )
        yield Problem(sentence(only, first=first.title, others=", ".join(names)))


def _has_values(book: Book, sheet: Sheet) -> bool:
    rows = book.rows(sheet, max_columns=MAX_COLUMNS)
    return any(_stored(value) is not None for _number, values in rows for value in values)


def _limited(rows: Iterator[Numbered], problems: list[Problem]) -> Cells:
    """The rows that are not empty, and the first of those that are too many as a problem."""
    # One more than allowed, to name the first line that is too many; and the header.
    filled = list(islice((row for row in rows if any(row.texts)), MAX_ROWS + 2))
    if len(filled) > MAX_ROWS + 1:
        many = gettext_noop("There are more than %(most)s lines.")
        problems.append(Problem(sentence(many, most=MAX_ROWS), filled.pop().number))
    return Cells(tuple(filled), tuple(problems))


def _texts(values: Sequence[object]) -> tuple[str, ...]:
    texts = ["" if value is None else _text(value) for value in values]
    # As wide as the header: a text in a column without a heading is ignored.
    return (*texts, *[""] * (MAX_COLUMNS - len(texts)))


def _text(value: object) -> str:
    stored = _stored(value)
    if stored is None and isinstance(value, Formula):
        return value.text
    return cell_text(stored).strip()


def _stored(value: object) -> object:
    """The value that the file has for a cell, perhaps of its formula."""
    return value.value if isinstance(value, Formula) else value


def _short(text: str) -> str:
    return text if len(text) <= 60 else f"{text[:60]}…"
