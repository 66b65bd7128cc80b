"""The register file: players as lines of fields that are separated by TABs.

Nothing is quoted. Lines are physical, from 1; a completely empty one is counted and not read.
The rules of the header and of the rows are in the modules beside this one.

Rows of a register file, wherever they come from: a header, then a player in each row.

A text, a CSV and a spreadsheet share these rules. A row comes with its number, and a completely
empty one does not come at all. The first mistake in the order of the file ends the reading, and
nobody is taken from the file.

The columns of a register file as CSV or spreadsheet (.xlsx): the same rules, with row numbers.

A spreadsheet's first sheet is read. Its cells are taken as they were typed: a number as its
digits; a formula, a date, or a cell with an error is refused where it matters.

What was read of a register file as data for JSON, as the command line prints it.
"""

import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import IO, Any

from clubscore.files.spreadsheets.cells import (
    ErrorText,
    Formula,
    cell_text,
    csv_rows,
    is_moment,
    unescape_formula,
)
from clubscore.files.spreadsheets.workbook import Book
from clubscore.files.spreadsheets.writing import write_sheet
from clubscore.text.problems import Problem, Refused, Sentence, gettext_noop, sentence
from players.domain.characters import APOSTROPHE, shown
from players.domain.names import MAX_LENGTH
from players.domain.register_rows import Faulty, Reading, RegisterRow, Unit
from players.domain.registration import Registration
from players.formats import register_fields as register_header
from players.formats.register_fields import NAMES, Draft, OddCell, read_field, write_field

LINE_END = "\r\n"
"""Ends a written line; lines that are read end in LF, which decoding makes of all line ends."""

USUAL = Registration()

_REGISTER_HEADER = re.compile(r"(?:[A-Z]+\t)*FAMILY(?:\t|$)", re.ASCII | re.IGNORECASE)


def looks_like_register(first: str) -> bool:
    """Whether a line, the first of a text, is the header of a register file."""
    return bool(_REGISTER_HEADER.match(first))


Taken = Callable[[Collection[str]], Mapping[str, int]]
"""Finds those of some name keys that are in the register, with their players' numbers."""

Watch = Callable[[int], object]
"""Called with the number of players read so far."""


@dataclass(frozen=True, slots=True)
class Begun:
    """The players of a file, down to the first mistake where there is one; who of them is in the
    register is not known yet."""

    reading: Reading
    mistake: Refused | None = None


def nobody_taken(_keys: Collection[str]) -> Mapping[str, int]:
    """An empty register."""
    return {}


def unwatched(_count: int) -> None:
    """Ignore the progress of the reading."""


def read(text: str, *, registration: Registration = USUAL, taken: Taken = nobody_taken) -> Reading:
    """The players of a text whose lines end in LF.

    ``taken`` knows who is in the register. Raises
    :class:`~players.domain.register_rows.Faulty` with the first mistake of the file.
    """
    return finish(begin(text, registration=registration), taken)


def begin(text: str, *, registration: Registration = USUAL) -> Begun:
    """The players of a text, whoever is in the register. Raises :class:`Refused` for a header that
    is none."""
    return begin_rows(_filled_lines(text), Unit.LINE, registration=registration)


REGISTER_COLUMNS = ("ID", "FAMILY", "GIVEN", "GRADE", "CLUB", "COUNTRY", "NOTE")
"""The columns in which the register is written."""


def write(
    rows: Iterable[RegisterRow], *, columns: Sequence[str] = REGISTER_COLUMNS, rounds: int = 5
) -> str:
    """The players as a text with these columns, which is read as the same players."""
    return "".join(lines_of(rows, columns=columns, rounds=rounds))


def lines_of(
    rows: Iterable[RegisterRow], *, columns: Sequence[str] = REGISTER_COLUMNS, rounds: int = 5
) -> Iterator[str]:
    """The lines of :func:`write`, one by one."""
    for fields in written_rows(rows, columns, rounds):
        yield "\t".join(fields) + LINE_END


def _filled_lines(text: str) -> Iterator[tuple[int, list[str]]]:
    # Not splitlines(): a form feed, NEL and U+2028 end no line.
    for number, line in enumerate(text.split("\n"), start=1):
        if line:
            yield number, line.split("\t")


MAX_ROWS = 50_000
"""The most players that are read from one file."""

TOURNAMENT_COLUMNS = (*REGISTER_COLUMNS, "REG", "GROUP", "ROUNDS")
"""The columns in which the players of a tournament are written."""


