"""The words that files of results share, in all their spellings: contracts, leads, tricks, seats.

Each function gives the one spelling of :mod:`events.exchange.domain.results_file`, or ``None``
for a text that is none of them.

A result from a file's words: contract, declarer, tricks, lead and score, checked together.
"""

import re
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import lru_cache
from typing import Any, Final, TypeVar

from clubscore.text.numbers import integer_of, whole_number
from clubscore.text.problems import gettext_noop
from events.exchange.domain.results_file import FileLine
from events.exchange.formats.findings import Findings
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

_CONTRACT = re.compile(
    r"([1-7])(NOTRUMPS?|NT|N|SA|SPADES?|HEARTS?|DIAMONDS?|CLUBS?|[CDHS])"
    r"(|XX?|\*{1,2}|DBL|RDBL|DOUBLED|REDOUBLED)",
    re.ASCII,
)

_DOUBLINGS: Final = {
    "*": "X", "DBL": "X", "DOUBLED": "X", "**": "XX", "RDBL": "XX", "REDOUBLED": "XX",
}  # fmt: skip

_SUITS: Final = {"♠": "S", "♥": "H", "♦": "D", "♣": "C"}

_NO_DECIMALS = re.compile(r"(?<=\d)\.0{1,9}$", re.ASCII)

_AVERAGE = re.compile(
    r"(?:A|AV|AVE|AVG|AVERAGE)([+=-]|PLUS|MINUS)|(?:AV|AVE|AVG|AVERAGE)", re.ASCII
)

_AVERAGES: Final = {"+": 60, "PLUS": 60, "-": 40, "MINUS": 40}

_NOT_PLAYED: Final = frozenset({"NP", "N/P", "NOTPLAYED", "NOPLAY", "DNP", "UNPLAYED"})

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


@lru_cache(maxsize=2048)
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
    is_no_trump = strain == "SA" or strain.startswith("N")
    return f"{level}{'NT' if is_no_trump else strain[0]}{_DOUBLINGS.get(doubling, doubling)}"


@lru_cache(maxsize=256)
def contract_value(text: str) -> Contract:
    """The value of a contract that :func:`contract_of` gave, other than ``PASS``."""
    strain = text[1:].rstrip("X")
    doubled = "x" * (len(text) - 1 - len(strain))
    return Contract(integer_of(text[0]), Strain(strain), Doubling(doubled))


@lru_cache(maxsize=512)
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


_SECTION_AND_NUMBER = re.compile(r"([A-Z]{1,2})[ -]?(\d{1,4}(?:NS|EW)?)", re.ASCII)


def section_and_number(number: str) -> tuple[str, str] | None:
    """``A`` and ``7NS`` from ``A7NS``: programs write the letter of the section before the number.
    ``None`` for one without a letter, or with that of a direction."""
    match = _SECTION_AND_NUMBER.fullmatch(number.upper())
    return (match[1], match[2]) if match and match[1] not in _DIRECTIONS else None


LETTERS = gettext_noop(
    "The letters before the numbers of the pairs are taken for the sections %(sections)s."
)

_DIRECTIONS: Final = frozenset({"N", "E", "S", "W", "NS", "EW"})


def seat_of(text: str) -> str | None:
    """``N`` from ``N``, ``n``, ``North``."""
    words = {"NORTH": "N", "EAST": "E", "SOUTH": "S", "WEST": "W"}
    letters = text.strip().upper()
    letters = words.get(letters, letters)
    return letters if letters in Seat.__members__ else None


def tricks_of(text: str) -> int | None:
    return whole_number(text, most=13)


def signed_number(text: str) -> int | None:
    """A score: ``-50``, ``+420``, ``−50``, ``420.0``."""
    digits = _NO_DECIMALS.sub("", text.strip().replace("−", "-"))
    sign = -1 if digits.startswith("-") else 1
    number = whole_number(digits[1:] if digits[:1] in {"-", "+"} else digits, most=99_999)
    return None if number is None else sign * number


def average_of(text: str) -> int | None:
    """The percentage of ``AVE+``, ``AVG-``, ``A=``, ``Average``."""
    match = _AVERAGE.fullmatch(_letters(text))
    return _AVERAGES.get(match[1] or "", 50) if match else None


_ARTIFICIAL = re.compile(r"A(\d\d|100)/?(\d\d|100)", re.ASCII)


