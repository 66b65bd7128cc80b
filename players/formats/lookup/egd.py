"""The list of the European Go Database: text, or a page with the text in it.

A line is ``Pin Name Country Club Grade Promotion GoR Tournaments Last``; all others are headings.
The last word of a name is the given name.
"""

import html
import re
from collections.abc import Iterator
from typing import Final

from players.domain.lookup import Listed
from players.formats.lookup.table import listed

_LINE: Final = re.compile(
    r"\s*(?P<number>\d{8})\s+(?P<name>\S.*?)\s+(?P<federation>[A-Z]{2})\s+(?:\S{1,4}\s+)?"
    r"(?P<grade>[1-9][0-9]?[kdp])\s+(?:[1-9][0-9]?[kdp]|--)\s+(?P<rating>-?\d{1,4})\b.*"
)
_BEGINS: Final = re.compile(r"\s*\d{8}\s")


def is_player(line: str) -> bool:
    """Whether this is a line of such a list."""
    return bool(_LINE.fullmatch(_plain(line)))


def read(lines: Iterator[str]) -> Iterator[tuple[int, Listed | None]]:
    """Each line that begins with a pin, by its number, with its player; ``None`` where the rest
    is not a player."""
    for number, line in enumerate(map(_plain, lines), start=1):
        if _BEGINS.match(line):
            match = _LINE.fullmatch(line)
            yield number, _player(match) if match else None


def _player(found: re.Match[str]) -> Listed | None:
    family, _, given = found["name"].strip(" ,").rpartition(" ")
    name = f"{family.strip(' ,')}, {given}" if family.strip(" ,") else given
    fields = found.groupdict() | {"name": name.replace("_", " ")}
    return listed(**fields)


def _plain(line: str) -> str:
    return html.unescape(re.sub(r"<[^<>]*>", "", line))
