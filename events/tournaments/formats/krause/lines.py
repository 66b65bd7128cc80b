"""The lines of a tournament file: records, and everything else.

A *record* is a line that begins with three digits and a space; its columns count from 1. Every
other line is a *comment*, some of which pairing programs use for themselves (``XXR 9``).
"""

import re
from collections.abc import Iterable
from dataclasses import dataclass

from clubscore.problems import Problem, Refused, gettext_noop, sentence

MAX_LINES = 20_000
MAX_ROUNDS = 999

PLAYER, TEAM, TEAM_OF_TRF26 = "001", "013", "310"
HEADER = frozenset({
    "012", "022", "032", "042", "052", "062", "072", "082", "092", "102", "112", "122", "132",
})  # fmt: skip
"""The records about the tournament that the format of 2006 has."""

UNDERSTOOD = frozenset({"142", "162", "202", "212", "240", "260", TEAM_OF_TRF26})
"""The later records that mean something here."""

FOREIGN = frozenset({
    "152", "172", "182", "192", "222", "250", "299", "300", "320", "330", "352", "362", "801",
    "802",
})  # fmt: skip
"""The later records that are known, and only preserved."""

EXTENSION = re.compile(r"(?:XX[RPS]|BB[WDLZFU]) ")
"""The lines of pairing programs, without a number, that are understood."""

_RECORD = re.compile(r"([0-9]{3})(?: |\Z)")


@dataclass(frozen=True, slots=True)
class Line:
    """A line that is not blank. ``tag`` is the number of a record, empty for a comment."""

    number: int
    text: str
    tag: str

    @property
    def data(self) -> str:
        """The text of a record that has only one."""
        return self.text[4:].strip()

    def columns(self, first: int, last: int) -> str:
        """The columns, both included, unchanged; short where the line ends."""
        return self.text[first - 1 : last]


def split_lines(text: str) -> list[Line]:
    """The lines of a text with any line ends, without the empty ones.

    Raises :class:`Refused` for more lines than any tournament has, and for NUL characters,
    which PostgreSQL does not store.
    """
    rows = text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n").split("\n")
    if len(rows) > MAX_LINES:
        many = gettext_noop(
            "The file has %(count)s lines; at most %(most)s are read. It is not a tournament file."
        )
        raise Refused(Problem(sentence(many, count=len(rows), most=MAX_LINES)))
    if "\0" in text:
        number = next(number for number, row in enumerate(rows, 1) if "\0" in row)
        nul = gettext_noop("This is not a text file: line %(line)s has a NUL character.")
        raise Refused(Problem(sentence(nul, line=number), line=number))
    return [
        Line(number, row, found[1] if (found := _RECORD.match(row)) else "")
        for number, row in enumerate(rows, 1)
        if row and not row.isspace()
    ]


def groups(text: str, first: int, width: int, step: int) -> Iterable[tuple[int, str]]:
    """The fields that repeat in a line from a column on: the column and the text of each."""
    for start in range(first - 1, len(text), step):
        yield start + 1, text[start : start + width]
