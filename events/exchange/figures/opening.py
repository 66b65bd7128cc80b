"""Files of results and of hands: which format it is, by its content, and its reading.

Double-dummy tricks of the hands in a file: solved here, or the file's own where there is no
solver.
"""

import re
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from clubscore.files.decoding import decode, refuse_old_office
from clubscore.files.reader_process import read_apart
from clubscore.text.problems import Problem, Refused, gettext_noop, sentence
from events.exchange.engines import double_dummy
from events.exchange.engines.access_file import read_tables
from events.exchange.engines.double_dummy import Table
from events.exchange.formats import bws, dlm, dup, lin, pbn, usebio
from events.sessions.hands.domain import Deal, Makeable, read_makeable
from events.sessions.scoring.formats import traveller_sheet

MAX_FILE_SIZE = 5 * 2**20
"""Bytes of a file; a season's PBN has one or two million."""

MAX_LINES = 250_000

ZIP: Final = b"PK\x03\x04"

_UNKNOWN = gettext_noop(
    "This is no file of results or hands: USEBIO, PBN, BWS, LIN, DUP, DLM, or traveller lines as"
    " CSV or xlsx."
)


_BRIDGEWEBS = gettext_noop(
    "This is a CSV for BridgeWebs, whose layout is not public: let the program that wrote it save"
    " USEBIO or PBN."
)

_OF_BRIDGEWEBS = re.compile(
    r"#(?:VERSION|TITLE|DATE)\b.*^#(?:SCORES|TRAVELLERS)\b", re.MULTILINE | re.DOTALL
)


class Kind(StrEnum):
    USEBIO = "usebio"
    PBN = "pbn"
    BWS = "bws"
    LIN = "lin"
    DUP = "dup"
    DLM = "dlm"
    CSV = "csv"
    XLSX = "xlsx"


Read = (
    usebio.Reading
    | pbn.Reading
    | bws.Reading
    | lin.Reading
    | dup.Reading
    | dlm.Reading
    | traveller_sheet.Sheet
)


@dataclass(frozen=True, slots=True)
class Opened:
    """A file that was read, notices about it, and what could not be read of it."""

    kind: Kind
    reading: Read
    notices: tuple[Problem, ...]
    losses: tuple[Problem, ...] = ()


def recognise(data: bytes) -> Kind | None:
    """The format of these bytes, ``None`` when it is none of these. Raises :class:`Refused` for a
    text or a spreadsheet that nobody can read."""
    return read_apart(_recognise, data)


def _recognise(data: bytes) -> Kind | None:
    refuse_old_office(data)
    if bws.looks_like_bws(data):
        return Kind.BWS
    if usebio.looks_like_usebio(data):
        return Kind.USEBIO
    if dup.looks_like_dup(data):
        return Kind.DUP
    text = _beginning(data).replace("\r\n", "\n").replace("\r", "\n")
    for looks_like, kind in (
        (dlm.looks_like_dlm, Kind.DLM),
        (pbn.looks_like_pbn, Kind.PBN),
        (lin.looks_like_lin, Kind.LIN),
    ):
        if looks_like(text):
            return kind
    if data.startswith(ZIP):
        return Kind.XLSX if traveller_sheet.has_lines(data) else None
    if text.startswith("#") and _OF_BRIDGEWEBS.match(text):
        raise Refused(sentence(_BRIDGEWEBS))
    return Kind.CSV if traveller_sheet.looks_like_lines(decode(data).text) else None


def _beginning(data: bytes) -> str:
    """The first letters, whatever the encoding: only those of ASCII are looked at."""
    start = data[:100_000]
    if start.startswith((b"\xff\xfe", b"\xfe\xff")):
        return start.decode("utf-16", errors="replace")
    return start.removeprefix(b"\xef\xbb\xbf").decode("latin-1")


def open_results(data: bytes) -> Opened:
    """Read a file of results or of hands, also one of traveller lines. Raises :class:`Refused` with
    everything that is wrong, and for any other file."""
    return read_apart(_open, data)


def _open(data: bytes) -> Opened:
    kind = recognise(data)
    if kind is None:
        raise Refused(sentence(_UNKNOWN))
    return read(data, kind)


