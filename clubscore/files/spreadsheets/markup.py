"""How much a spreadsheet may hold, and the refusals of one that holds more.

An archive of a few kilobytes can hold gigabytes of text, millions of cells, or markup that is read
for minutes. Every number here is counted while it is read; what a file states of itself is not
believed. Within these limits the reading of any file of 2 MiB takes some 100 MB and a second or
two (``make bench``).

XML under limits: no entities, no endless tags, no depth, and no more elements than allowed.

A part is looked over as bytes first, which is quick, and then goes through expat piece by piece.
The tag or comment in which a piece ends is scanned again with the next piece: hence the limit on
their length. Namespaces are not resolved, so that a name is never longer than it stands in the
file; names are compared with the prefix that the outermost element has.
"""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Final
from xml.parsers import expat

from clubscore.text.problems import Refused, Sentence

MAX_UNPACKED: Final = 48 * 2**20
"""Bytes of all the parts that are read."""

MAX_PARTS: Final = 500

MAX_CELLS: Final = 400_000

MAX_FILLED: Final = 150_000
"""Cells with something in them, which cost the most; in a text there may be more."""

MAX_ROWS: Final = 60_000

MAX_OTHERS: Final = 50_000
"""Elements besides those of cells and texts: styles, names, relations."""

MAX_TEXT: Final = 8 * 2**20
"""Characters of all cells together; a text counts in each cell that shows it."""

MAX_CELL_TEXT: Final = 32_767
"""Characters of a cell, in any program."""

MAX_NUMBER: Final = 400
"""Characters of a number; the largest that programs know has 309 digits."""

MAX_SHEET_ROWS: Final = 2**20
"""The rows that a sheet can have in any program."""


@dataclass(frozen=True, slots=True)
class Limits:
    """The most cells, cells with something in them, rows, and characters of a spreadsheet."""

    cells: int = MAX_CELLS
    filled: int = MAX_FILLED
    rows: int = MAX_ROWS
    text: int = MAX_TEXT


def too_many(what: str, count: int, most: int) -> Refused:
    """The refusal of a file with more of something, a word marked for translation."""
    return Refused.because(
        "The spreadsheet has %(count)s %(what)s; the limit is %(most)s.",
        count=f"{count:,}",
        what=Sentence(what),
        most=f"{most:,}",
    )


def too_large(most: int) -> Refused:
    """The refusal of a file that unpacks to more than so many bytes."""
    return Refused.because(
        "Unpacked, the spreadsheet is larger than %(limit)s MiB.", limit=most // 2**20
    )


def more_than_cells() -> Refused:
    """The refusal of a file full of what no cell needs."""
    return Refused.because(
        "The spreadsheet contains more than its cells need. Copy the cells into a new one, or "
        "save the sheet as CSV."
    )


def too_much_text(most: int) -> Refused:
    """The refusal of a file whose cells show more than so many characters."""
    return Refused.because(
        "The cells hold more than %(most)s characters of text together. Save the spreadsheet "
        "again "
        "with only the list in it.",
        most=f"{most:,}",
    )


def too_long_cell() -> Refused:
    """The refusal of a cell that no program could hold."""
    return Refused.because("A cell holds more than %(most)s characters.", most=f"{MAX_CELL_TEXT:,}")


def own_entities() -> Refused:
    """The refusal of a file that defines names of its own for other text."""
    return Refused.because(
        "The spreadsheet defines entities of its own, as no program for spreadsheets does."
    )


def damaged() -> Refused:
    """The refusal of what is no sound spreadsheet."""
    return Refused.because("The spreadsheet cannot be read: it is damaged or not an .xlsx file.")


MAX_MARKUP: Final = 2**18
"""Bytes of a tag, a comment or an instruction, and of the pieces that are read at once."""

MAX_REMARKS: Final = 1_000
"""Comments and instructions in a part, of each kind."""

MAX_DEPTH: Final = 64

_UTF_16: Final = (b"\xff\xfe", b"\xfe\xff", b"<\0", b"\0<")

_ENCODING: Final = re.compile(rb"""<\?xml[^>]{0,200}?encoding=["']([\w.-]{1,40})["']""")

_BYTEWISE: Final = (b"utf-8", b"us-ascii", b"iso-8859-1")
"""The encodings in which ``<`` is one byte, and part of nothing else."""

_PREFIX: Final = re.compile(rb"<([\w.-]{1,40}:)?\w")

_AFTER_NAME: Final = (b" ", b">", b"/", b"\n", b"\r", b"\t")

_REMARKS: Final = ((b"<!--", b"-->"), (b"<?", b"?>"))


