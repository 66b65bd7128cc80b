"""Writing PBN in its export format: CRLF, the fifteen tags in their order, then the others.

The same values give the same bytes.

Hands in the formats of dealing machines and of other programs.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from events.exchange.domain.results_file import FileBoard, FileLine, Number
from events.exchange.formats import dlm, dup, lin
from events.exchange.formats.records import contract_of_line
from events.exchange.formats.words import PASS, WRITTEN_VULNERABLE
from events.sessions.cardplay.domain.auction import Auction
from events.sessions.cardplay.domain.tricks import CARDS, Play, follow, leader_of
from events.sessions.core.domain.contract import Contract, Seat, dealer, vulnerability
from events.sessions.hands.domain import DECLARERS, SEATS, STRAINS, Deal, HandFormat, Makeable, par

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


Written = tuple[FileBoard, FileLine, Mapping[Seat, str]]
"""A board, one result of it, and the names by seat."""


def write_records(
    records: Iterable[Written], *, event: str = "", date: str = "", scoring: str = ""
) -> bytes:
    """One game for each result, with its auction and play."""
    games = (
        "".join(f"{row}\r\n" for row in _record(*record, event, date, scoring))
        for record in records
    )
    return (_HEAD + "".join(f"\r\n{game}" for game in games)).encode("latin-1", errors="replace")


def _record(
    board: FileBoard, line: FileLine, names: Mapping[Seat, str], event: str, date: str, scoring: str
) -> Iterator[str]:
    number = board.board
    first = Seat(board.dealer) if board.dealer else dealer(number)
    claim = line.play.claim if line.play else None
    tricks = line.tricks if claim is None else claim
    contract = "Pass" if line.contract == PASS else line.contract or ""
    tags = {
        "Event": event,
        "Site": "",
        "Date": date,
        "Board": str(number),
        "West": names.get(Seat.W, ""),
        "North": names.get(Seat.N, ""),
        "East": names.get(Seat.E, ""),
        "South": names.get(Seat.S, ""),
        "Dealer": first,
        "Vulnerable": board.vulnerable or WRITTEN_VULNERABLE[vulnerability(number)],
        "Deal": board.deal.as_text(first) if board.deal else "",
        "Scoring": scoring,
        "Declarer": line.declarer or "",
        "Contract": contract,
        "Result": "" if tricks is None else str(tricks),
    }
    more = {
        "Section": line.section,
        "Room": line.room.title(),
        "Table": "" if line.table is None else str(line.table),
        "Round": "" if line.round is None else str(line.round),
        "PairId_NS": _pair(line.ns),
        "PairId_EW": _pair(line.ew),
        "Score": "" if line.score_ns is None else f"NS {line.score_ns}",
    }
    for name, value in {**tags, **{name: value for name, value in more.items() if value}}.items():
        yield _tag(name, value)
    if line.auction:
        yield from _auction(line.auction, first)
    if line.play and line.play.cards:
        yield from _play(line, line.play)


def _pair(number: Number) -> str:
    return "+".join(number) if isinstance(number, tuple) else number or ""


def _auction(auction: Auction, first: Seat) -> Iterator[str]:
    """Four calls a row; the same explanation is one note, an alert without a word an empty one."""
    notes: dict[str, int] = {}
    words = []
    explained = dict(auction.explanations)
    for place, call in enumerate(auction.calls):
        word = "Pass" if call == "P" else call
        if place in explained:
            word += f" ={notes.setdefault(explained[place], len(notes) + 1)}="
        words.append(word)
    if not auction.is_over:
        words.append("+")
    yield _tag("Auction", first)
    yield from (" ".join(words[place : place + 4]) for place in range(0, len(words), 4))
    yield from (_tag("Note", f"{number}:{text}") for text, number in notes.items())


def _play(line: FileLine, play: Play) -> Iterator[str]:
    """Four cards a row, in columns from the seat that led first."""
    contract, declarer = contract_of_line(line)
    cards = [str(card) for card in play.cards]
    rows = [cards[place : place + 4] for place in range(0, len(cards), 4)]
    leader = leader_of(declarer) if declarer else Seat.N
    if isinstance(contract, Contract) and declarer:
        seats = follow(play.cards, declarer, contract.strain).seats
        start = SEATS.index(leader)
        for number, row in enumerate(rows):
            columns = ["-"] * 4
            for card, seat in zip(row, seats[4 * number :], strict=False):
                columns[(SEATS.index(seat) - start) % 4] = card
            rows[number] = columns
    yield _tag("Play", leader)
    yield from (" ".join(row) for row in rows)
    if len(cards) < CARDS:
        yield "*"


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
