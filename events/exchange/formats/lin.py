"""LIN files of BBO: hands, and boards as they were bid and played.

A file is words apart by ``|``: a name of two letters and its value. ``md`` deals (the digit is the
dealer, 1 S 2 W 3 N 4 E; hands from South; the last may be left out), ``sv`` says who is
vulnerable, ``mb`` bids, ``pc`` plays a card, ``mc`` claims so many tricks for the declarer.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from typing import Final

from clubscore.text.numbers import whole_number
from clubscore.text.problems import Problem, Refused, gettext_noop
from events.exchange.domain.results_file import FileBoard, FileLine
from events.exchange.formats.findings import Findings
from events.exchange.formats.words import (
    PASS,
    WRITTEN_VULNERABLE,
    lead_of,
    score_of,
    tricks_of,
    vulnerable_of,
)
from events.sessions.core.domain.contract import RANKS, Seat, dealer, vulnerability
from events.sessions.hands.domain import SEATS, Deal, deal_of_hands

MAX_BOARD: Final = 9_999
_DEALERS: Final = {"1": Seat.S, "2": Seat.W, "3": Seat.N, "4": Seat.E}
_DIGITS: Final = {seat: digit for digit, seat in _DEALERS.items()}
_FROM_SOUTH: Final = (Seat.S, Seat.W, Seat.N, Seat.E)
_HAND = re.compile(r"S([\w]*)H([\w]*)D([\w]*)C([\w]*)", re.ASCII | re.IGNORECASE)
_CALL = re.compile(r"[1-7](?:NT|[CDHSN])|RDBL|DBL|XX|DD|[PDRX]", re.ASCII)
_CALLS: Final = {"DBL": "D", "X": "D", "RDBL": "R", "XX": "R", "DD": "R"}
_BOARD = re.compile(r"(\d{1,4})\s*$", re.ASCII)
_NO_BOARD = gettext_noop("There are no hands in this file: nothing begins with md|.")
_NO_HAND = gettext_noop("“%(text)s” is not a hand, such as SAK76HQJT94DAQ9CJ.")
_NO_CALL = gettext_noop("“%(text)s” is not a call.")
_NO_CARD = gettext_noop("“%(text)s” is not a card.")
_IRREGULAR = gettext_noop(
    "Board %(board)s: “%(call)s” cannot be called there; the result of the board is left out."
)
_WRITTEN: Final = {"None": "o", "NS": "n", "EW": "e", "All": "b"}
"""Of vulnerability; ``0`` is not understood everywhere."""


@dataclass(frozen=True, slots=True)
class Reading:
    boards: tuple[FileBoard, ...]
    notices: tuple[Problem, ...] = ()
    losses: tuple[Problem, ...] = ()


@dataclass(slots=True)
class _Board:
    """A board while its words are read."""

    line: int
    hands: str
    name: str = ""
    vulnerable: str = ""
    calls: list[tuple[int, str]] = field(default_factory=list)
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
    return Reading(tuple(boards), tuple(findings.notices), findings.left_out())


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
    name, room = "", "o"
    players: dict[str, tuple[str, ...]] = {}
    for line, word, value in _words(text):
        if word == "md":
            if board:
                yield board
            board = _Board(line, value, name, names=players.get(room, ()))
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
            room = "c" if value[:1].lower() == "c" else "o"
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
        board.calls.append((line, value))
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
    line = _result(board, number, seat, vulnerable, found)
    if line and len(board.names) == 4:
        south, west, north, east = board.names
        line = replace(line, names_ns=_known(north, south), names_ew=_known(east, west))
    return FileBoard(
        board=number,
        lines=(line,) if line else (),
        deal=_deal(board, found),
        dealer=seat,
        vulnerable=vulnerable,
    )


def _known(*names: str) -> tuple[str, ...]:
    return tuple(name for name in names if name)


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


def _result(
    board: _Board, number: int, first: Seat, vulnerable: str, found: Findings
) -> FileLine | None:
    """What was played, where the file has the auction to its end."""
    calls = list(_calls(board, found))
    if len(calls) < 4 or calls[-3:] != ["P"] * 3:
        return None
    irregular = next((call for place, call in enumerate(calls) if not _fits(calls, place)), None)
    if irregular:
        found.lost(_IRREGULAR, board.line, "mb", irregular, board=number, call=irregular)
        return None
    bids = [place for place, call in enumerate(calls) if call[0].isdigit()]
    if not bids:
        return FileLine(contract=PASS, score_ns=0, line=board.line)
    last = calls[bids[-1]]
    strain = "NT" if last[1] == "N" else last[1]
    doubling = {"D": "X", "R": "XX"}.get(next((c for c in reversed(calls) if c != "P"), ""), "")
    side = bids[-1] % 2
    opener = next(p for p in bids if p % 2 == side and calls[p][1] == last[1])
    declarer = SEATS[(SEATS.index(first) + opener) % 4]
    contract = f"{last[0]}{strain}{doubling}"
    cards = list(_cards(board, found))
    tricks = tricks_of(board.claimed) if board.claimed else _tricks(cards, declarer, strain)
    score = score_of(contract, declarer, tricks, number, vulnerable)
    lead = lead_of(cards[0]) if cards else None
    return FileLine(
        contract=contract,
        declarer=declarer,
        tricks=tricks,
        lead=lead,
        score_ns=score,
        line=board.line,
    )


def _fits(calls: list[str], place: int) -> bool:
    """Whether a call may be made there (Laws 18 and 19): a higher bid, or a double of what the
    other side called last."""
    call = calls[place]
    if call == "P":
        return True
    before = [each for each in range(place) if calls[each] != "P"]
    if call[0].isdigit():
        bids = [calls[each] for each in before if calls[each][0].isdigit()]
        return not bids or _height(call) > _height(bids[-1])
    last = calls[before[-1]] if before else ""
    is_theirs = bool(before) and (place - before[-1]) % 2 == 1
    return is_theirs and (last == "D" if call == "R" else last[0].isdigit())


def _height(bid: str) -> tuple[str, int]:
    return bid[0], "CDHSN".index(bid[1])


def _calls(board: _Board, found: Findings) -> Iterator[str]:
    """``P``, ``D``, ``R`` and bids such as ``1N``; an alert (``!``) is left out."""
    for line, text in board.calls:
        letters = text.upper().replace("!", "").replace("ALLPASS", "PPP").replace("PASS", "P")
        found_calls = _CALL.findall(letters)
        if "".join(found_calls) != letters:
            found.lost(_NO_CALL, line, "mb", text, text=text)
            continue
        for call in found_calls:
            if call[0].isdigit():
                yield call[:2]
            else:
                yield _CALLS.get(call, call)


def _cards(board: _Board, found: Findings) -> Iterator[str]:
    for line, text in board.cards:
        letters = re.sub(r"\s", "", text.upper().replace("10", "T"))
        for place in range(0, len(letters), 2):
            card = letters[place : place + 2]
            if lead_of(card) is None:
                found.lost(_NO_CARD, line, "pc", card, text=card)
                return
            yield card


def _tricks(cards: list[str], declarer: Seat, strain: str) -> int | None:
    """The tricks of the declarer when all the cards were played."""
    if len(cards) != 52:
        return None
    side = SEATS.index(declarer) % 2
    leader = (SEATS.index(declarer) + 1) % 4
    won = 0
    for place in range(0, 52, 4):
        trick = cards[place : place + 4]
        # A card beats those of the suit led below it, and a trump beats all others.
        worth = [
            (card[0] == strain, card[0] == trick[0][0], -RANKS.index(card[1])) for card in trick
        ]
        leader = (leader + worth.index(max(worth))) % 4
        won += leader % 2 == side
    return won


def write(boards: list[tuple[int, Deal]]) -> bytes:
    """Hands as BBO takes them: a line for each board, in CRLF."""
    lines = []
    for number, deal in boards:
        hands = ",".join(_lin_hand(deal.hand(seat)) for seat in _FROM_SOUTH[:3])
        vulnerable = _WRITTEN[WRITTEN_VULNERABLE[vulnerability(number)]]
        digit = _DIGITS[dealer(number)]
        # Some readers know a board by its names alone.
        lines.append(
            f"qx|o{number}|pn|South,West,North,East|st||md|{digit}{hands}|rh||ah|Board {number}"
            f"|sv|{vulnerable}|pg||\r\n"
        )
    return "".join(lines).encode("ascii")


def _lin_hand(hand: str) -> str:
    return "".join(suit + ranks for suit, ranks in zip("SHDC", hand.split("."), strict=True))
