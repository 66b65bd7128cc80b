"""Traveller lines as a CSV text or a spreadsheet (.xlsx).

The first row names the columns ``board ns ew contract by tricks score adjustment``, in any
order; ``result`` (``=``, ``+1``, ``-2``) may stand for ``tricks``, and ``section`` is optional.
A line needs a score, or a contract with ``by`` and ``tricks``, or an adjustment. Every mistake
is reported with its line (the header is line 1), column and value, and nothing is given unless
all lines are good.
"""

import csv
import io
import zipfile
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import NamedTuple

import openpyxl

from clubscore.problems import Problem, Refused, gettext_noop, sentence
from events.domain.contract import Side
from events.domain.field import Line
from events.formats.traveller_row import Row, read_row

MOST_ROWS = 200_000
MOST_COLUMNS = 40
MOST_UNPACKED = 64 * 2**20
"""Bytes that a spreadsheet may have when it is unpacked."""

_NEEDED = ("board", "ns", "ew")
_RESULTS = ("contract", "score", "adjustment")
_COLUMNS = (*_NEEDED, "section", "contract", "by", "tricks", "result", "score", "adjustment")


class SectionPair(NamedTuple):
    """A pair where there are sections; each section has its own pair 1."""

    section: str
    pair: str

    def __str__(self) -> str:
        return f"{self.section} {self.pair}"


@dataclass(frozen=True, slots=True)
class Sheet:
    """The lines, whether they name sections, and how many lists of winners there are.

    Contestants are the pairs' texts, or with sections :class:`SectionPair`.
    """

    lines: tuple[Line, ...]
    sections: bool
    winners: int


def read_csv(text: str, *, winners: int | None = None, any_score: bool = False) -> Sheet:
    """Read a CSV text, parted by commas, semicolons or tabs as its first line is.

    ``winners`` 2 lets NS and EW pairs have the same numbers, 1 does not; by default the lines
    tell, see :func:`winners_of`. ``any_score`` accepts scores that no contract gives. Raises
    :class:`Refused` with all the mistakes.
    """
    header = text.lstrip("\n").split("\n", 1)[0]
    delimiter = max(",;\t", key=header.count)
    return _read(_csv_rows(text, delimiter), winners, any_score)


