"""The cells of a sheet, row by row, as values: texts, numbers, dates, formulas and errors.

CSV as numbered rows, the empty ones counted, from 1; and the values of cells as texts.

Formulas that other programs would run: how they are written into a CSV, and read again.

Spreadsheet programs take a CSV cell that begins like a formula for one. It is written with a ``'``
in front, and so is a text that begins with ``'`` and then like a formula, so that no text is lost
when the file is read again.
"""

import csv
import io
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta
from typing import Final

from clubscore.files.spreadsheets.markup import (
    MAX_CELL_TEXT,
    MAX_NUMBER,
    MAX_SHEET_ROWS,
    Reader,
    damaged,
    too_long_cell,
)
from clubscore.text.problems import Refused

MAX_INDEX: Final = 9
"""Digits of the number of a row or of a shared text."""

_DIGITS: Final = "0123456789"

_NO_DATE: Final = "#VALUE!"


class ErrorText(str):
    """What a cell with an error shows, as ``#DIV/0!``."""

    __slots__ = ()


@dataclass(frozen=True, slots=True)
class Formula:
    """A formula, with its ``=``, and the value that it had when the file was saved.

    One that continues the formula of another cell is ``=`` alone.
    """

    text: str
    value: object


@dataclass(frozen=True, slots=True)
class Lookup:
    """What cells refer to: the shared texts, the styles of dates and of durations."""

    texts: Sequence[str] = ()
    dates: frozenset[str] = frozenset()
    durations: frozenset[str] = frozenset()
    counts_from_1904: bool = False


