"""Writing PBN in its export format: CRLF, the fifteen tags in their order, then the others.

The same values give the same bytes.

Hands in the formats of dealing machines and of other programs.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from events.exchange.formats import dlm, dup, lin
from events.exchange.formats.words import WRITTEN_VULNERABLE
from events.sessions.core.domain.contract import dealer, vulnerability
from events.sessions.hands.domain import DECLARERS, STRAINS, Deal, HandFormat, Makeable, par

_HEAD: Final = "% PBN 2.1\r\n% EXPORT\r\n"

MAX_LINE: Final = 255


@dataclass(frozen=True, slots=True)
class PbnTable:
    """A table: its tag's name, its columns with their width, and its rows as they are written."""

    name: str
    columns: Sequence[str]
    rows: Sequence[Sequence[str]]


@dataclass(frozen=True, slots=True)
class PbnBoard:
    """A board as it is written."""

    number: int
    deal: Deal | None = None
    makeable: Makeable | None = None
    tables: tuple[PbnTable, ...] = ()


def write(
    boards: Iterable[PbnBoard],
    *,
    event: str = "",
    date: str = "",
    scoring: str = "",
    matches: str = "",
) -> bytes:
    """The boards; ``date`` is ``2026.01.19``, ``matches`` what was played, such as
    ``Teams``. Letters that Latin-1 does not have become ``?``."""
    games = (
        "".join(f"{line}\r\n" for line in _game(board, event, date, scoring, matches))
        for board in boards
    )
    return (_HEAD + "".join(f"\r\n{game}" for game in games)).encode("latin-1", errors="replace")


def _game(board: PbnBoard, event: str, date: str, scoring: str, matches: str) -> Iterator[str]:
    first = dealer(board.number)
    tags = {
        "Event": event,
        "Site": "",
        "Date": date,
        "Board": str(board.number),
        "West": "",
        "North": "",
        "East": "",
        "South": "",
        "Dealer": first,
        "Vulnerable": WRITTEN_VULNERABLE[vulnerability(board.number)],
        "Deal": board.deal.as_text(first) if board.deal else "",
        "Scoring": scoring,
        "Declarer": "",
        "Contract": "",
        "Result": "",
    }
    if matches:
        tags["Competition"] = matches
    tables = list(board.tables)
    if board.makeable:
        tags["DoubleDummyTricks"] = str(board.makeable)
        tags["OptimumScore"] = str(par(board.makeable, board.number))
        tables.append(_optimum(board.makeable))
    for name, value in tags.items():
        yield _tag(name, value)
    for table in sorted(tables, key=lambda each: each.name):
        yield _tag(table.name, ";".join(table.columns))
        yield from (" ".join(row) for row in table.rows)


def _tag(name: str, value: str) -> str:
    # No control characters inside a string, and no more than a line may hold.
    text = "".join(sign if sign.isprintable() else " " for sign in value)
    room = MAX_LINE - len(name) - 5
    quoted = text if name.endswith("Table") else text[:room].replace("\\", "\\\\")
    return f'[{name} "{quoted.replace(chr(34), chr(92) + chr(34))}"]'


def _optimum(makeable: Makeable) -> PbnTable:
    rows = [
        (seat, f"{strain:>2}", f"{makeable.of(seat, strain):>2}")
        for seat in DECLARERS
        for strain in STRAINS
    ]
    columns = ("Declarer", "Denomination\\2R", "Result\\2R")
    return PbnTable("OptimumResultTable", columns, rows)


def quoted(text: str) -> str:
    """A text as a word of a table."""
    plain = "".join(sign if sign.isprintable() else " " for sign in text)
    return '"' + plain.replace("\\", "\\\\").replace('"', '\\"') + '"'


Boards = list[tuple[int, Deal]]


def _pbn(boards: Boards) -> bytes:
    return write(PbnBoard(number, deal) for number, deal in boards)


_WRITERS: Final[dict[HandFormat, Callable[[Boards], bytes]]] = {
    HandFormat.PBN: _pbn,
    HandFormat.DUP: dup.write,
    HandFormat.DLM: dlm.write,
    HandFormat.LIN: lin.write,
}


def write_hands(boards: Sequence[tuple[int, Deal]], to: HandFormat) -> bytes:
    """The boards in a format. Raises :class:`clubscore.text.problems.Refused` for numbers that the
    format does not have."""
    return _WRITERS[to](list(boards))
