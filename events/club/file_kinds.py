"""One door for every file: its content decides what it is, never its name.

The formats of results and hands are recognised by :mod:`events.exchange.figures.opening`; those
of movements, members and tournaments here, each by the first lines that only it has.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Final, cast

from clubscore.files.decoding import decode
from clubscore.files.reader_process import read_apart
from clubscore.text.problems import Problem, Refused, gettext_noop, sentence
from events.exchange.figures import opening
from events.sessions.bridgescore import formats as bridgescore
from events.tournaments.files.formats.krause import reader as krause
from events.tournaments.files.formats.opengotha import looks_like_opengotha, read_opengotha
from movements.formats import anyformat, asc, ebuscore
from players.domain.members.columns import NAMES, Found
from players.formats import register
from players.formats.members.columns import layout_of
from players.formats.members.tables import read_text

UNKNOWN = gettext_noop(
    "This file is none that can be read here: USEBIO, PBN, BWS, LIN, DUP, DLM, movements (ASC,"
    " EBUScore), BridgeScore, traveller lines as CSV or xlsx, the register, Krause and TRF,"
    " OpenGotha."
)
MEMBERS: Final = "members"
"""A list of members, known by the names of its columns."""
SPREADSHEET: Final = "spreadsheet"
"""One without traveller lines: only a list of members is in such a file."""
_SHEETS: Final = frozenset((opening.Kind.CSV, opening.Kind.XLSX))
"""Traveller lines that are scored as they are, without boards."""


@dataclass(frozen=True, slots=True)
class Inspected:
    """What a file is, what is odd in it, and what could not be read. ``opened`` is its reading
    where it has boards."""

    kind: str
    opened: opening.Opened | None = None
    notices: tuple[Problem, ...] = ()
    losses: tuple[Problem, ...] = ()


class RefusedAs(Refused):
    """A file whose kind is known, and that cannot be read."""

    def __init__(self, kind: str, *problems: Problem) -> None:
        super().__init__(*problems)
        self.kind = kind


def _first_line(text: str) -> str:
    """The first line that is neither empty nor a comment."""
    lines = (line.strip() for line in text[:100_000].split("\n"))
    return next((line for line in lines if line and not line.startswith("#")), "")


_TEXTS: Final[Mapping[str, tuple[Callable[[str], bool], Callable[[str], object]]]] = {
    "opengotha": (looks_like_opengotha, read_opengotha),
    "ebuscore": (ebuscore.looks_like_ebuscore, anyformat.read),
    "register": (lambda text: register.looks_like_register(_first_line(text)), register.read),
    "asc": (lambda text: asc.looks_like_asc(_first_line(text)), anyformat.read),
    "krause": (lambda text: krause.looks_like_krause(_first_line(text)), krause.read),
    "bridgescore": (bridgescore.looks_like_bridgescore, bridgescore.read),
}
"""How each format of text is known, and read; the first that is known it is."""


def kind_of_file(data: bytes) -> str | None:
    """What these bytes are: a :class:`~events.exchange.figures.opening.Kind`, one of the texts
    here, or members. ``None`` for anything else.

    Raises :class:`Refused` for a text or a spreadsheet that nobody can read.
    """
    return read_apart(_kind_of_file, data)


def _kind_of_file(data: bytes) -> str | None:
    kind = opening.recognise(data)
    if kind is not None:
        return kind.value
    if data.startswith(opening.ZIP):
        return SPREADSHEET
    text = decode(data).text
    known = (name for name, (looks_like, _read) in _TEXTS.items() if looks_like(text))
    return next(known, MEMBERS if _has_columns_of_members(text) else None)


def _has_columns_of_members(text: str) -> bool:
    columns = layout_of(read_text(text), {}, frozenset()).columns
    return any(column.found is Found.BY_NAME and column.fact in NAMES for column in columns)


def inspect_file(data: bytes) -> Inspected:
    """What these bytes are, read to their end. Raises :class:`RefusedAs` with everything that is
    wrong with a file whose kind is known, and :class:`Refused` for any other."""
    return read_apart(_inspected, data)


def _inspected(data: bytes) -> Inspected:
    if data.startswith(opening.ZIP):
        return _read_as(opening.Kind.XLSX, lambda: opening.read(data, opening.Kind.XLSX))
    kind = kind_of_file(data)
    if kind is None or kind == MEMBERS:
        raise Refused(sentence(UNKNOWN))
    if kind in _TEXTS:
        _looks_like, read = _TEXTS[kind]
        return _read_as(kind, lambda: read(decode(data).text))
    return _read_as(kind, lambda: opening.read(data, opening.Kind(kind)))


def _read_as(kind: str, read: Callable[[], object]) -> Inspected:
    try:
        reading = read()
    except Refused as refusal:
        raise RefusedAs(kind, *refusal.problems) from refusal
    has_boards = isinstance(reading, opening.Opened) and kind not in _SHEETS
    opened = cast(opening.Opened, reading) if has_boards else None
    notices, losses = (tuple(getattr(reading, name, ())) for name in ("notices", "losses"))
    return Inspected(kind, opened, notices, losses)
