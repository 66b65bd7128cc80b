"""A CSV text or a spreadsheet (.xlsx) of traveller lines as rows that are not empty.

Every line of a CSV is read for itself: no cell of a traveller has a line break, and so a stray
quotation mark spoils one line and not the rest of the file.

Traveller lines as a CSV text or a spreadsheet (.xlsx).

The first row names the columns ``board ns ew contract by tricks score adjustment``, in any
order; ``result`` (``=``, ``+1``, ``-2``) may replace ``tricks``, and ``section`` is optional.
A line needs a score, or a contract with ``by`` and ``tricks``, or an adjustment. Every mistake
is reported with its line (the header is line 1), column and value, and nothing is given unless
all lines are good.

The boards of Salliere have no header: board, pairs, contract, declarer, tricks, scores of both
sides, matchpoints of both; the tricks may stand behind the contract, ``4H+1``.
"""

import re
from collections import defaultdict
from collections.abc import Hashable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import islice
from typing import Final, NamedTuple

from clubscore.files.spreadsheets.cells import Formula, cell_text, csv_rows
from clubscore.files.spreadsheets.workbook import Book, Sheet as WorkbookSheet
from clubscore.text.problems import Problem, Refused, gettext_noop, sentence
from events.sessions.core.domain.contract import Side
from events.sessions.scoring.domain.board_score import Line
from events.sessions.scoring.formats.traveller_row import Row, read_row
from movements.domain.winners import directions

MAX_ROWS = 200_000
"""Rows below the header."""

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
    book = Book(data)
    sheet = book.shown_sheet
    rows = book.rows(sheet, max_columns=MAX_COLUMNS)
    cells = _limited((Numbered(number, _texts(values)) for number, values in rows), [])
    return replace(cells, notices=tuple(_other_sheets(book, sheet)))


def _csv_rows(text: str, problems: list[Problem]) -> Iterator[Numbered]:
    """The rows that can be read; ``problems`` gets the others."""
    lines = text.split("\n")
    for number, cells in csv_rows(text, line_by_line=True):
        if isinstance(cells, str):
            value = _short(lines[number - 1])
            problems.append(
                Problem(
                    sentence("This line cannot be read as CSV: %(reason)s.", reason=cells),
                    number,
                    None,
                    value,
                )
            )
        else:
            yield Numbered(number, tuple(cell.strip() for cell in cells))


def _other_sheets(book: Book, first: WorkbookSheet) -> Iterator[Problem]:
    others = [sheet for sheet in book.sheets if sheet is not first]
    names = [sheet.title for sheet in others if _has_values(book, sheet)]
    if names:
        yield Problem(
            sentence(
                "Only the first sheet was read, “%(first)s”; these were not: %(others)s.",
                first=first.title,
                others=", ".join(names),
            )
        )


def _has_values(book: Book, sheet: WorkbookSheet) -> bool:
    rows = book.rows(sheet, max_columns=MAX_COLUMNS)
    return any(_stored(value) is not None for _number, values in rows for value in values)


def _limited(rows: Iterator[Numbered], problems: list[Problem]) -> Cells:
    """The rows that are not empty, and the first of those that are too many as a problem."""
    # One more than allowed, to name the first line that is too many; and the header.
    filled = list(islice((row for row in rows if any(row.texts)), MAX_ROWS + 2))
    if len(filled) > MAX_ROWS + 1:
        problems.append(
            Problem(
                sentence("There are more than %(most)s lines.", most=MAX_ROWS), filled.pop().number
            )
        )
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


_NEEDED = ("board", "ns", "ew")

_RESULTS = ("contract", "score", "adjustment")

_COLUMNS = (*_NEEDED, "section", "contract", "by", "tricks", "result", "score", "adjustment")

_MORE = ("score_ew", "lead", "round", "table", "date")
"""What a sheet may have besides."""

_CALLED: Final = {
    "board": "boardno boardnr boardnumber brd bd spel spelnr",
    "ns": "nspair pairns nsno nsnr nsnumber nspairno nspairnumber pairidns northsouth nz nzpaar",
    "ew": "ewpair pairew ewno ewnr ewnumber ewpairno ewpairnumber pairidew eastwest ow owpaar",
    "section": "sec sect sectie lijn",
    "contract": "bid cont",
    "by": "declarer decl dec playedby door leider",
    "tricks": "trickstaken trickswon slagen",
    "result": "res made resultaat",
    "score": "nsscore scorens nsplus scorenz nzscore",
    "score_ew": "ewscore scoreew ewplus scoreow owscore",
    "adjustment": "adjusted adj ruling arbitrage",
    "lead": "leadcard uitkomst",
    "round": "rnd ronde",
    "table": "tbl tafel",
    "date": "day datum",
}