def artificial_of(text: str) -> tuple[int, int] | None:
    """The percentages of an artificial score: ``A6040``, ``A+-``."""
    letters = _letters(text)
    if given := _ARTIFICIAL.fullmatch(letters):
        return integer_of(given[1]), integer_of(given[2])
    if len(letters) == 3 and letters[0] == "A" and all(sign in "+=-" for sign in letters[1:]):
        return _AVERAGES.get(letters[1], 50), _AVERAGES.get(letters[2], 50)
    return None


def is_not_played(text: str) -> bool:
    """Whether a word in place of a score says that the board was not played."""
    return _letters(text) in _NOT_PLAYED


def is_passed_out(text: str) -> bool:
    """Whether a word in place of a score says that everybody passed."""
    return _letters(text) in _PASSED


@lru_cache(maxsize=2048)
def _letters(text: str) -> str:
    # A file has few different words, and asks of each several times.
    return re.sub(r"[\s_]", "", text.upper().replace("−", "-").replace("–", "-"))


def vulnerable_of(text: str) -> Vulnerability | None:
    letters = text.strip().upper().replace("-", "") or text.strip()
    words = {"NORTHSOUTH": "NS", "EASTWEST": "EW"}
    return _VULNERABLE.get(words.get(letters, letters))


@lru_cache(maxsize=4096)
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


def read_words(words: Words, found: Findings, **others: Any) -> FileLine:
    """The result, with the ``others`` as its members; a word that cannot be read is left out, and
    named. The score of the file wins over what the contract gives; a line of which nothing can be
    read has no result, for the director to settle. Where a score tells the tricks, they need not
    be told."""
    score, is_passed = _score(words, found)
    contract = PASS if is_passed else _contract(words, score, found)
    if contract is None or contract == PASS:
        given = 0 if contract == PASS and score is None else score
        return FileLine(contract=contract, score_ns=given, line=words.line, **others)
    declarer = _optional(words.declarer, seat_of, _NO_SEAT, "declarer", words, found)
    tricks = _tricks(words, contract, declarer, found)
    if tricks is None and score is not None and declarer is not None:
        tricks = _tricks_of_score(words, contract, declarer, score)
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
        **others,
    )


def _score(words: Words, found: Findings) -> tuple[int | None, bool]:
    """The score, and whether a word in its place says that everybody passed."""
    if is_passed_out(words.score):
        return None, True
    return _optional(words.score, signed_number, _NO_SCORE, "score", words, found), False


def _tricks(words: Words, contract: str, declarer: str | None, found: Findings) -> int | None:
    def read(text: str) -> int | None:
        return tricks_told(text, contract, declarer)

    return _optional(words.tricks, read, _NO_TRICKS, "tricks", words, found)


def tricks_told(text: str, contract: str, declarer: str | None) -> int | None:
    """The declarer's tricks, told as such, beside what the contract needs (``+1``), or as those of
    a side (``NS 10 EW 3``)."""
    letters = text.strip().upper().replace("−", "-")
    if letters == "=" or _OVER.fullmatch(letters):
        over = 0 if letters == "=" else integer_of(letters)
        tricks = contract_value(contract).tricks_needed + over
        return tricks if 0 <= tricks <= 13 else None
    sides = _OF_SIDES.fullmatch(letters)
    if sides is None or declarer is None:
        return tricks_of(text)
    number, other = tricks_of(sides[2]), tricks_of(sides[4] or "")
    if number is None or other not in (None, 13 - number):
        return None
    is_own = sides[1] == ("NS" if declarer in "NS" else "EW")
    return number if is_own else 13 - number


def _tricks_of_score(words: Words, contract: str, declarer: str, score: int) -> int | None:
    """The tricks with which the contract gives this score."""
    return next(
        (
            tricks
            for tricks in range(14)
            if score_of(contract, declarer, tricks, words.board, words.vulnerable) == score
        ),
        None,
    )


def _contract(words: Words, score: int | None, found: Findings) -> str | None:
    text = words.contract.strip()
    if text in NOTHING:
        return None
    contract = contract_of(text)
    if contract is None and score is not None:
        found.note(NO_CONTRACT, words.line, "contract", text=text)
    elif contract is None:
        found.lost(NO_CONTRACT_NO_SCORE, words.line, "contract", text, text=text)
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
    """A value that may be missing; one that cannot be read is left out."""
    if text.strip() in NOTHING:
        return None
    value = read(text)
    if value is None:
        found.lost(template, words.line, element, text, text=text)
    return value


