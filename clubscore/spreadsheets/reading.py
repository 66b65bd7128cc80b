"""CSV as numbered rows, the empty ones counted, from 1; and the values of cells as texts."""

import csv
import io
from collections.abc import Iterable, Iterator
from datetime import date, datetime, time, timedelta

MAX_WHOLE = 10**15
"""From here on a whole number is shown with its exponent, as spreadsheet programs do."""

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