class SheetReader(Reader):
    """Reads the first ``max_columns`` cells of each row, ``max_text`` characters together."""

    def __init__(self, lookup: Lookup, *, max_columns: int, max_text: int) -> None:
        super().__init__(max_text=max_text)
        self.starts = {"row": self._begin_row, "c": self._begin_cell, "v": self._begin_text}
        self.starts |= {"f": self._begin_text, "t": self._begin_inline, "rPh": self._begin_phonetic}
        self.ends = {"row": self._end_row, "c": self._end_cell, "v": self._end_value}
        self.ends |= {"f": self._end_formula, "t": self._end_inline, "rPh": self._end_phonetic}
        self._lookup = lookup
        self._max_columns = max_columns
        # Not at the top: no process loads openpyxl before its first spreadsheet.
        from openpyxl.utils import get_column_letter

        self._places = {get_column_letter(each): each for each in range(1, max_columns + 1)}
        self._rows: list[tuple[int, list[object]]] = []
        self._number = self._place = 0
        self._values: list[object] = []
        self._cell: dict[str, str] = {}
        self._value: str | None = None
        self._formula: str | None = None
        self._inline = ""
        self._is_phonetic = False

    def rows(self, part: bytearray) -> Iterator[tuple[int, list[object]]]:
        """The rows that are in the file, by rising numbers, each as far as it has cells.

        Raises :class:`Refused`.
        """
        last = 0
        for _ in self.pieces(part):
            rows, self._rows = self._rows, []
            for number, values in rows:
                # As other readers do, leave out what stands in the wrong order.
                if number > last:
                    last = number
                    yield number, values

    def _begin_row(self, attributes: dict[str, str]) -> None:
        number = attributes.get("r")
        self._number = self._number + 1 if number is None else _whole(number)
        if self._number > MAX_SHEET_ROWS:
            raise Refused.because(
                "The sheet has more than %(most)s rows.", most=f"{MAX_SHEET_ROWS:,}"
            )
        self._values = []
        self._place = 0

    def _end_row(self) -> None:
        self._rows.append((self._number, self._values))

    def _begin_cell(self, attributes: dict[str, str]) -> None:
        self._cell = attributes
        self._value = self._formula = None
        self._inline = ""
        reference = attributes.get("r")
        if reference is None:
            self._place += 1
        else:
            letters = reference.rstrip(_DIGITS)
            self._place = self._places.get(letters) or _place(letters)

    def _end_cell(self) -> None:
        if self._place > self._max_columns:
            return
        value = self._read_value()
        if self._formula is not None:
            value = Formula(f"={self._formula}", value)
        missing = self._place - len(self._values)
        if missing > 0:
            self._values += [None] * missing
        self._values[self._place - 1] = value

    def _begin_text(self, _: dict[str, str]) -> None:
        self.take_text()

    def _end_value(self) -> None:
        self._value = self.taken_text()

    def _end_formula(self) -> None:
        self._formula = self.taken_text()

    def _begin_inline(self, _: dict[str, str]) -> None:
        if not self._is_phonetic:
            self.take_text()

    def _end_inline(self) -> None:
        self._inline += self.taken_text()
        if len(self._inline) > MAX_CELL_TEXT:
            raise too_long_cell()

    def _begin_phonetic(self, _: dict[str, str]) -> None:
        self._is_phonetic = True

    def _end_phonetic(self) -> None:
        self._is_phonetic = False

    def _read_value(self) -> object:
        kind = self._cell.get("t", "n")
        if kind == "inlineStr":
            return self._inline or None
        if not self._value:
            return None
        try:
            return self._read(kind, self._value)
        except Refused:
            raise
        except (ValueError, ArithmeticError) as error:
            raise damaged() from error

    def _read(self, kind: str, text: str) -> object:
        if kind == "n":
            return self._read_number(text)
        if kind == "s":
            return self._shared(text)
        if kind == "e":
            return ErrorText(text)
        if kind == "b":
            return bool(_whole(text))
        if kind == "d":
            from openpyxl.utils.datetime import from_ISO8601

            return from_ISO8601(text)  # type: ignore[no-untyped-call]
        return text

    def _shared(self, text: str) -> str:
        number = int(text) if len(text) <= MAX_INDEX and text.isdecimal() else -1
        if not 0 <= number < len(self._lookup.texts):
            raise damaged()
        shown = self._lookup.texts[number]
        self.count_text(len(shown))
        return shown

    def _read_number(self, text: str) -> object:
        if len(text) > MAX_NUMBER:
            raise damaged()
        is_whole = not ("." in text or "E" in text or "e" in text)
        value: float = int(text) if is_whole else float(text)
        style = self._cell.get("s")
        if style is None or style not in self._lookup.dates:
            return value
        from openpyxl.utils import datetime

        counts_from_1904 = self._lookup.counts_from_1904
        epoch = datetime.CALENDAR_MAC_1904 if counts_from_1904 else datetime.CALENDAR_WINDOWS_1900
        try:
            return datetime.from_excel(value, epoch, timedelta=style in self._lookup.durations)
        except (ValueError, OverflowError):
            # A number that is no day, shown as programs show it.
            return ErrorText(_NO_DATE)


def _whole(text: str) -> int:
    """A number without a sign. Raises :class:`Refused`."""
    if len(text) > MAX_INDEX or not (text.isascii() and text.isdecimal()):
        raise damaged()
    return int(text)


def _place(letters: str) -> int:
    """The number of a column, from 1. Raises :class:`Refused`."""
    from openpyxl.utils import column_index_from_string

    try:
        return column_index_from_string(letters.replace("$", ""))
    except ValueError as error:
        raise damaged() from error


MAX_WHOLE = 10**15
"""A whole number this large is shown with its exponent, as spreadsheet programs do."""

_DELIMITERS = ",;\t"


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


_FORMULA = re.compile(r"'*+[=+\-@\t\r]")


def escape_formula(text: str) -> str:
    """The text as it is written in CSV."""
    return f"'{text}" if _FORMULA.match(text) else text


def unescape_formula(cell: str) -> str:
    """The text that :func:`escape_formula` was given."""
    return cell[1:] if cell.startswith("'") and _FORMULA.match(cell) else cell