_NAMED: Final = {
    **{name: name for name in (*_COLUMNS, *_MORE)},
    **{other: name for name, others in _CALLED.items() for other in others.split()},
}
"""The column of each name that people use, without blanks and signs."""


def _column_of(title: str) -> str:
    """The name of a column here; a name that is not known stays as it is."""
    key = re.sub(r"[\W_]+", "", title.casefold())
    return _NAMED.get(key, title.lower())


class SectionPair(NamedTuple):
    """A pair of a sheet with sections; each section has its own pair 1."""

    section: str
    pair: str

    def __str__(self) -> str:
        return f"{self.section} {self.pair}"


@dataclass(frozen=True, slots=True)
class Sheet:
    """The lines, whether they name sections, and how many lists of winners there are.

    Contestants are the pairs' texts, or with sections :class:`SectionPair`. ``notices`` report
    what was not read.
    """

    lines: tuple[Line, ...]
    sections: bool
    winners: int
    notices: tuple[Problem, ...] = ()
    rows: tuple[Row, ...] = ()
    """What else is known of each line."""
    date: str | None = None
    losses: tuple[Problem, ...] = ()
    """The lines that could not be read, of a sheet that is read for an import."""


def read_csv(
    text: str, *, winners: int | None = None, any_score: bool = False, generous: bool = False
) -> Sheet:
    """Read a CSV text, separated by commas, semicolons or tabs, as in its first line.

    ``winners`` 2 lets NS and EW pairs have the same numbers, 1 does not; by default the
    lines decide, see :func:`_lists_by_numbers`. ``any_score`` accepts scores that no contract
    gives. Raises :class:`Refused` with all the mistakes; a ``generous`` reading leaves out columns
    and lines that it cannot read, and names them.
    """
    return _read(csv_cells(text), winners, any_score, generous)


def read_xlsx(
    data: bytes, *, winners: int | None = None, any_score: bool = False, generous: bool = False
) -> Sheet:
    """Read the first sheet of a spreadsheet, as :func:`read_csv` reads a text."""
    return _read(spreadsheet_cells(data), winners, any_score, generous)


_SALLIERE: Final = ("board", "ns", "ew", "contract", "by", "tricks", "score", "score_ew")

_OF_SALLIERE = re.compile(
    r"(pass|[1-7](?:nt?|[cdhs])x{0,2})(=|[+-]\d{1,2})?", re.ASCII | re.IGNORECASE
)
"""A contract of Salliere, with the tricks beside what it needs."""

_POINTS_LEFT = gettext_noop(
    "The columns behind the scores, matchpoints in files of Salliere, are not read: the lines are"
    " scored here."
)


def _with_header(cells: Cells) -> Cells:
    """The cells, with the header that files of Salliere do not have."""
    first = next(iter(cells.rows), Numbered(1, ()))
    is_one = len(first.texts) >= 5 and all(text.isdecimal() for text in first.texts[:3])
    if not (is_one and _OF_SALLIERE.fullmatch(first.texts[3])):
        return cells
    rows = tuple(_of_salliere(row) for row in cells.rows)
    wide = next((row for row in cells.rows if any(row.texts[len(_SALLIERE) :])), None)
    notices = (Problem(sentence(_POINTS_LEFT), wide.number),) if wide else ()
    header = Numbered(0, (*_SALLIERE, "result"))
    return replace(cells, rows=(header, *rows), notices=(*cells.notices, *notices))


def _of_salliere(row: Numbered) -> Numbered:
    texts = [*row.texts, *[""] * len(_SALLIERE)][: len(_SALLIERE)]
    contract = _OF_SALLIERE.fullmatch(texts[3])
    if contract is None:
        return Numbered(row.number, (*texts, ""))
    texts[3] = contract[1]
    return Numbered(row.number, (*texts, contract[2] or ""))


def looks_like_lines(text: str) -> bool:
    """Whether a text begins with a header of traveller lines, perhaps a wrong one."""
    return _is_header(csv_cells(text[:1000]))


def has_lines(data: bytes) -> bool:
    """Whether a spreadsheet begins so. Raises :class:`Refused` for one that cannot be read."""
    return _is_header(spreadsheet_cells(data))


def _is_header(cells: Cells) -> bool:
    header = next(iter(_with_header(cells).rows), Numbered(1, ()))
    return len({_column_of(name) for name in header.texts} & set(_COLUMNS)) >= 2


def _lists_by_numbers(lines: Sequence[Line]) -> int:
    """How many ranking lists the lines make, where a number may be two contestants.

    Two, when nobody changes direction as in a movement, or when both sides count from 1: then
    most numbers occur in both directions, also on the same board, which with one list would be
    a mistake. One, when contestants change direction; and when few numbers occur in both, so
    that these are reported as the slips they are.
    """
    ns, ew = _directions(lines)
    if not ns & ew:
        return 2
    if 2 * len(ns & ew) <= min(len(ns), len(ew)):
        return 1
    boards: defaultdict[int, list[Line]] = defaultdict(list)
    for line in lines:
        boards[line.board].append(line)
    doubled = sum(1 for board in boards.values() if set.intersection(*_directions(board)))
    return 2 if 2 * doubled >= len(boards) else 1


