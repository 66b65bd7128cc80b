"""PBN 2.1 as tags: a text becomes games, each with its tags and their tables.

A *tag* is ``[Name "value"]``, a *table* the lines below one. Comments and lines that begin with
``%`` are left out; ``#`` takes the value of the game before, ``##`` gives one to all that follow.
Knows nothing of bridge. Source: the standard, of which no part is under copyright.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Final

from clubscore.text.problems import gettext_noop
from events.exchange.formats.findings import Findings

FORBIDDEN: Final = frozenset(
    {"Dealer", "Vulnerable", "Deal", "Declarer", "Contract", "Auction", "Play"}
)
"""The tags that inherit nothing (section 4.8 of the standard)."""

_FIRST: Final = ("Event", "Board")
_TAG = re.compile(r'\[\s*(\w+)\s+"((?:[^"\\]|\\.)*)"\s*\]')
_NO_TAG = gettext_noop('This is not a tag of PBN, such as [Board "1"]; it is left out.')
_NO_GAME = gettext_noop(
    "%(count)s lines from here on, beginning with “%(text)s”, are no tags of PBN and are left out."
)
_INHERITS = gettext_noop("[%(tag)s] cannot inherit its value with #.")
_OPEN_COMMENT = gettext_noop("The comment that begins here with { never ends.")


@dataclass(slots=True)
class Tag:
    """A value with its place, and the lines of its table."""

    value: str
    line: int
    table: list[tuple[int, str]] = field(default_factory=list)
    notes: dict[str, str] = field(default_factory=dict)
    """The texts of the notes below it, by their numbers."""


@dataclass(slots=True)
class Game:
    """The tags of a game by name, the first of each."""

    line: int
    tags: dict[str, Tag] = field(default_factory=dict)

    def text(self, name: str) -> str:
        """A value; empty where it is missing or not known."""
        tag = self.tags.get(name)
        value = tag.value.strip() if tag else ""
        return "" if value == "?" else value

    def line_of(self, name: str) -> int:
        tag = self.tags.get(name)
        return tag.line if tag else self.line


def read_games(text: str, found: Findings) -> list[Game]:
    """The games of a text, with inherited values in their place."""
    games: list[Game] = []
    header: dict[str, Tag] = {}
    for game in _games(text, found):
        before = games[-1] if games else None
        _inherit(game, before, header, found)
        games.append(game)
    return games


def _games(text: str, found: Findings) -> Iterator[Game]:
    game: Game | None = None
    tag: Tag | None = None
    strange: list[tuple[int, str]] = []
    for number, line in _without_comments(text, found):
        if not line.strip():
            if game:
                yield game
            game = tag = None
            continue
        rest = line.strip()
        if not rest.startswith("["):
            if tag is not None:
                tag.table.append((number, rest))
            elif rest not in {"<PBN>", "</PBN>"}:
                strange.append((number, rest))
            continue
        _name(strange, found)
        for name, value in _tags_of(rest, number, found):
            # Some programs write no empty line between games.
            if game and name in _FIRST and name in game.tags:
                yield game
                game = None
            game = game or Game(number)
            tag = _added(game, tag, name, Tag(value, number))
    if game:
        yield game
    _name(strange, found)


def _added(game: Game, before: Tag | None, name: str, tag: Tag) -> Tag:
    """The tag below which the lines that follow stand; a note is one of the tag before it."""
    if name == "Note" and before:
        number, _colon, text = tag.value.partition(":")
        before.notes.setdefault(number.strip(), text.strip())
        return before
    game.tags.setdefault(name, tag)
    return tag


def _name(strange: list[tuple[int, str]], found: Findings) -> None:
    """Name the lines that stand in no game, such as a program's statistics, once for all."""
    if strange:
        line, text = strange[0]
        found.lost(_NO_GAME, line, None, text, count=len(strange), text=text[:60])
        strange.clear()


def _tags_of(line: str, number: int, found: Findings) -> Iterator[tuple[str, str]]:
    place = 0
    while place < len(line):
        tag = _TAG.match(line, place)
        if tag is None:
            found.lost(_NO_TAG, number, None, line[place:])
            return
        yield tag[1], re.sub(r"\\(.)", r"\1", tag[2]) if '\\"' in tag[2] else tag[2]
        place = tag.end()
        while place < len(line) and line[place].isspace():
            place += 1


def _without_comments(text: str, found: Findings) -> Iterator[tuple[int, str]]:
    """The numbered lines without comments; a line of which nothing is left is left out."""
    opened = 0
    for number, line in enumerate(text.split("\n"), start=1):
        if line.startswith("%"):
            continue
        if not opened and not _has_comment(line):
            yield number, line
            continue
        rest, opened = _stripped(line, opened, number)
        if rest.strip():
            yield number, rest
    if opened:
        found.lost(_OPEN_COMMENT, opened)


def _has_comment(line: str) -> bool:
    """Whether a comment may begin in a line: in a string, as between partners, none does."""
    if "{" not in line and ";" not in line:
        return False
    parts = line.split('"')
    if "\\" in line or len(parts) % 2 == 0:
        return True
    return any(";" in part or "{" in part for part in parts[::2])


def _stripped(line: str, opened: int, number: int) -> tuple[str, int]:
    """A line without comments, and where a comment began that goes on."""
    kept: list[str] = []
    place = 0
    while place < len(line):
        if opened:
            end = line.find("}", place)
            if end < 0:
                break
            opened, place = 0, end + 1
        elif code := _CODE.match(line, place):
            kept.append(code[0])
            place = code.end()
        elif line[place] == ";":
            break
        else:
            opened, place = number, place + 1
    return "".join(kept), opened


_CODE = re.compile(r'"(?:[^"\\]|\\.?)*"?|[^"{;]+', re.DOTALL)
"""A string, or what stands between strings and comments."""


def _inherit(game: Game, before: Game | None, header: dict[str, Tag], found: Findings) -> None:
    for name, tag in game.tags.items():
        if not tag.value.startswith("#") or name in FORBIDDEN:
            if tag.value in {"#", "##"}:
                found.lost(_INHERITS, tag.line, name, tag.value, tag=name)
            elif name in header:
                header[name] = tag
        elif tag.value.startswith("##"):
            tag.value = tag.value[2:]
            header[name] = tag
        elif tag.value == "#":
            former = before.tags.get(name) if before else None
            tag.value = former.value if former else ""
            tag.table = former.table if former and not tag.table else tag.table
    for name, tag in header.items():
        game.tags.setdefault(name, tag)
