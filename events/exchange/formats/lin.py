"""LIN files of BBO: hands, and boards as they were bid and played.

A file is words apart by ``|``: a name of two letters and its value. ``md`` deals (the digit is the
dealer, 1 S 2 W 3 N 4 E; hands from South; the last may be left out), ``sv`` says who is
vulnerable, ``mb`` bids, ``pc`` plays a card, ``mc`` claims so many tricks for the declarer.
"""

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Final

from clubscore.text.numbers import whole_number
from clubscore.text.problems import Problem, Refused, gettext_noop
from events.exchange.domain.results_file import FileBoard, FileLine
from events.exchange.formats.findings import Findings
from events.exchange.formats.records import Record, card_of, with_record
from events.exchange.formats.words import (
    PASS,
    WRITTEN_VULNERABLE,
    contract_value,
    score_of,
    tricks_of,
    vulnerable_of,
)
from events.sessions.cardplay.domain.auction import ended
from events.sessions.cardplay.domain.tricks import CARDS, follow
from events.sessions.core.domain.contract import Seat, Vulnerability, dealer, vulnerability
from events.sessions.hands.domain import Deal, deal_of_hands

MAX_BOARD: Final = 9_999
_DEALERS: Final = {"1": Seat.S, "2": Seat.W, "3": Seat.N, "4": Seat.E}
_DIGITS: Final = {seat: digit for digit, seat in _DEALERS.items()}
_FROM_SOUTH: Final = (Seat.S, Seat.W, Seat.N, Seat.E)
_HAND = re.compile(r"S([\w]*)H([\w]*)D([\w]*)C([\w]*)", re.ASCII | re.IGNORECASE)
_BOARD = re.compile(r"(\d{1,4})\s*$", re.ASCII)
_NO_BOARD = gettext_noop("There are no hands in this file: nothing begins with md|.")
_NO_HAND = gettext_noop("“%(text)s” is not a hand, such as SAK76HQJT94DAQ9CJ.")
_ROOMS: Final = {"o": "open", "c": "closed"}
_WRITTEN: Final = {"None": "o", "NS": "n", "EW": "e", "All": "b"}
"""Of vulnerability; ``0`` is not understood everywhere."""


@dataclass(frozen=True, slots=True)
class Reading:
    boards: tuple[FileBoard, ...]
    notices: tuple[Problem, ...] = ()
    losses: tuple[Problem, ...] = ()
    title: str = ""
    """The event and its part, where the file is of a vugraph."""


@dataclass(slots=True)
class _Board:
    """A board while its words are read."""

    line: int
    hands: str
    name: str = ""
    vulnerable: str = ""
    room: str = ""
    calls: list[tuple[int, str, bool]] = field(default_factory=list)
    """Calls, and what explains the one before."""
    cards: list[tuple[int, str]] = field(default_factory=list)
    claimed: str = ""
    names: tuple[str, ...] = ()


def looks_like_lin(text: str) -> bool:
    """Whether the first words of a text are those of LIN."""
    start = text[:4_000]
    names = [name for _, name, _ in _words(start)][:20]
    return bool(names) and re.fullmatch(r"\w\w", names[0]) is not None and "md" in names


def read(text: str) -> Reading:
    """Read a file. Raises :class:`Refused` with everything that is wrong."""
    findings = Findings()
    boards = [
        _finished(board, place, findings) for place, board in enumerate(_boards(text), start=1)
    ]
    if not boards:
        findings.wrong(_NO_BOARD, 1, "md")
    findings.refuse(unless=not all(board.is_empty for board in boards))
    losses = findings.left_out()
    return Reading(tuple(boards), tuple(findings.notices), losses, _title(text))


def _title(text: str) -> str:
    """``vg|Autumn cup,Segment 1,…|``: the first two of what a vugraph says of itself."""
    for _line, word, value in _words(text):
        if word == "vg":
            return ", ".join(filter(None, map(str.strip, value.split(",")[:2])))
        if word == "md":
            break
    return ""


def _words(text: str) -> Iterator[tuple[int, str, str]]:
    """The words as line, name and value."""
    line = 1
    parts = text.split("|")
    for place in range(0, len(parts) - 1, 2):
        name, value = parts[place], parts[place + 1]
        yield line + name.count("\n"), name.strip().lower(), value.strip()
        line += name.count("\n") + value.count("\n")