def refuse_odd_markup(part: bytearray) -> None:
    """Raise :class:`Refused` for what no program writes, and is costly to read."""
    # In two bytes a letter the marks stand apart.
    if part.startswith(_UTF_16):
        raise more_than_cells()
    if b"<!DOCTYPE" in part:
        raise own_entities()
    blocks = range(0, len(part) - MAX_MARKUP, MAX_MARKUP)
    # A tag of a hundred thousand attributes, too, has no "<" inside.
    if any(part.find(b"<", start, start + MAX_MARKUP) < 0 for start in blocks):
        raise more_than_cells()
    if any(_has_long_remarks(part, *marks) for marks in _REMARKS):
        raise more_than_cells()


def count_elements(part: bytearray) -> int:
    """The elements of a part, comments and instructions among them."""
    return part.count(b"<") - part.count(b"</")


def count_attributes(part: bytearray) -> int:
    """The attributes of all elements, and more where texts have equals signs."""
    return part.count(b"=")


def count_named(part: bytearray, name: bytes, *, most: int) -> int:
    """The elements of this name, with the prefix of the outermost one; those whose names only begin
    so are among them unless there are more than ``most``."""
    tag = b"<" + prefix_of(part) + name
    count = part.count(tag)
    # Six searches take six times as long, and are hardly ever needed.
    return count if count <= most else sum(part.count(tag + after) for after in _AFTER_NAME)


def count_closed(part: bytearray, name: bytes) -> int:
    """The elements of this name that have something inside."""
    return part.count(b"</" + prefix_of(part) + name + b">")


def prefix_of(part: bytearray) -> bytes:
    """What stands before the name of the outermost element: ``x:``, mostly nothing."""
    match = _PREFIX.search(part, 0, MAX_MARKUP)
    return match[1] or b"" if match else b""


class Reader:
    """Reads a part: a subclass says in ``starts`` and ``ends`` what it does where the elements of
    a name begin and end, and takes texts between :meth:`take_text` and :meth:`taken_text`."""

    def __init__(self, *, max_text: int = MAX_TEXT) -> None:
        self.starts: dict[str, Callable[[dict[str, str]], None]] = {}
        self.ends: dict[str, Callable[[], None]] = {}
        self._max_text = self._text_left = max_text
        self._pieces: list[str] | None = None
        self._length = self._depth = 0

    def take_text(self) -> None:
        """Take the texts from here on."""
        self._pieces = []
        self._length = 0

    def taken_text(self) -> str:
        """The texts since :meth:`take_text`, and no more of them."""
        text = "".join(self._pieces or ())
        self._pieces = None
        return text

    def count_text(self, length: int) -> None:
        """Count so many characters. Raises :class:`Refused` when there are too many together."""
        self._text_left -= length
        if self._text_left < 0:
            raise too_much_text(self._max_text)

    def pieces(self, part: bytearray) -> Iterator[None]:
        """Read the part, and give control back after each piece. Raises :class:`Refused`."""
        refuse_odd_markup(part)
        parser = expat.ParserCreate(_encoding(part))
        parser.buffer_text = True
        parser.CharacterDataHandler = self._take
        self._receive(parser, prefix_of(part).decode())
        try:
            for start in range(0, len(part), MAX_MARKUP):
                parser.Parse(bytes(part[start : start + MAX_MARKUP]), False)
                yield
            parser.Parse(b"", True)
        except expat.ExpatError as error:
            raise damaged() from error
        yield

    def read(self, part: bytearray) -> None:
        """Read the whole part. Raises :class:`Refused`."""
        for _ in self.pieces(part):
            pass

    def _receive(self, parser: expat.XMLParserType, prefix: str) -> None:
        starts = {prefix + name: act for name, act in self.starts.items()}
        ends = {prefix + name: act for name, act in self.ends.items()}

        def start(name: str, attributes: dict[str, str]) -> None:
            self._depth += 1
            if self._depth > MAX_DEPTH:
                raise more_than_cells()
            act = starts.get(name)
            if act:
                act(attributes)

        def end(name: str) -> None:
            self._depth -= 1
            act = ends.get(name)
            if act:
                act()

        parser.StartElementHandler = start
        parser.EndElementHandler = end

    def _take(self, text: str) -> None:
        if self._pieces is None:
            return
        self._pieces.append(text)
        self._length += len(text)
        self._text_left -= len(text)
        if self._length > MAX_CELL_TEXT:
            raise too_long_cell()
        if self._text_left < 0:
            raise too_much_text(self._max_text)


def _has_long_remarks(part: bytearray, opening: bytes, closing: bytes) -> bool:
    start = part.find(opening)
    for _ in range(MAX_REMARKS):
        if start < 0:
            return False
        end = part.find(closing, start)
        if end < 0 or end - start > MAX_MARKUP:
            return True
        start = part.find(opening, end)
    return start >= 0


def _encoding(part: bytearray) -> str:
    """The encoding that the part declares. Raises :class:`Refused` for an unusual one."""
    match = _ENCODING.match(part)
    declared = match[1].lower() if match else b"utf-8"
    if declared not in _BYTEWISE:
        raise damaged()
    return declared.decode()
