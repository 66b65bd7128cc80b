"""The words that files of results share, in all their spellings: contracts, leads, tricks, seats.

Each function gives the one spelling of :mod:`events.exchange.domain.results_file`, or ``None``
for a text that is none of them.
"""

import re
from typing import Final

from clubscore.numbers import whole_number
from events.sessions.domain.board import Vulnerability, vulnerability
from events.sessions.domain.card import RANKS
from events.sessions.domain.contract import Contract, Doubling, Seat, Side, Strain
from events.sessions.domain.scoring.contract_score import contract_score

PASS: Final = "PASS"  # noqa: S105 - a call
NOTHING: Final = frozenset({"", "-", "?", "--", "*"})
_CONTRACT = re.compile(r"([1-7])(NT|N|SA|[CDHS])(X{0,2}|\*{1,2})", re.ASCII)
_SUITS: Final = {"♠": "S", "♥": "H", "♦": "D", "♣": "C"}
_PASSED: Final = frozenset({"PASS", "P", "PASSED", "PASSEDOUT", "PASSOUT", "ALLPASS", "PASSAP"})
_VULNERABLE: Final = {
    "NONE": Vulnerability.NONE,
    "LOVE": Vulnerability.NONE,
    "-": Vulnerability.NONE,
    "O": Vulnerability.NONE,
    "0": Vulnerability.NONE,
    "NS": Vulnerability.NS,
    "N": Vulnerability.NS,
    "EW": Vulnerability.EW,
    "E": Vulnerability.EW,
    "ALL": Vulnerability.BOTH,
    "BOTH": Vulnerability.BOTH,
    "B": Vulnerability.BOTH,
}
WRITTEN_VULNERABLE: Final = {
    Vulnerability.NONE: "None",
    Vulnerability.NS: "NS",
    Vulnerability.EW: "EW",
    Vulnerability.BOTH: "All",
}


def contract_of(text: str) -> str | None:
    """``3NTX`` from ``3 nt x``, ``3Nx``, ``3NT*``; ``PASS``."""
    letters = re.sub(r"[\s-]", "", text.upper())
    for sign, letter in _SUITS.items():
        letters = letters.replace(sign, letter)
    if letters in _PASSED:
        return PASS
    found = _CONTRACT.fullmatch(letters)
    if not found:
        return None
    level, strain, doubling = found.groups()
    return f"{level}{'NT' if strain in {'N', 'SA'} else strain}{'X' * len(doubling)}"


def contract_value(text: str) -> Contract:
    """The value of a contract that :func:`contract_of` gave, other than ``PASS``."""
    strain = text[1:].rstrip("X")
    doubled = "x" * (len(text) - 1 - len(strain))
    return Contract(int(text[0]), Strain(strain), Doubling(doubled))


def lead_of(text: str) -> str | None:
    """``H10`` from ``H10``, ``HT``, ``TH``, ``10H``; the suit is first or last."""
    letters = text.strip().upper().replace("10", "T")
    for sign, letter in _SUITS.items():
        letters = letters.replace(sign, letter)
    if len(letters) != 2:
        return None
    letters = letters if letters[0] in "SHDC" else letters[::-1]
    suit, rank = letters[0], letters[1]
    if suit not in "SHDC" or rank not in RANKS:
        return None
    return f"{suit}{'10' if rank == 'T' else rank}"


def seat_of(text: str) -> str | None:
    """``N`` from ``N``, ``n``, ``North``."""
    words = {"NORTH": "N", "EAST": "E", "SOUTH": "S", "WEST": "W"}
    letters = text.strip().upper()
    letters = words.get(letters, letters)
    return letters if letters in Seat.__members__ else None


def tricks_of(text: str) -> int | None:
    return whole_number(text, most=13)


def signed_number(text: str) -> int | None:
    """A score: ``-50``, ``+420``, ``−50``."""
    digits = text.strip().replace("−", "-")
    sign = -1 if digits.startswith("-") else 1
    number = whole_number(digits[1:] if digits[:1] in {"-", "+"} else digits, most=99_999)
    return None if number is None else sign * number


def vulnerable_of(text: str) -> Vulnerability | None:
    letters = text.strip().upper().replace("-", "") or text.strip()
    words = {"NORTHSOUTH": "NS", "EASTWEST": "EW"}
    return _VULNERABLE.get(words.get(letters, letters))


def score_of(
    contract: str, declarer: str | None, tricks: int | None, board: int, vulnerable: str | None
) -> int | None:
    """What a contract gives to North–South; ``None`` where something is missing.

    ``vulnerable`` is what the file says of the board, which may differ from its number.
    """
    if contract == PASS:
        return 0
    if declarer is None or tricks is None:
        return None
    known = vulnerable_of(vulnerable) if vulnerable else None
    seat = Seat(declarer)
    is_vulnerable = (known or vulnerability(board)).of(seat.side)
    score = contract_score(contract_value(contract), is_vulnerable, tricks)
    return score if seat.side is Side.NS else -score