def _boards(text: str) -> Iterator[_Board]:
    board: _Board | None = None
    name, room, told = "", "o", ""
    players: dict[str, tuple[str, ...]] = {}
    for line, word, value in _words(text):
        if word == "md":
            if board:
                yield board
            names = players.get(room, ())
            board = _Board(line, value, name, names=names, room=_ROOMS.get(told, ""))
            name = ""
        elif word == "pn":
            names = tuple(each.strip() for each in value.split(","))
            # Of eight, those of the open room stand first.
            players |= {"o": names[:4], "c": names[4:8]} if len(names) > 4 else {room: names}
            if board and not board.calls:
                board.names = players[room]
        elif word == "qx":
            if board:
                yield board
            board, name = None, value
            told = value[:1].lower()
            room = "c" if told == "c" else "o"
        elif board:
            _take(board, line, word, value)
    if board:
        yield board


def _take(board: _Board, line: int, word: str, value: str) -> None:
    if word == "ah":
        board.name = value or board.name
    elif word == "sv":
        board.vulnerable = value
    elif word == "mb":
        board.calls.append((line, value, True))
    elif word == "an":
        board.calls.append((line, value, False))
    elif word == "pc":
        board.cards.append((line, value))
    elif word == "mc":
        board.claimed = value


def _finished(board: _Board, place: int, found: Findings) -> FileBoard:
    numbered = _BOARD.search(board.name)
    number = (whole_number(numbered[1], most=MAX_BOARD) if numbered else None) or place
    seat = _DEALERS.get(board.hands[:1], dealer(number))
    told = vulnerable_of(board.vulnerable) if board.vulnerable else None
    vulnerable = WRITTEN_VULNERABLE[told or vulnerability(number)]
    deal = _deal(board, found)
    line = _result(board, number, seat, vulnerable, deal, found)
    if line and len(board.names) == 4:
        south, west, north, east = board.names
        line = replace(line, names_ns=_known(north, south), names_ew=_known(east, west))
    return FileBoard(
        board=number, lines=(line,) if line else (), deal=deal, dealer=seat, vulnerable=vulnerable
    )


def _known(*names: str) -> tuple[str, ...]:
    return tuple(name for name in names if name)


def plain_name(name: str) -> str:
    """A name without ``#`` and the digits that RealBridge writes behind it."""
    return re.sub(r"\s*#\d*\s*$", "", name, flags=re.ASCII)


def _deal(board: _Board, found: Findings) -> Deal | None:
    hands: dict[Seat, str] = {}
    written = re.sub(r"\s", "", board.hands.lstrip("1234"))
    for seat, text in zip(_FROM_SOUTH, written.split(","), strict=False):
        if not text:
            continue
        suits = _HAND.fullmatch(text)
        if suits is None:
            found.lost(_NO_HAND, board.line, "md", text, text=text)
            return None
        hands[seat] = ".".join(suits.groups())
    if len(hands) < 3:
        return None
    try:
        return deal_of_hands(hands)
    except Refused as refusal:
        found.refused(refusal, board.line, "md", board.hands)
        return None


def read_record(text: str, number: int, line: int) -> Record | None:
    """How the first board of a text was bid and played, as a line of another file has it;
    ``None`` where there is none, or its hands cannot be read."""
    board = next(_boards(text), None)
    deal = _deal(board, Findings()) if board else None
    if board is None or deal is None:
        return None
    record = _record(board, number, _DEALERS.get(board.hands[:1], dealer(number)), deal)
    record.dealer = dealer(number)
    record.place_at(line)
    return record


def _record(board: _Board, number: int, first: Seat, deal: Deal | None) -> Record:
    record = Record(number, board.line, first, first, deal, calls=[])
    for line, text, is_call in board.calls:
        if is_call:
            record.call(text, line)
        else:
            record.explain(text)
    for line, text in board.cards:
        if not _take_cards(record, text, line):
            break
    return record


