"""The rows of a list: tab-delimited text, CSV with any of its separators, or a spreadsheet.

Knows nothing of what stands in the columns. A *cell* is a text; one that a spreadsheet holds as a
number is a :class:`NumberCell`, and one that cannot be read a :class:`BadCell`. Lines are physical,
from 1; the rows of a spreadsheet have its own numbers. Rows without any text do not come.
"""

import csv
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date, datetime

from clubscore.files.spreadsheets.cells import ErrorText, Formula, cell_text, unescape_formula
from clubscore.files.spreadsheets.workbook import MAX_COLUMNS, Book
from clubscore.text.problems import Problem, Refused, Sentence, gettext_noop, sentence
from players.domain.characters import shown
from players.domain.members.columns import Fact
from players.domain.register_rows import Unit

SAMPLE = 100
"""How many lines decide what separates the cells."""
MAX_QUOTED_LINES = 20
"""The most lines of one quoted cell: more of them, and a quotation mark is missing somewhere."""

TAB = "\t"
_SEPARATORS = (TAB, ";", ",")
_BLANK = " \t\xa0\ufeff"


class NumberCell(str):
    """A cell that a spreadsheet holds as a number: zeros in front of it, or a +, are lost."""

    __slots__ = ()


class BadCell(str):
    """A cell that cannot be read, with the reason."""

    why: Sentence

    def __new__(cls, text: str, why: Sentence) -> "BadCell":
        cell = super().__new__(cls, text)
        cell.why = why
        return cell

    def __getnewargs__(self) -> tuple[str, Sentence]:  # type: ignore[override]
        return str(self), self.why


@dataclass(frozen=True, slots=True)
class Row:
    """The cells of a line; ``which`` counts from 1 where a line is that of several people."""

    line: int
    cells: tuple[str, ...]
    which: int = 1


@dataclass(frozen=True, slots=True)
class Table:
    """The rows of a file, the lines that could not be read, what else is worth saying, and what
    columns hold for certain, where the rows tell by their form."""

    rows: tuple[Row, ...]
    unit: Unit
    problems: tuple[Problem, ...] = ()
    notices: tuple[Problem, ...] = ()
    facts: Mapping[int, Fact] = field(default_factory=dict)


def read_text(text: str) -> Table:
    """The rows of a text whose lines end in LF, separated by TABs, semicolons or commas.

    Raises :class:`Refused` for more columns than are read.
    """
    lines = text.removeprefix("\ufeff").split("\n")
    separator = separator_of(lines)
    if separator == TAB:
        return Table(tuple(_filled(_tabbed(lines))), Unit.LINE)
    if not separator:
        alone = ((number, [line]) for number, line in enumerate(lines, start=1))
        return Table(tuple(_filled(alone)), Unit.LINE)
    problems: list[Problem] = []
    rows = _separated(lines, separator, problems)
    return Table(tuple(_filled(rows)), Unit.LINE, tuple(problems))


def read_xlsx(data: bytes) -> Table:
    """The rows of the first sheet that is shown. Raises :class:`Refused` for a damaged file."""
    book = Book(data)
    sheet = book.shown_sheet
    rows = ((number, list(map(_cell, values))) for number, values in book.rows(sheet))
    table = Table(tuple(_filled(rows)), Unit.ROW)
    if len(book.titles) == 1:
        return table
    message = sentence(
        'Of the %(count)s sheets, only "%(title)s" was read.',
        count=len(book.titles),
        title=shown(sheet.title),
    )
    return Table(table.rows, Unit.ROW, notices=(Problem(message),))


def separator_of(lines: Sequence[str]) -> str:
    """What separates the cells of these lines; empty where there is one cell in each."""
    sample = [line for line in lines[: 5 * SAMPLE] if line.strip(_BLANK)][:SAMPLE]
    for separator in _SEPARATORS:
        having = sum(separator in line for line in sample)
        if having and 2 * having >= len(sample) and not _is_in_names(sample, separator):
            return separator
    return ""


def _is_in_names(sample: Sequence[str], separator: str) -> bool:
    """Whether commas are only those of names: ``Smith, Ann``, perhaps below a title."""
    having = [line for line in sample if separator in line]
    return separator == "," and all(re.fullmatch(r'[^,;"\d]+, [^,;"\d]+', line) for line in having)


def _tabbed(lines: Iterable[str]) -> Iterator[tuple[int, list[str]]]:
    for number, line in enumerate(lines, start=1):
        yield number, [_unquoted(cell) for cell in line.split(TAB)]


def _unquoted(cell: str) -> str:
    """A cell of a tab-delimited text, where quotes count only at both its ends."""
    trimmed = cell.strip(" ")
    if len(trimmed) >= 2 and trimmed[0] == trimmed[-1] == '"':
        return trimmed[1:-1].replace('""', '"')
    return cell


def _separated(
    lines: Sequence[str], separator: str, problems: list[Problem]
) -> Iterator[tuple[int, list[str]]]:
    """The rows of a CSV; a row that cannot be read is a problem, and the next line is tried."""
    start, is_quoting = 0, True
    while start < len(lines):
        end = min(len(lines), start + MAX_QUOTED_LINES) if is_quoting else start + 1
        # Each line with its end, which belongs to a quoted cell that goes over it.
        source = (f"{line}\n" for line in lines[start:end])
        rows = csv.reader(source, delimiter=separator, strict=True)
        try:
            cells = next(rows)
        except csv.Error:
            problems.append(_unreadable(start + 1))
            # After a mark without an end, every other mark could begin far too long a cell.
            is_quoting = is_quoting and rows.line_num < end - start
            start += 1
            continue
        yield start + 1, [unescape_formula(cell) for cell in cells]
        start += max(1, rows.line_num)


def _unreadable(line: int) -> Problem:
    return Problem(
        sentence(
            "This line cannot be read: a quotation mark must be at both ends of a cell, and is "
            "doubled"
            " within it."
        ),
        line,
        "",
    )


def _filled(rows: Iterable[tuple[int, list[str]]]) -> Iterator[Row]:
    for number, cells in rows:
        # Spreadsheets store formatted empty cells, far to the right of the table.
        while cells and not cells[-1].strip(_BLANK):
            cells.pop()
        if len(cells) > MAX_COLUMNS:
            message = sentence(
                "The line has %(count)s columns; the most that are read are %(most)s.",
                count=len(cells),
                most=MAX_COLUMNS,
            )
            raise Refused(Problem(message, number, ""))
        if cells:
            yield Row(number, tuple(cells))


def _cell(value: object) -> str:
    """The text of a spreadsheet's cell."""
    if isinstance(value, Formula):
        if value.value is None:
            return BadCell("=", sentence(_FORMULA))
        value = value.value
    if isinstance(value, ErrorText):
        return BadCell(value, sentence(_ERROR, text=shown(value)))
    if isinstance(value, datetime):
        return value.date().isoformat()
    if isinstance(value, date):
        return value.isoformat()
    text = cell_text(value)
    is_number = isinstance(value, int | float) and not isinstance(value, bool)
    return NumberCell(text) if is_number else text


_FORMULA = gettext_noop("The cell holds a formula that no program has computed. Paste its value.")
_ERROR = gettext_noop('The cell holds an error, "%(text)s".')