_OVER = re.compile(r"[+-]\d{1,2}", re.ASCII)

_OF_SIDES = re.compile(r"(NS|EW)\s*(\d{1,2})(?:\s+(NS|EW)\s*(\d{1,2}))?", re.ASCII)


def settled(lines: Sequence[FileLine], board: int, found: Findings) -> list[FileLine]:
    """The lines of a board, where the points that stand beside an average win over its word: many
    programs write 60 and 40 % whatever was awarded. The top is that of the lines that were
    played."""
    if all(line.artificial is None and not line.is_unclear for line in lines):
        return list(lines)
    top = _top(lines)
    return [_settled(line, board, top, found) for line in lines]


def _top(lines: Iterable[FileLine]) -> Fraction | None:
    """The matchpoints of both sides of the lines that were played, if most have the same."""
    sums: Counter[Fraction] = Counter()
    for line in lines:
        ns, ew = points_of(line.mp_ns), points_of(line.mp_ew)
        if line.score_ns is not None and ns is not None and ew is not None:
            sums[ns + ew] += 1
    # One or two that are worn by rounding do not matter.
    found = sums.most_common(1)
    return found[0][0] if found and found[0][0] > 0 else None


def _settled(line: FileLine, board: int, top: Fraction | None, found: Findings) -> FileLine:
    if line.adjustment or (line.artificial is None and not line.is_unclear):
        return line
    texts = (line.mp_ns, line.mp_ew)
    points = [points_of(text) for text in texts]
    if top is None or None in points:
        if line.is_unclear:
            found.lost(_UNCLEAR, line.line, "score", board=board)
        elif line.artificial == (50, 50) and any(points_of(text) for text in _imps(line)):
            imps_ns, imps_ew = _imps(line)
            found.note(_OTHER_IMPS, line.line, "score", board=board, ns=imps_ns, ew=imps_ew)
        return line
    given = [100 * (each or 0) / top for each in points]
    if any(not 0 <= each <= 100 for each in given):
        found.note(_NO_POINTS, line.line, "score", board=board, ns=texts[0], ew=texts[1])
        return line
    if line.artificial and all(
        abs(told * top / 100 - (each or 0)) <= Fraction(1, 2 * 10 ** _decimals(text or ""))
        for told, each, text in zip(line.artificial, points, texts, strict=True)
    ):
        return line
    # As many decimals as an adjusted score has.
    ns, ew = (Fraction(round(100 * each), 100) for each in given)
    if line.artificial:
        found.note(
            _OTHER_POINTS,
            line.line,
            "score",
            board=board,
            told="/".join(str(each) for each in line.artificial),
            ns=texts[0],
            ew=texts[1],
            top=str(float(top)).removesuffix(".0"),
        )
    return replace(line, artificial=(ns, ew), is_unclear=False)


def _imps(line: FileLine) -> tuple[str | None, str | None]:
    return line.imps_ns, line.imps_ew


def _decimals(text: str) -> int:
    return len(text.replace(",", ".").partition(".")[2])


@lru_cache(maxsize=2048)
def points_of(text: str | None) -> Fraction | None:
    """Points as a file prints them."""
    match = _POINTS.fullmatch((text or "").strip().replace(",", ".").replace("−", "-"))
    return Fraction(match[0]) if match else None


_POINTS = re.compile(r"[+-]?\d{1,6}(?:\.\d{1,6})?", re.ASCII)

_OTHER_POINTS = gettext_noop(
    "Board %(board)s: the file says %(told)s %% and awards %(ns)s and %(ew)s of %(top)s. The points"
    " are taken."
)

_NO_POINTS = gettext_noop(
    "Board %(board)s: %(ns)s and %(ew)s are no points of this board; the percentages are taken."
)

_OTHER_IMPS = gettext_noop(
    "Board %(board)s: the file says average and awards %(ns)s and %(ew)s IMPs. The average is"
    " taken."
)

_UNCLEAR = gettext_noop(
    "Board %(board)s: an average for one side alone, without points; the line is left to be"
    " settled."
)

CONTRADICTION = gettext_noop(
    "Board %(board)s: %(contract)s by %(declarer)s with %(tricks)s tricks gives %(right)s, but the"
    " file says %(score)s. The score is kept."
)

NO_CONTRACT = gettext_noop("“%(text)s” is not a contract; the score is kept.")

NO_CONTRACT_NO_SCORE = gettext_noop("“%(text)s” is not a contract, and there is no score.")