def begin_rows(
    rows: Iterable[tuple[int, Sequence[str]]], unit: Unit, *, registration: Registration
) -> Begun:
    """The players of these rows, the header first. Raises :class:`Refused` for a header that is
    none."""
    remaining = iter(rows)
    keywords = _read_header(*next(remaining, (1, ())), unit)
    reader = _RowReader(keywords, unit, registration)
    good: list[RegisterRow] = []
    mistake: Refused | None = None
    try:
        for number, fields in remaining:
            if len(good) == MAX_ROWS:
                raise Faulty(_too_many(number), unit)
            good.append(reader.read(number, fields))
    # Not raised at once: a player above it who is in the register is the first mistake then.
    except Refused as refusal:
        mistake = refusal
    reading = Reading(tuple(good), tuple(reader.notices), keywords, registration, unit)
    return Begun(reading, mistake)


def finish(begun: Begun, taken: Taken) -> Reading:
    """The players of a file, all new: ``taken`` is asked once, for everybody before the first
    mistake. Raises :class:`Faulty`, or the :class:`Refused` of the rows."""
    refuse_taken(begun.reading, taken, is_whole=begun.mistake is None)
    if begun.mistake:
        raise begun.mistake
    return begun.reading


def refuse_taken(reading: Reading, taken: Taken, *, is_whole: bool = True) -> None:
    """Raise :class:`Faulty` for the first of these players who is in the register."""
    numbers = taken([row.name.key for row in reading.rows]) if reading.rows else {}
    first = next((row for row in reading.rows if row.name.key in numbers), None)
    if first is None:
        return
    one = gettext_noop('"%(name)s" is already in the register, with the number %(number)s.')
    everybody = gettext_noop(
        '"%(name)s" is already in the register, with the number %(number)s; so is everybody else'
        " in the file."
    )
    # A file that was imported before: nobody is to rename its players one by one.
    are_all = is_whole and len(reading.rows) > 1 and len(numbers) == len(reading.rows)
    message = sentence(
        everybody if are_all else one, name=shown(str(first.name)), number=numbers[first.name.key]
    )
    keywords = reading.keywords
    place = next(place for place, keyword in enumerate(keywords) if keyword in NAMES)
    _, fields = written_rows([first], keywords, reading.registration.rounds)
    problem = Problem(message, first.line, keywords[place], fields[place])
    raise Faulty(problem, reading.unit, keywords=keywords, fields=fields, place=place)


def written_rows(
    rows: Iterable[RegisterRow], columns: Sequence[str], rounds: int
) -> Iterator[tuple[str, ...]]:
    """The header, and the fields of each player, as texts."""
    yield tuple(columns)
    for row in rows:
        yield tuple(write_field(keyword, row, rounds=rounds) for keyword in columns)


def _read_header(number: int, fields: Sequence[str], unit: Unit) -> tuple[str, ...]:
    if not fields:
        raise Faulty(
            Problem(sentence("There is no header: the file has only empty lines."), number, ""),
            unit,
        )
    _refuse_blank(number, fields, unit)
    problem = register_header.first_problem(number, fields)
    if problem:
        place = register_header.place_of(problem, fields)
        raise Faulty(problem, unit, fields=fields, place=place)
    return tuple(register_header.keywords_of(fields))


def _refuse_blank(number: int, fields: Sequence[str], unit: Unit) -> None:
    if any(field.strip(" ") for field in fields):
        return
    raise Faulty(
        Problem(
            sentence(
                "The row looks blank but contains spaces or TABs. Delete it, or leave it "
                "completely empty."
            ),
            number,
            "",
        ),
        unit,
    )


def _too_many(number: int) -> Problem:
    return Problem(
        sentence(
            "There are more than %(most)s players, the most that are read at once.",
            most=f"{MAX_ROWS:,}",
        ),
        number,
        "",
    )


