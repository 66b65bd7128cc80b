"""What a cell of a spreadsheet may hold besides texts, numbers and dates: formulas and errors.

CSV as numbered rows, the empty ones counted, from 1; and the values of cells as texts.

Formulas that other programs would run: how they are written into a CSV, and read again.

Spreadsheet programs take a CSV cell that begins like a formula for one. It is written with a ``'``
in front, and so is a text that begins with ``'`` and then like a formula, so that no text is lost
when the file is read again.
"""

import csv
import io
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta


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
