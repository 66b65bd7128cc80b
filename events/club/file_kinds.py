"""One door for every file: its content decides what it is, never its name.

The formats of results and hands are recognised by :mod:`events.exchange.figures.opening`; those
of movements, members and tournaments here, each by the first lines that only it has.
"""

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from clubscore.files.decoding import decode
from clubscore.text.problems import Problem, Refused, gettext_noop, sentence
from events.exchange.figures import opening
from events.sessions.bridgescore import formats as bridgescore
from events.sessions.scoring.formats import traveller_sheet
from events.tournaments.files.formats.krause import reader as krause
from events.tournaments.files.formats.opengotha import read_opengotha
from movements.formats import anyformat, ebuscore
from players.domain.members.columns import NAMES, Found
from players.formats import register
from players.formats.members.columns import layout_of
from players.formats.members.tables import read_text

UNKNOWN = gettext_noop(
    "This file is none that can be read here: USEBIO, PBN, BWS, LIN, DUP, DLM, movements (ASC,"
    " EBUScore), BridgeScore, traveller lines as CSV or xlsx, the register, Krause and TRF,"
    " OpenGotha."
)
_KRAUSE = re.compile(r"\d\d[12] |XX[A-Z] ?", re.ASCII)
_NUMBERS = re.compile(r"\d+([ \t,]+\d+){4}\s*(#.*)?", re.ASCII)
_REGISTER = re.compile(r"(?:[A-Z]+\t)*FAMILY(?:\t|$)", re.ASCII | re.IGNORECASE)
_GOTHA = re.compile(r"<Tournament\b")


@dataclass(frozen=True, slots=True)
class Inspected:
    """What a file is. ``opened`` is its reading where it has results or hands."""

    kind: str
    opened: opening.Opened | None = None
    notices: tuple[Problem, ...] = ()


class RefusedAs(Refused):
    """A file whose kind is known, and that cannot be read."""

    def __init__(self, kind: str, *problems: Problem) -> None:
        super().__init__(*problems)
        self.kind = kind


def _first_line(text: str) -> str:
    """The first line that is neither empty nor a comment."""
    lines = (line.strip() for line in text[:100_000].split("\n"))
    return next((line for line in lines if line and not line.startswith("#")), "")


def _is_bridgescore(text: str) -> bool:
    lines = [line.strip() for line in text[:1_000].split("\n") if line.strip()][:3]
    return len(lines) == 3 and all(line.isdecimal() and len(line) <= 3 for line in lines)


_TEXTS: Final[tuple[tuple[str, Callable[[str], bool], Callable[[str], object]], ...]] = (
    ("opengotha", lambda text: bool(_GOTHA.search(text[:2_000])), read_opengotha),
    ("csv", traveller_sheet.looks_like_lines, traveller_sheet.read_csv),
    ("ebuscore", ebuscore.is_ebuscore, anyformat.read),
    ("register", lambda text: bool(_REGISTER.match(_first_line(text))), register.read),
    ("asc", lambda text: bool(_NUMBERS.fullmatch(_first_line(text))), anyformat.read),
    ("krause", lambda text: bool(_KRAUSE.match(_first_line(text))), krause.read),
    ("bridgescore", _is_bridgescore, bridgescore.read),
)


def inspect_file(data: bytes) -> Inspected:
    """What these bytes are, read to their end. Raises :class:`RefusedAs` with everything that is
    wrong with a file whose kind is known, and :class:`Refused` for any other."""
    kind = opening.recognise(data)
    if kind is not None:
        try:
            opened = opening.read(data, kind)
        except Refused as refusal:
            raise RefusedAs(kind.value, *refusal.problems) from refusal
        return Inspected(kind.value, opened, opened.notices)
    if data.startswith(opening.ZIP):
        return _read_as("xlsx", lambda: traveller_sheet.read_xlsx(data))
    text = decode(data).text
    for name, looks_like, read in _TEXTS:
        if looks_like(text):
            return _read_as(name, lambda read=read: read(text))  # type: ignore[misc]
    raise Refused(sentence(UNKNOWN))


def kind_of_text(text: str) -> str | None:
    """What a text is by its beginning: ``members`` is a list of members with the names of its
    columns. ``None`` where nothing is recognised."""
    known = (name for name, looks_like, _read in _TEXTS if looks_like(text))
    return next(known, "members" if _has_columns_of_members(text) else None)


def _has_columns_of_members(text: str) -> bool:
    columns = layout_of(read_text(text), {}, frozenset()).columns
    return any(each.found is Found.BY_NAME and each.fact in NAMES for each in columns)


def _read_as(kind: str, read: Callable[[], object]) -> Inspected:
    try:
        reading = read()
    except Refused as refusal:
        raise RefusedAs(kind, *refusal.problems) from refusal
    return Inspected(kind, None, tuple(getattr(reading, "notices", ())))
