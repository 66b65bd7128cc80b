"""How much a spreadsheet may hold, and the refusals of one that holds more.

An archive of a few kilobytes can hold gigabytes of text, millions of cells, or markup that is read
for minutes. Every number here is counted while it is read; what a file states of itself is not
believed. Within these limits the reading of any file of 2 MiB takes some 100 MB and a second or
two (``make bench``).
"""

from dataclasses import dataclass
from typing import Final

from clubscore.problems import Refused, Sentence, gettext_noop, sentence

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
    many = gettext_noop("The spreadsheet has %(count)s %(what)s; the limit is %(most)s.")
    return Refused(sentence(many, count=f"{count:,}", what=Sentence(what), most=f"{most:,}"))


def too_large(most: int) -> Refused:
    """The refusal of a file that unpacks to more than so many bytes."""
    large = gettext_noop("Unpacked, the spreadsheet is larger than %(limit)s MiB.")
    return Refused(sentence(large, limit=most // 2**20))


def more_than_cells() -> Refused:
    """The refusal of a file full of what no cell needs."""
    besides = gettext_noop(
        "The spreadsheet contains more than its cells need. Copy the cells into a new one, or "
        "save the sheet as CSV."
    )
    return Refused(sentence(besides))


def too_much_text(most: int) -> Refused:
    """The refusal of a file whose cells show more than so many characters."""
    long = gettext_noop(
        "The cells hold more than %(most)s characters of text together. Save the spreadsheet again "
        "with only the list in it."
    )
    return Refused(sentence(long, most=f"{most:,}"))


def too_long_cell() -> Refused:
    """The refusal of a cell that no program could hold."""
    long = gettext_noop("A cell holds more than %(most)s characters.")
    return Refused(sentence(long, most=f"{MAX_CELL_TEXT:,}"))


def own_entities() -> Refused:
    """The refusal of a file that defines names of its own for other text."""
    entities = gettext_noop(
        "The spreadsheet defines entities of its own, as no program for spreadsheets does."
    )
    return Refused(sentence(entities))


def damaged() -> Refused:
    """The refusal of what is no sound spreadsheet."""
    unreadable = gettext_noop("The spreadsheet cannot be read: it is damaged or not an .xlsx file.")
    return Refused(sentence(unreadable))