def read_xlsx(data: bytes, *, winners: int | None = None, any_score: bool = False) -> Sheet:
    """Read the first sheet of a spreadsheet, as :func:`read_csv` reads a text."""
    try:
        unpacked = _unpacked_size(data)
        rows = _spreadsheet_rows(data) if unpacked <= MOST_UNPACKED else []
    except Exception as error:  # zipfile and openpyxl raise anything at a damaged file
        broken = gettext_noop("The spreadsheet cannot be read: it is damaged, or no .xlsx file.")
        raise Refused(sentence(broken)) from error
    if unpacked > MOST_UNPACKED:
        large = gettext_noop("Unpacked, the spreadsheet is larger than %(limit)s MiB.")
        raise Refused(sentence(large, limit=MOST_UNPACKED // 2**20))
    return _read(rows, winners, any_score)


def winners_of(lines: Iterable[Line]) -> int:
    """How many lists the lines make.

    One, when some contestant sits in both directions. Two, when NS and EW are different
    contestants throughout, or when both count from 1: then the same key stands in both
    directions of most boards, which with one list would be a mistake.
    """
    boards: defaultdict[int, dict[Side, set[object]]]
    boards = defaultdict(lambda: {side: set() for side in Side})
    for line in lines:
        for side in Side:
            boards[line.board][side].update(line.side(side))
    ns, ew = (set().union(*(sides[side] for sides in boards.values())) for side in Side)
    if not ns & ew:
        return 2
    doubled = sum(1 for sides in boards.values() if sides[Side.NS] & sides[Side.EW])
    return 2 if 2 * doubled >= len(boards) else 1


def _csv_rows(text: str, delimiter: str) -> Iterator[tuple[int, list[str]]]:
    """Rows with the line on which each begins."""
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=delimiter)
    while True:
        start = reader.line_num + 1
        try:
            row = next(reader)
        except StopIteration:
            return
        except csv.Error as error:
            bad = gettext_noop("This line cannot be read as CSV: %(reason)s.")
            raise Refused(Problem(sentence(bad, reason=error), start)) from error
        yield start, row


def _unpacked_size(data: bytes) -> int:
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        return sum(member.file_size for member in archive.infolist())


def _spreadsheet_rows(data: bytes) -> list[tuple[int, list[str]]]:
    book = openpyxl.load_workbook(io.BytesIO(data), read_only=True, data_only=True)
    try:
        sheet = book.worksheets[0]
        sheet.reset_dimensions()
        rows = sheet.iter_rows(max_row=MOST_ROWS + 2, max_col=MOST_COLUMNS, values_only=True)
        return [
            (number, [_cell_text(value) for value in row])
            for number, row in enumerate(rows, start=1)
            if any(value is not None for value in row)
        ]
    finally:
        book.close()


def _cell_text(value: object) -> str:
    if value is None:
        return ""
    if isinstance(value, float) and value.is_integer():
        return str(int(value))
    return str(value)


def _read(rows: Iterable[tuple[int, Sequence[str]]], winners: int | None, any_score: bool) -> Sheet:
    filled = ((number, row) for number, row in rows if any(cell.strip() for cell in row))
    header_line, header = next(filled, (1, ()))
    columns = _read_header(header_line, header)
    problems: list[Problem] = []
    good: list[Row] = []
    for count, (number, cells) in enumerate(islice(filled, MOST_ROWS + 1)):
        if count == MOST_ROWS:
            many = gettext_noop("There are more than %(most)s lines.")
            problems.append(Problem(sentence(many, most=MOST_ROWS), number))
            break
        surplus = [cell for cell in cells[len(columns) :] if cell.strip()]
        if surplus:
            more = gettext_noop("The line has more fields than the header.")
            problems.append(Problem(sentence(more), number, None, surplus[0].strip()))
            continue
        texts = {name: cell.strip() for name, cell in zip(columns, cells, strict=False) if name}
        row = read_row(number, texts, problems, any_score)
        if row is not None:
            good.append(row)
    if not good and not problems:
        problems.append(Problem(sentence(gettext_noop("There are no lines.")), header_line))
    lines = _lines(good, sections="section" in columns)
    lists = winners or winners_of(line for _, line in lines)
    problems += _doubles(lines, lists)
    if problems:
        raise Refused(*sorted(problems, key=lambda problem: problem.line or 0))
    return Sheet(tuple(line for _, line in lines), "section" in columns, lists)


def _read_header(number: int, header: Sequence[str]) -> list[str]:
    names = [cell.strip().lower() for cell in header]
    problems = []
    for place, name in enumerate(names):
        if name and name not in _COLUMNS:
            unknown = sentence(
                gettext_noop("This column is not known. There are: %(columns)s."),
                columns=", ".join(_COLUMNS),
            )
            problems.append(Problem(unknown, number, name, header[place].strip()))
        elif name and name in names[:place]:
            twice = sentence(gettext_noop("This column stands twice in the header."))
            problems.append(Problem(twice, number, name, header[place].strip()))
    for needed in _NEEDED:
        if needed not in names:
            missing = sentence(gettext_noop("This column is missing in the header."))
            problems.append(Problem(missing, number, needed, ""))
    if not any(name in names for name in _RESULTS):
        nothing = gettext_noop("The header has no column for results: score or contract.")
        problems.append(Problem(sentence(nothing), number, "score", ""))
    if problems:
        raise Refused(*problems)
    return names


def _lines(rows: Iterable[Row], *, sections: bool) -> list[tuple[Row, Line]]:
    # One object for each contestant, however many lines it has.
    contestants: dict[tuple[str, str], tuple[object, ...]] = {}

    def at_table(section: str, pair: str) -> tuple[object, ...]:
        key = section, pair
        if key not in contestants:
            contestants[key] = (SectionPair(section, pair) if sections else pair,)
        return contestants[key]

    return [
        (
            row,
            Line(
                row.board,
                at_table(row.section, row.ns),
                at_table(row.section, row.ew),
                row.score,
                row.adjustment,
                row.section,
            ),
        )
        for row in rows
    ]


def _doubles(lines: Iterable[tuple[Row, Line]], winners: int) -> Iterator[Problem]:
    """Pairs with a second line on a board; with one list, whatever the direction."""
    seen: dict[tuple[int, str, object], int] = {}
    twice = gettext_noop("Pair %(pair)s has a line on board %(board)s already: line %(line)s.")
    itself = gettext_noop("Pair %(pair)s plays against itself.")
    for row, line in lines:
        for side, name in ((Side.NS, "ns"), (Side.EW, "ew")):
            pair = row.ns if side is Side.NS else row.ew
            key = row.board, side.value if winners == 2 else "", line.side(side)[0]
            before = seen.setdefault(key, row.line)
            if before != row.line:
                message = sentence(twice, pair=pair, board=row.board, line=before)
                yield Problem(message, row.line, name, pair)
        if winners == 1 and line.ns == line.ew:
            yield Problem(sentence(itself, pair=row.ew), row.line, "ew", row.ew)
