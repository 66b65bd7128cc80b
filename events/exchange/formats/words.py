"""The words that files of results share, in all their spellings: contracts, leads, tricks, seats.

Each function gives the one spelling of :mod:`events.exchange.domain.results_file`, or ``None``
for a text that is none of them.

A result from a file's words: contract, declarer, tricks, lead and score, checked together.

What a reader found wrong, collected, so that all of it is reported at once.
"""

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final, TypeVar

from clubscore.text.numbers import integer_of, whole_number
from clubscore.text.problems import Problem, Refused, gettext_noop, sentence
from events.exchange.domain.results_file import FileLine
from events.sessions.core.domain.contract import (
    RANKS,
    Contract,
    Doubling,
    Seat,
    Side,
    Strain,
    Vulnerability,
    contract_score,
    vulnerability,
)

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
    match = _CONTRACT.fullmatch(letters)
    if not match:
        return None
    level, strain, doubling = match.groups()
    return f"{level}{'NT' if strain in {'N', 'SA'} else strain}{'X' * len(doubling)}"


def contract_value(text: str) -> Contract:
    """The value of a contract that :func:`contract_of` gave, other than ``PASS``."""
    strain = text[1:].rstrip("X")
    doubled = "x" * (len(text) - 1 - len(strain))
    return Contract(integer_of(text[0]), Strain(strain), Doubling(doubled))


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


Value = TypeVar("Value")

_NO_SCORE = gettext_noop("“%(text)s” is not a score.")

_NO_SEAT = gettext_noop("“%(text)s” is not a seat: N, E, S or W.")

_NO_TRICKS = gettext_noop("“%(text)s” is not a number of tricks from 0 to 13.")

_NO_LEAD = gettext_noop("“%(text)s” is not a card; the lead is left out.")


@dataclass(frozen=True, slots=True)
class Words:
    """A result as the file writes it; empty where it says nothing."""

    board: int
    contract: str = ""
    declarer: str = ""
    tricks: str = ""
    lead: str = ""
    score: str = ""
    vulnerable: str = ""
    line: int | None = None


MAX_PROBLEMS = 500
"""How many problems are reported of a file; one wrong column gives one for every line."""


class Findings:
    """The mistakes for which a file is refused, and the notices that come with a good one."""

    def __init__(self) -> None:
        self.mistakes: list[Problem] = []
        self.notices: list[Problem] = []

    def wrong(
        self,
        template: str,
        line: int | None,
        element: str | None = None,
        value: str | None = None,
        **values: object,
    ) -> None:
        """A mistake at a place."""
        self.mistakes.append(Problem(sentence(template, **values), line, element, value))

    def note(
        self, template: str, line: int | None, element: str | None = None, **values: object
    ) -> None:
        """Something odd that is read all the same."""
        self.notices.append(Problem(sentence(template, **values), line, element))

    def refused(self, refusal: Refused, line: int | None, element: str, value: str) -> None:
        """The mistakes that a value of the domain has, at their place in the file."""
        self.mistakes += [
            Problem(problem.message, line, element, value) for problem in refusal.problems
        ]

    def refuse(self) -> None:
        """Raise :class:`Refused` with the mistakes, in the order of the file, if there is any."""
        if self.mistakes:
            ordered = sorted(self.mistakes, key=lambda mistake: mistake.line or 0)
            raise Refused(*ordered[:MAX_PROBLEMS])


def read_words(words: Words, found: Findings) -> FileLine:
    """The result; what is wrong goes to ``found``. The score of the file wins over what the
    contract gives, and a contract that cannot be read is left out where there is a score."""
    score = _optional(words.score, signed_number, _NO_SCORE, "score", words, found)
    contract = _contract(words, score, found)
    if contract is None or contract == PASS:
        given = 0 if contract == PASS and score is None else score
        return FileLine(contract=contract, score_ns=given, line=words.line)
    declarer = _optional(words.declarer, seat_of, _NO_SEAT, "declarer", words, found)
    tricks = _optional(words.tricks, tricks_of, _NO_TRICKS, "tricks", words, found)
    right = score_of(contract, declarer, tricks, words.board, words.vulnerable)
    if score is not None and right is not None and score != right:
        found.note(
            CONTRADICTION,
            words.line,
            "score",
            board=words.board,
            contract=contract,
            declarer=declarer,
            tricks=tricks,
            right=right,
            score=score,
        )
    return FileLine(
        contract=contract,
        declarer=declarer,
        tricks=tricks,
        lead=_lead(words, found),
        score_ns=right if score is None else score,
        line=words.line,
    )


def _contract(words: Words, score: int | None, found: Findings) -> str | None:
    text = words.contract.strip()
    if text in NOTHING:
        return None
    contract = contract_of(text)
    if contract is None and score is not None:
        found.note(NO_CONTRACT, words.line, "contract", text=text)
    elif contract is None:
        found.wrong(NO_CONTRACT_NO_SCORE, words.line, "contract", text, text=text)
    return contract


def _lead(words: Words, found: Findings) -> str | None:
    text = words.lead.strip()
    if text in NOTHING:
        return None
    lead = lead_of(text)
    if lead is None:
        found.note(_NO_LEAD, words.line, "lead", text=text)
    return lead


def _optional(
    text: str,
    read: Callable[[str], Value | None],
    template: str,
    element: str,
    words: Words,
    found: Findings,
) -> Value | None:
    """A value that may be missing, but not be wrong."""
    if text.strip() in NOTHING:
        return None
    value = read(text)
    if value is None:
        found.wrong(template, words.line, element, text, text=text)
    return value


CONTRADICTION = gettext_noop(
    "Board %(board)s: %(contract)s by %(declarer)s with %(tricks)s tricks gives %(right)s, but the"
    " file says %(score)s. The score is kept."
)

NO_CONTRACT = gettext_noop("“%(text)s” is not a contract; the score is kept.")

NO_CONTRACT_NO_SCORE = gettext_noop("“%(text)s” is not a contract, and there is no score.")