def _result(
    board: _Board, number: int, first: Seat, vulnerable: str, deal: Deal | None, found: Findings
) -> FileLine | None:
    """How the board was bid and played; its contract is that of the auction, where it has an
    end."""
    record = _record(board, number, first, deal)
    if not record.calls and not record.cards and not record.problems:
        return None
    played = FileLine(line=board.line)
    result = ended(record.calls or [], first)
    if result:
        contract, declarer = result
        played = replace(
            played, contract=PASS if declarer is None else str(contract).upper(), declarer=declarer
        )
    claim = tricks_of(board.claimed) if board.claimed else None
    record.claim = claim
    line = with_record(played, record, found, room=board.room)
    tricks = claim if claim is not None else _tricks(line, deal)
    if line.declarer:
        score = score_of(line.contract or "", line.declarer, tricks, number, vulnerable)
        return replace(line, tricks=tricks, score_ns=score)
    return replace(line, score_ns=0) if line.contract == PASS else line


def _take_cards(record: Record, text: str, line: int) -> bool:
    """The cards of a word; whether all are some."""
    letters = re.sub(r"\s", "", text.upper().replace("10", "T"))
    for place in range(0, len(letters), 2):
        card = card_of(letters[place : place + 2])
        if card is None:
            record.no_card(letters[place : place + 2], line)
            return False
        record.card(card, line)
    return True


def _tricks(line: FileLine, deal: Deal | None) -> int | None:
    """The tricks of the declarer when all the cards were played."""
    if line.play is None or len(line.play.cards) < CARDS or not line.declarer or not line.contract:
        return None
    strain = contract_value(line.contract).strain
    return follow(line.play.cards, Seat(line.declarer), strain).won


def write(boards: list[tuple[int, Deal]]) -> bytes:
    """Hands as BBO takes them: a line for each board, in CRLF."""
    players = {Seat.S: "South", Seat.W: "West", Seat.N: "North", Seat.E: "East"}
    lines = []
    for number, deal in boards:
        # Some readers know a board by its names alone.
        head = _head(number, "o", dealer(number), deal, vulnerability(number), players)
        lines.append(f"{head}pg||\r\n")
    return "".join(lines).encode("ascii")


def write_records(records: Iterable[tuple[FileBoard, FileLine, Mapping[Seat, str]]]) -> bytes:
    """Boards as they were bid and played, each on a line of its own, with the names by seat."""
    return "".join(f"{_written(*record)}\r\n" for record in records).encode()


def _head(
    number: int,
    room: str,
    first: Seat,
    deal: Deal | None,
    vulnerable: Vulnerability,
    names: Mapping[Seat, str],
) -> str:
    hands = ",".join(_lin_hand(deal.hand(seat)) for seat in _FROM_SOUTH[:3]) if deal else ",,"
    players = ",".join(_plain(names.get(seat, "")) for seat in _FROM_SOUTH)
    return (
        f"qx|{room}{number}|pn|{players}|st||md|{_DIGITS[first]}{hands}|rh||ah|Board {number}"
        f"|sv|{_WRITTEN[WRITTEN_VULNERABLE[vulnerable]]}|"
    )


def _written(board: FileBoard, line: FileLine, names: Mapping[Seat, str]) -> str:
    number = board.board
    first = Seat(board.dealer) if board.dealer else dealer(number)
    room = "c" if line.room == "closed" else "o"
    words = [_head(number, room, first, board.deal, vulnerability(number), names)]
    auction = line.auction
    explained = dict(auction.explanations) if auction else {}
    for place, call in enumerate(auction.calls if auction else ()):
        written = _LIN_CALLS.get(call, call.replace("NT", "N"))
        words.append(f"mb|{written}{'!' if place in explained else ''}|")
        if text := _plain(explained.get(place, "")):
            words.append(f"an|{text}|")
    words.append("pg||")
    cards = line.play.cards if line.play else ()
    for place in range(0, len(cards), 4):
        words += [f"pc|{card}|" for card in cards[place : place + 4]]
        words.append("pg||")
    tricks = line.play.claim if line.play else None
    if tricks is None and (line.play is None or (auction and auction.is_over)):
        # Without a contract nobody would see that it does not go with the cards.
        tricks = line.tricks
    if tricks is not None:
        words.append(f"mc|{tricks}|pg||")
    return "".join(words)


_LIN_CALLS: Final = {"P": "p", "X": "d", "XX": "r"}


def _plain(text: str) -> str:
    """A text without what parts words and names."""
    return " ".join(re.sub(r"[|,\s]", " ", text).split())


def _lin_hand(hand: str) -> str:
    return "".join(suit + ranks for suit, ranks in zip("SHDC", hand.split("."), strict=True))
