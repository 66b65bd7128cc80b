"""The columns of a register file as CSV or spreadsheet (.xlsx): the same rules, with row numbers.

A spreadsheet's first sheet is read. Its cells are taken as they were typed: a number as its
digits; a formula, a date, or a cell with an error is refused where it matters.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from typing import IO

from clubscore.problems import Problem, gettext_noop, sentence
from clubscore.spreadsheets.cells import ErrorText, Formula
from clubscore.spreadsheets.formula_guard import unescape_formula
from clubscore.spreadsheets.reading import cell_text, csv_rows, is_moment
from clubscore.spreadsheets.workbook import Book
from clubscore.spreadsheets.writing import csv_lines, write_sheet
from players.domain.characters import shown
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
    book = Book(data)
    sheet = book.shown_sheet
    rows = _xlsx_rows(book.rows(sheet))
    reading = read_rows(rows, Unit.ROW, registration=registration, taken=taken, watch=watch)
    if len(book.titles) > 1:
        first = gettext_noop('Of the %(count)s sheets, only "%(title)s" was read.')
        message = sentence(first, count=len(book.titles), title=shown(sheet.title))
        return replace(reading, notices=(Problem(message), *reading.notices))
    return reading


def lines_of(
    rows: Iterable[RegisterRow], *, columns: Sequence[str] = REGISTER_COLUMNS, rounds: int = 5
) -> Iterator[str]:
    """The lines of the players as CSV, one by one."""
    return csv_lines(written_rows(rows, columns, rounds), byte_order_mark=False)


def save_xlsx(
    rows: Iterable[RegisterRow],
    file: IO[bytes],
    *,
    columns: Sequence[str] = REGISTER_COLUMNS,
    rounds: int = 5,
) -> None:
    """The players as a spreadsheet of texts: nothing in it is a formula or a date."""
    write_sheet(written_rows(rows, columns, rounds), file, title="Players", text_format=True)


def _csv_rows(text: str) -> Iterator[tuple[int, list[str]]]:
    for number, fields in csv_rows(text):
        if isinstance(fields, str):
            bad = gettext_noop("This row cannot be read as CSV: %(reason)s.")
            raise Faulty(Problem(sentence(bad, reason=fields), number, ""), Unit.ROW)
        if fields:
            # The register's own CSV, read again, has a mark before texts that look like formulas.
            yield number, [unescape_formula(each) for each in fields]


def _xlsx_rows(rows: Iterable[tuple[int, list[object]]]) -> Iterator[tuple[int, list[str]]]:
    """The rows with something in them, each as wide as the header at least."""
    width = 0
    for number, values in rows:
        texts = ["" if value is None else _cell_text(value) for value in values]
        # Spreadsheets store formatted empty cells, far to the right of the table.
        while texts and not texts[-1]:
            texts.pop()
        if texts:
            width = width or len(texts)
            yield number, texts + [""] * (width - len(texts))


def _cell_text(value: object) -> str:
    """The text of a cell, or an :class:`OddCell`."""
    # Its value may be missing in the file, if no program has computed it since.
    if isinstance(value, Formula):
        return OddCell("=", sentence(_FORMULA_CELL))
    text = cell_text(value)
    if isinstance(value, ErrorText):
        return OddCell(text, sentence(_ERROR_CELL, text=shown(text)))
    if is_moment(value):
        return OddCell(text, sentence(_DATE_CELL, text=text), as_note=True)
    return text


_FORMULA_CELL = gettext_noop(
    "The cell holds a formula. Copy the column, and paste it as values only."
)
_ERROR_CELL = gettext_noop('The cell holds an error, "%(text)s".')
_DATE_CELL = gettext_noop(
    "The spreadsheet has turned this cell into a date or time, %(text)s. Format the column as "
    "text, and type it again."
)