def read(data: bytes, kind: Kind) -> Opened:
    """Read a file of this format. Raises :class:`Refused` with everything that is wrong."""
    return read_apart(_opened, data, kind)


def _opened(data: bytes, kind: Kind) -> Opened:
    reading = _read(data, kind)
    notices, losses = (getattr(reading, name, ()) for name in ("notices", "losses"))
    return Opened(kind, reading, notices, losses)


def _read(data: bytes, kind: Kind) -> Read:
    match kind:
        case Kind.USEBIO:
            return usebio.read(data)
        case Kind.BWS:
            bws.refuse_cut_off(data)
            return bws.read(read_tables(data))
        case Kind.DUP:
            return dup.read(data)
        case Kind.XLSX:
            return traveller_sheet.read_xlsx(data, generous=True)
    # The encoding is guessed without a word: PBN is Latin-1 by its standard.
    text = decode(data, max_lines=MAX_LINES).text
    match kind:
        case Kind.PBN:
            return pbn.read(text)
        case Kind.CSV:
            return traveller_sheet.read_csv(text, generous=True)
    return lin.read(text) if kind is Kind.LIN else dlm.read(text)


def hands_of(reading: Read) -> list[tuple[int, Deal]]:
    """The hands in a file with the numbers of their boards, in its order."""
    match reading:
        case usebio.Reading(events=events):
            return [pair for event in events for pair in sorted(event.hands.items())]
        case bws.Reading(sections=sections):
            return [pair for section in sections for pair in sorted(section.hands.items())]
        case traveller_sheet.Sheet():
            return []
        case _:
            return [(each.board, each.deal) for each in reading.boards if each.deal]


def dealt_of(reading: Read) -> list[tuple[int, Deal, Makeable | None]]:
    """The hands in a file, with what can be made with them where the file says so."""
    makeable = {}
    if isinstance(reading, pbn.Reading):
        makeable = {each.board: read_makeable(each.double_dummy or "") for each in reading.boards}
    return [(board, deal, makeable.get(board)) for board, deal in hands_of(reading)]


def has_results(reading: Read) -> bool:
    """Whether there is a result in a file that may be made of hands alone."""
    match reading:
        case usebio.Reading(events=events):
            boards = [board for event in events for part in event.sections for board in part.boards]
            return any(board.lines for board in boards)
        case bws.Reading(sections=sections):
            return any(section.lines for section in sections)
        case pbn.Reading(boards=games):
            # Hands with a contract that nobody is named for are hands.
            lines = [line for board in games for line in board.lines]
            return any(line.ns or line.ew or line.names_ns or line.names_ew for line in lines)
        case lin.Reading(boards=boards):
            lines = [line for board in boards for line in board.lines]
            return any(line.contract and line.names_ns and line.names_ew for line in lines)
    return isinstance(reading, traveller_sheet.Sheet)


def results_of_nobody(reading: Read) -> int:
    """How many results a file of hands has beside them, of which it names no pairs."""
    if has_results(reading) or not isinstance(reading, pbn.Reading | lin.Reading):
        return 0
    return sum(line.is_settled for board in reading.boards for line in board.lines)


@dataclass(frozen=True, slots=True)
class Analysed:
    """A board's number and its tricks; ``None`` where nobody could tell."""

    board: int
    makeable: Makeable | None


def analyse(reading: Read) -> tuple[Analysed, ...]:
    """The boards with hands, in the file's order, solved here."""
    hands = hands_of(reading)
    answers = double_dummy.solve([Table(deal) for _, deal in hands])
    return tuple(
        Analysed(number, makeable) for (number, _), makeable in zip(hands, answers, strict=True)
    )


def tables_of(reading: Read) -> tuple[Analysed, ...]:
    """The boards with hands or with a table of tricks, as the file itself has them."""
    if not isinstance(reading, pbn.Reading):
        return tuple(Analysed(number, None) for number, _ in hands_of(reading))
    return tuple(
        Analysed(each.board, read_makeable(each.double_dummy or ""))
        for each in reading.boards
        if each.deal or each.double_dummy
    )
