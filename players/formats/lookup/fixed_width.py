"""FIDE's rating list as text: columns of fixed width, named by the first line.

Where a column begins is read from that line: it has moved through the years. The combined list
has three ratings, each with its K; one of a single kind has that one, and an older one has a month
in the place of its name.
"""

import re
from collections.abc import Iterator
from typing import Final

from clubscore.text.problems import Problem, Refused, sentence
from players.domain.lookup import Listed
from players.formats.lookup.table import listed

_FIRST: Final = re.compile(r"\s*(ID[ _]?NUMBER|CODE)\s+NAME\b", re.IGNORECASE)
_COLUMNS: Final = {
    "number": r"ID[ _]?NUMBER|CODE",
    "name": r"NAME",
    "title": r"TITL|TIT",
    "federation": r"FED",
    "gender": r"SEX",
    "rating": r"SRTNG|RATING|(?:JAN|FEB|MAR|APR|MAY|JUN|JUL|AUG|SEP|OCT|NOV|DEC)\d\d",
    "rapid": r"RRTNG",
    "blitz": r"BRTNG",
    "k": r"SK|K",
    "rapid_k": r"RK",
    "blitz_k": r"BK",
    "born": r"B-?DAY|BORN",
}
_ANY: Final = re.compile(
    r"ID[ _]?NUMBER|TITL(?=FED)|GAMES(?=BORN)|FED|BORN|\S+?(?=\s|$)", re.IGNORECASE
)
_NEEDED: Final = {"number", "name"}
_RATINGS: Final = {"rating", "rapid", "blitz"}


def is_header(line: str) -> bool:
    """Whether a list of fixed columns begins with this line."""
    return bool(_FIRST.match(line)) and not re.search(r"[\t;,]", line)


def read(lines: Iterator[str]) -> Iterator[tuple[int, Listed | None]]:
    """Each line that is not empty, by its number, with its player; ``None`` where it has none."""
    columns = _columns(next(lines))
    for number, line in enumerate(lines, start=2):
        if line.strip():
            yield number, listed(**{name: line[part] for name, part in columns.items()})


def _columns(header: str) -> dict[str, slice]:
    """Where each field is. Raises :class:`Refused` where one that is needed is missing."""
    words = [(found.start(), found.group()) for found in _ANY.finditer(header)]
    starts = [start for start, _ in words]
    ends: list[int | None] = [*starts[1:], None]
    columns: dict[str, slice] = {}
    for (start, word), end in zip(words, ends, strict=True):
        for name, pattern in _COLUMNS.items():
            if name not in columns and re.fullmatch(pattern, word, re.IGNORECASE):
                columns[name] = slice(start, end)
    if not (columns.keys() >= _NEEDED and columns.keys() & _RATINGS):
        raise Refused(
            Problem(
                sentence(
                    "Line 1 looks like that of a rating list, but names no column for the number, "
                    "the "
                    "name and the rating."
                ),
                line=1,
            )
        )
    return columns
