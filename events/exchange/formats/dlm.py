"""DLM files of Duplimate for Windows: an INI file of 99 boards, 26 letters each.

Each letter holds the seats of two cards, from ♠A on: ``a`` plus four times the first, plus the
second (0 N, 1 E, 2 S, 3 W). The three digits behind are the number of the board, combined with all
letters by exclusive or. The boards before *From board* and behind *To board* are not used.
"""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import reduce
from operator import xor
from typing import Final

from clubscore.text.numbers import integer_of
from clubscore.text.problems import Problem, Refused, gettext_noop, sentence
from events.exchange.domain.results_file import FileBoard
from events.exchange.formats.findings import Findings
from events.exchange.formats.words import WRITTEN_VULNERABLE
from events.sessions.core.domain.contract import dealer, vulnerability
from events.sessions.hands.domain import Deal, deal_of_owners

BOARDS: Final = 99
_UNUSED: Final = "aaaaaabffffffkkkkkklpppppp"
_UNUSED_SUM: Final = 14
_BOARD = re.compile(r"Board (\d{1,2})\s*=\s*([a-p]{26})(\d{3})", re.ASCII | re.IGNORECASE)
_RANGE = re.compile(r"(From|To) board\s*=\s*(\d{1,3})", re.ASCII | re.IGNORECASE)
_NO_BOARDS = gettext_noop("There are no boards in this file: no line such as Board 01=….")
_NO_BOARD = gettext_noop(
    "“%(text)s” is not a board, 26 letters from a to p and three digits; it is left out."
)
_WRONG_SUM = gettext_noop(
    "Board %(board)s: its check digits are %(given)s, and should be %(right)s; it is left out."
)
_TWICE = gettext_noop("Board %(board)s is here twice; the first counts.")
_BAD_RANGE = gettext_noop(
    "From board %(first)s to board %(last)s are no boards; all that the file has are read."
)


@dataclass(frozen=True, slots=True)
class Reading:
    boards: tuple[FileBoard, ...]
    losses: tuple[Problem, ...] = ()


def looks_like_dlm(text: str) -> bool:
    return text.lstrip()[:10].lower() == "[document]"


def read(text: str) -> Reading:
    """Read a file: what is wrong costs its board. Raises :class:`Refused` where none is left."""
    findings = Findings()
    ends = {"from": 1, "to": BOARDS}
    letters: dict[int, tuple[int, str]] = {}
    for line, row in enumerate(text.split("\n"), start=1):
        if end := _RANGE.fullmatch(row.strip()):
            ends[end[1].lower()] = integer_of(end[2])
        elif row.strip().lower().startswith("board "):
            _take(row.strip(), line, letters, findings)
    first, last = ends["from"], ends["to"]
    if not 1 <= first <= last <= BOARDS:
        findings.lost(_BAD_RANGE, None, "From board", first=first, last=last)
        first, last = 1, BOARDS
    read = (
        _board(number, *letters[number], findings)
        for number in sorted(letters)
        if first <= number <= last and letters[number][1] != _UNUSED
    )
    boards = tuple(board for board in read if board)
    if not boards and not findings.losses:
        findings.lost(_NO_BOARDS, 1)
    findings.refuse(unless=bool(boards))
    return Reading(boards, findings.left_out())


def _take(row: str, line: int, letters: dict[int, tuple[int, str]], found: Findings) -> None:
    board = _BOARD.fullmatch(row)
    if board is None:
        found.lost(_NO_BOARD, line, "Board", row, text=row)
        return
    number, text = integer_of(board[1]), board[2].lower()
    right = checksum(number, text)
    if integer_of(board[3]) != right:
        values = {"board": number, "given": board[3], "right": f"{right:03d}"}
        found.lost(_WRONG_SUM, line, "Board", row, **values)
    elif letters.setdefault(number, (line, text))[1] != text:
        found.lost(_TWICE, line, "Board", row, board=number)


def _board(number: int, line: int, letters: str, found: Findings) -> FileBoard | None:
    pairs = (divmod(ord(letter) - ord("a"), 4) for letter in letters)
    try:
        deal = deal_of_owners(tuple(seat for pair in pairs for seat in pair))
    except Refused as refusal:
        found.refused(refusal, line, "Board", letters)
        return None
    vulnerable = WRITTEN_VULNERABLE[vulnerability(number)]
    return FileBoard(number, deal=deal, dealer=dealer(number), vulnerable=vulnerable)


def checksum(number: int, letters: Iterable[str]) -> int:
    """The check digits of a board."""
    return reduce(xor, (ord(letter) for letter in letters), number)


def write(boards: list[tuple[int, Deal]]) -> bytes:
    """The boards, shown, in CRLF. Raises :class:`Refused` for numbers above 99."""
    numbers = [number for number, _ in boards]
    if not 1 <= min(numbers) <= max(numbers) <= BOARDS:
        raise Refused(sentence(_TOO_HIGH))
    letters = {number: _letters(deal) for number, deal in boards}
    first, last = min(numbers), max(numbers)
    lines = [
        "[Document]",
        "Headline=",
        "Status=Show",
        "Duplicates=0",
        f"From board={first}",
        f"To board={last}",
        "Next board to duplimate=0",
        "PrintOuts=0",
        "Crypto key=0",
        f"Checksum={first ^ last ^ 1}",
    ]
    for number in range(1, BOARDS + 1):
        own = letters.get(number)
        digits = number ^ _UNUSED_SUM if own is None else checksum(number, own)
        lines.append(f"Duplicates {number:02d}=0")
        lines.append(f"Board {number:02d}={own or _UNUSED}{digits:03d}")
    return "".join(f"{line}\r\n" for line in lines).encode("ascii")


def _letters(deal: Deal) -> str:
    owners = deal.owners()
    pairs = zip(owners[0::2], owners[1::2], strict=True)
    return "".join(chr(ord("a") + 4 * one + two) for one, two in pairs)


_TOO_HIGH = gettext_noop("A DLM file has boards 1 to 99.")