def _directions(lines: Iterable[Line]) -> tuple[set[Hashable], set[Hashable]]:
    return directions((line.ns, line.ew) for line in lines)


def _read(cells: Cells, winners: int | None, any_score: bool, generous: bool) -> Sheet:
    cells = _with_header(cells)
    header, *rows = cells.rows or (Numbered(1, ()),)
    columns = [_column_of(name) for name in header.texts]
    problems = [*_mistakes_in_header(header, columns), *cells.problems]
    if not (set(_NEEDED) <= set(columns) and {*_RESULTS, "score_ew"} & set(columns)):
        # Every line would lack them: only the header is reported.
        raise Refused(*problems)
    good: list[Row] = []
    for numbered in rows:
        row = _read_row(numbered, columns, problems, any_score)
        if row is not None:
            good.append(row)
    if not rows and not problems:
        problems.append(Problem(sentence("There are no lines."), header.number))
    sections = "section" in columns
    read = _lines(good, sections=sections)
    lists = winners or _lists_by_numbers([line for _, line in read])
    lines = list(_without_doubles(read, lists, problems))
    problems.sort(key=lambda problem: problem.line or 0)
    if problems and not (generous and lines):
        raise Refused(*problems)
    return Sheet(
        tuple(line for _, line in lines),
        sections,
        lists,
        cells.notices,
        tuple(row for row, _ in lines),
        next((row.date for row, _ in lines if row.date), None),
        tuple(problems),
    )


def _read_row(
    numbered: Numbered, columns: Sequence[str], problems: list[Problem], any_score: bool
) -> Row | None:
    surplus = [text for text in numbered.texts[len(columns) :] if text]
    if surplus:
        problems.append(
            Problem(
                sentence("The line has more fields than the header."),
                numbered.number,
                None,
                surplus[0],
            )
        )
        return None
    texts: dict[str, str] = {}
    for name, text in zip(columns, numbered.texts, strict=False):
        # A column that is in the header twice has been reported; the first one counts.
        texts.setdefault(name, text)
    return read_row(numbered.number, texts, problems, any_score)


def _mistakes_in_header(header: Numbered, names: Sequence[str]) -> Iterator[Problem]:
    number = header.number
    if any(names) and not set(names) & set(_COLUMNS):
        usual = "board,ns,ew,contract,by,tricks,score,adjustment"
        value = ",".join(header.texts)
        yield Problem(
            sentence("The first line must name the columns, such as %(columns)s.", columns=usual),
            number,
            "board",
            value,
        )
        return
    for place, name in enumerate(names):
        if name and name not in (*_COLUMNS, *_MORE):
            message = sentence(
                "This column is unknown. The columns are: %(columns)s.", columns=", ".join(_COLUMNS)
            )
            yield Problem(message, number, name, header.texts[place])
        elif name and name in names[:place]:
            yield Problem(
                sentence("This column is in the header twice."), number, name, header.texts[place]
            )
    for needed in _NEEDED:
        if needed not in names:
            yield Problem(sentence("This column is missing from the header."), number, needed, "")
    if not any(name in names for name in (*_RESULTS, "score_ew")):
        yield Problem(
            sentence("The header has no column for results: score or contract."),
            number,
            "score",
            "",
        )


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


def _without_doubles(
    lines: Iterable[tuple[Row, Line]], winners: int, problems: list[Problem]
) -> Iterator[tuple[Row, Line]]:
    """The lines but those of pairs that have one on the board already, in the same direction, or
    with one list in either; these are problems."""
    seen: dict[tuple[int, str, object], int] = {}
    for row, line in lines:
        wrong = len(problems)
        # With two lists NS 1 and EW 1 are different pairs.
        keys = [
            (row.board, side.value if winners == 2 else "", line.side(side)[0]) for side in Side
        ]
        for key, name, pair in zip(keys, ("ns", "ew"), (row.ns, row.ew), strict=True):
            if key in seen:
                message = sentence(
                    "Pair %(pair)s already has a line on board %(board)s: line %(line)s.",
                    pair=pair,
                    board=row.board,
                    line=seen[key],
                )
                problems.append(Problem(message, row.line, name, pair))
        if winners == 1 and line.ns == line.ew:
            message = sentence("Pair %(pair)s plays against itself.", pair=row.ew)
            problems.append(Problem(message, row.line, "ew", row.ew))
        if len(problems) == wrong:
            seen |= dict.fromkeys(keys, row.line)
            yield row, line
