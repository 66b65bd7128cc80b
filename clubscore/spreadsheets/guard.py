"""The two dangers of spreadsheets: bombs that are read here, and formulas that are run elsewhere.

An archive of a few kilobytes can hold millions of cells, styles or rows. Before it is opened, its
bytes are counted, which is quick; the reader checks whether the file is intact.

Spreadsheet programs take a CSV cell that begins like a formula for one. It is written with a ``'``
in front, and so is a text that begins with ``'`` and then like a formula, so that no text is lost
when the file is read again.
"""

import io
import re
import sys
import zipfile
import zlib
from dataclasses import dataclass
from enum import Enum
from typing import Final

from clubscore.problems import Refused, Sentence, gettext_noop, sentence

MAX_UNPACKED: Final = 48 * 2**20
"""Bytes of all parts together."""
MAX_PARTS: Final = 500
MAX_CELLS: Final = 400_000
MAX_ROWS: Final = 60_000
MAX_OTHERS: Final = 50_000
"""Elements of a part that holds no cells: styles, names, relations."""

SHEET_PART: Final = re.compile(r"/?xl/worksheets/[^/]+\.xml", re.IGNORECASE)
"""The names of the parts that hold cells."""

_FORMULA = re.compile(r"'*[=+\-@\t\r]")
_CELL = re.compile(rb"<(?:\w+:)?c[\s/>]")
_ROW = re.compile(rb"<(?:\w+:)?row[\s/>]")
_UTF_16 = (b"\xff\xfe", b"\xfe\xff", b"<\0", b"\0<")
_DAMAGED = (
    *(zipfile.BadZipFile, zlib.error, EOFError, NotImplementedError, RuntimeError),
    *(OSError, ValueError, OverflowError, MemoryError),
)


def refuse_bomb(data: bytes, *, max_cells: int = MAX_CELLS, max_rows: int = MAX_ROWS) -> None:
    """Raise :class:`Refused` for an archive whose parts are too large or too many.

    What is no archive, or a damaged one, passes: its reader reports it.
    """
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            members = archive.infolist()
            if len(members) > MAX_PARTS:
                raise Refused(_many(gettext_noop("parts"), len(members), MAX_PARTS))
            if sum(member.file_size for member in members) > MAX_UNPACKED:
                large = gettext_noop("Unpacked, the spreadsheet is larger than %(limit)s MiB.")
                raise Refused(sentence(large, limit=MAX_UNPACKED // 2**20))
            counts = [_counted(member.filename, archive.read(member)) for member in members]
    except _DAMAGED as error:
        if isinstance(error, Refused):
            raise
        return
    cells = sum(each.cells for each in counts)
    rows = sum(each.rows for each in counts)
    if cells > max_cells:
        raise Refused(_many(gettext_noop("cells"), cells, max_cells))
    if rows > max_rows:
        raise Refused(_many(gettext_noop("rows"), rows, max_rows))
    # A cell has three elements at most, its text elsewhere some more when parts of it are bold.
    allowed = {_Kind.SHEET: 3 * cells + rows, _Kind.TEXTS: 4 * cells, _Kind.OTHER: 0}
    if any(each.elements > allowed[each.kind] + MAX_OTHERS for each in counts):
        besides = gettext_noop(
            "The spreadsheet contains more than its cells need. Copy the cells into a new one, or "
            "save the sheet as CSV."
        )
        raise Refused(sentence(besides))


def escape_formula(text: str) -> str:
    """The text as it is written in CSV."""
    return f"'{text}" if _FORMULA.match(text) else text


def unescape_formula(cell: str) -> str:
    """The text that :func:`escape_formula` was given."""
    return cell[1:] if cell.startswith("'") and _FORMULA.match(cell) else cell


class _Kind(Enum):
    """What a part of a spreadsheet holds."""

    SHEET = SHEET_PART
    TEXTS = re.compile(r"/?xl/sharedStrings\.xml", re.IGNORECASE)
    OTHER = re.compile(".*", re.DOTALL)


@dataclass(frozen=True, slots=True)
class _Counts:
    """What is in a part; ``elements`` are those of XML, with the cells and rows."""

    kind: _Kind
    cells: int
    rows: int
    elements: int


def _counted(name: str, part: bytes) -> _Counts:
    kind = next(kind for kind in _Kind if kind.value.fullmatch(name))
    # In UTF-16 the marks have NULs between them; no program writes that, so it is refused.
    elements = sys.maxsize if part.startswith(_UTF_16) else part.count(b"<") - part.count(b"</")
    if kind is not _Kind.SHEET:
        return _Counts(kind, 0, 0, elements)
    cells, rows = (sum(1 for _ in each.finditer(part)) for each in (_CELL, _ROW))
    return _Counts(kind, cells, rows, elements)


def _many(what: str, count: int, limit: int) -> Sentence:
    many = gettext_noop("The spreadsheet has %(count)s %(what)s; the limit is %(most)s.")
    return sentence(many, count=f"{count:,}", what=Sentence(what), most=f"{limit:,}")