class _RowReader:
    """Reads row after row; remembers the names and the notices."""

    def __init__(self, keywords: Sequence[str], unit: Unit, registration: Registration) -> None:
        self.keywords = keywords
        self.unit = unit
        self.registration = registration
        self.notices: list[Problem] = []
        self._remaining = registration.remaining
        self._lines: dict[str, int] = {}
        self._name_places = [place for place, keyword in enumerate(keywords) if keyword in NAMES]

    def read(self, number: int, fields: Sequence[str]) -> RegisterRow:
        """The player of a row. Raises :class:`Faulty`."""
        _refuse_blank(number, fields, self.unit)
        if len(fields) != len(self.keywords):
            raise self._wrong_count(number, fields)
        draft = Draft(registered=self.registration.closed, rounds=self._remaining)
        for place, (keyword, text) in enumerate(zip(self.keywords, fields, strict=True)):
            try:
                read_field(keyword, draft, text, self.registration)
            except Refused as refusal:
                message = refusal.problems[0].message
                raise self._faulty(message, number, fields, place) from refusal
        row = draft.row(number)
        self._refuse_long(row, fields)
        self._refuse_twice(row, fields)
        self._notice_apostrophes(number, fields)
        return row

    def _wrong_count(self, number: int, fields: Sequence[str]) -> Faulty:
        columns = len(self.keywords)
        surplus = next((text for text in fields[columns:] if text.strip(" ")), "")
        few = gettext_noop(
            "The row has %(count)s of the %(columns)s fields of the header. An empty field at the"
            " end needs its TAB, too."
        )
        many = gettext_noop(
            'The row has %(count)s fields, and the header %(columns)s: for "%(text)s" there is no'
            " column."
        )
        empty = gettext_noop(
            "The row has %(count)s fields, and the header %(columns)s: there are too many TABs at "
            "its end."
        )
        template = few if len(fields) < columns else many if surplus else empty
        values = {"count": len(fields), "columns": columns, "text": shown(surplus.strip(" "))}
        place = min(len(fields), columns)
        return self._faulty(sentence(template, **values), number, fields, place)

    def _refuse_long(self, row: RegisterRow, fields: Sequence[str]) -> None:
        # Each part may have as many characters as the register has for the whole.
        length = len(str(row.name))
        if length > MAX_LENGTH:
            message = sentence(
                "A name has at most %(most)s characters, not %(length)s.",
                most=MAX_LENGTH,
                length=length,
            )
            raise self._faulty(message, row.line, fields, self._name_places[0])

    def _refuse_twice(self, row: RegisterRow, fields: Sequence[str]) -> None:
        before = self._lines.setdefault(row.name.key, row.line)
        if before == row.line:
            return
        in_line = gettext_noop('"%(name)s" is already in line %(line)s.')
        in_row = gettext_noop('"%(name)s" is already in row %(line)s.')
        twice = in_line if self.unit is Unit.LINE else in_row
        message = sentence(twice, name=shown(str(row.name)), line=before)
        raise self._faulty(message, row.line, fields, self._name_places[0])

    def _notice_apostrophes(self, number: int, fields: Sequence[str]) -> None:
        for place in self._name_places:
            if APOSTROPHE in fields[place]:
                message = sentence(
                    'The %(apostrophe)s of "%(text)s" became a plain apostrophe.',
                    apostrophe=APOSTROPHE,
                    text=shown(fields[place]),
                )
                notice = Problem(message, number, self.keywords[place], fields[place])
                self.notices.append(notice)

    def _faulty(self, message: Sentence, number: int, fields: Sequence[str], place: int) -> Faulty:
        known = place < len(self.keywords) and place < len(fields)
        keyword = self.keywords[place] if known else ""
        value = fields[place] if place < len(fields) else None
        problem = Problem(message, number, keyword, value)
        return Faulty(problem, self.unit, keywords=self.keywords, fields=fields, place=place)


def read_csv(
    text: str, *, registration: Registration = USUAL, taken: Taken = nobody_taken
) -> Reading:
    """The players of a CSV text, separated by commas, semicolons or TABs as its header is.

    Raises :class:`~players.domain.register_rows.Faulty` with the first mistake.
    """
    return finish(begin_csv(text, registration=registration), taken)


def begin_csv(text: str, *, registration: Registration = USUAL) -> Begun:
    """The players of a CSV text, as :func:`begin`."""
    return begin_rows(_csv_rows(text), Unit.ROW, registration=registration)


def read_xlsx(
    data: bytes, *, registration: Registration = USUAL, taken: Taken = nobody_taken
) -> Reading:
    """The players of the first sheet that is shown, as :func:`read_csv`."""
    return finish(begin_xlsx(data, registration=registration), taken)


def begin_xlsx(data: bytes, *, registration: Registration = USUAL) -> Begun:
    """The players of the first sheet that is shown, as :func:`begin`."""
    book = Book(data)
    sheet = book.shown_sheet
    begun = begin_rows(_xlsx_rows(book.rows(sheet)), Unit.ROW, registration=registration)
    if len(book.titles) == 1:
        return begun
    first = gettext_noop('Of the %(count)s sheets, only "%(title)s" was read.')
    message = sentence(first, count=len(book.titles), title=shown(sheet.title))
    notices = (Problem(message), *begun.reading.notices)
    return replace(begun, reading=replace(begun.reading, notices=notices))


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
            raise Faulty(
                Problem(
                    sentence("This row cannot be read as CSV: %(reason)s.", reason=fields),
                    number,
                    "",
                ),
                Unit.ROW,
            )
        if fields:
            # The register's own CSV, read again, has a mark before texts that look like formulas.
            yield number, [unescape_formula(field) for field in fields]


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


def player_data(row: RegisterRow) -> dict[str, Any]:
    """A player of the file."""
    return {
        "given": row.name.given,
        "middle": row.name.middle,
        "family": row.name.family,
        "grade": row.grade,
        "club": row.club,
        "country": row.country,
        "reg": row.registered,
        "rounds": list(row.rounds),
        "group": row.group,
        "note": row.note,
    }
