"""Boards (deals): who deals and who is vulnerable, from the number alone (Law 2).

Both repeat every sixteen boards.

Contracts of bridge: seats, sides, strains, doubling, and their text.

Knows nothing of boards or scores. The *level* is 1 to 7, the *strain* a suit or no trump. A
board on which all four players passed has the contract :data:`PASS`.

A card of the pack, as a lead is written: ``SK``, ``HT``; text → value → text is the identity.

A contract with its declarer and result, and its short text.

``4SN=``, ``3NTxW-2``, ``5DxxE+1``; ``PASS`` for a board that was passed out. Knows no board, and
so no score.

The score of a contract (Law 77), and which scores are possible on a board.

Scores are integers. :func:`contract_score` sees them from declarer's side, everything else
from North–South's.
"""

import re
from dataclasses import dataclass
from enum import Enum, StrEnum
from functools import cache
from typing import Final

from clubscore.text.numbers import integer_of
from clubscore.text.problems import Refused, Sentence, gettext_noop, sentence


class Side(StrEnum):
    """A partnership at the table."""

    opponents: "Side"

    NS = "NS"
    EW = "EW"


Side.NS.opponents, Side.EW.opponents = Side.EW, Side.NS


class Vulnerability(Enum):
    NONE = "none"
    NS = "NS"
    EW = "EW"
    BOTH = "both"

    def of(self, side: Side) -> bool:
        """Whether this side is vulnerable."""
        return self is Vulnerability.BOTH or self.value == side.value


class Seat(StrEnum):
    """A player at the table, clockwise."""

    side: Side

    N = "N"
    E = "E"
    S = "S"
    W = "W"


_CLOCKWISE = tuple(Seat)
for _seat in Seat:
    _seat.side = Side.NS if _seat in (Seat.N, Seat.S) else Side.EW

_TURNS = tuple(Vulnerability)


def dealer(number: int) -> Seat:
    """The dealer of a board, numbered from 1."""
    return _CLOCKWISE[(number - 1) % 4]


def vulnerability(number: int) -> Vulnerability:
    """The vulnerability of a board, numbered from 1."""
    place = (number - 1) % 16
    # Law 2: none, NS, EW, both; each group of four boards begins one step further.
    return _TURNS[(place + place // 4) % 4]


class Strain(StrEnum):
    """What is trump, in ascending rank."""

    symbol: str

    CLUBS = "C"
    DIAMONDS = "D"
    HEARTS = "H"
    SPADES = "S"
    NO_TRUMP = "NT"


for _strain, _symbol in zip(Strain, ("♣", "♦", "♥", "♠", "NT"), strict=True):
    _strain.symbol = _symbol


class Doubling(StrEnum):
    UNDOUBLED = ""
    DOUBLED = "x"
    REDOUBLED = "xx"


@dataclass(frozen=True, slots=True)
class Contract:
    """A final bid. ``str()`` is the canonical text: ``4S``, ``3NTx``, ``5Dxx``."""

    level: int
    strain: Strain
    doubling: Doubling = Doubling.UNDOUBLED

    def __post_init__(self) -> None:
        if not 1 <= self.level <= 7:
            raise ValueError(f"level {self.level} is not 1 to 7")

    def __str__(self) -> str:
        return f"{self.level}{self.strain}{self.doubling}"

    @property
    def tricks_needed(self) -> int:
        return self.level + 6

    @property
    def symbols(self) -> str:
        """The contract as people read it: ``4♠x``."""
        return f"{self.level}{self.strain.symbol}{self.doubling}"


class PassedOut(Enum):
    """The type of :data:`PASS`."""

    PASSED_OUT = "PASS"

    def __str__(self) -> str:
        return self.value


PASS: Final = PassedOut.PASSED_OUT

_CONTRACT = re.compile(r"([1-7])(NT|[CDHSN]|[♣♦♥♠])(X{0,2})", re.ASCII)

_STRAINS: Final = {
    **{str(strain): strain for strain in Strain},
    **{strain.symbol: strain for strain in Strain},
    "N": Strain.NO_TRUMP,
}


def read_contract(text: str) -> Contract | PassedOut:
    """A contract from ``4S``, ``3NTx``, ``5Dxx`` or ``PASS``; case never matters, ``N`` is
    ``NT``. Raises :class:`Refused` for anything else.
    """
    letters = text.strip().upper()
    if letters in {"PASS", "P"}:
        return PASS
    match = _CONTRACT.fullmatch(letters)
    if match is None:
        raise Refused.because(
            "“%(text)s” is not a contract: a level 1–7, a strain C D H S NT,"
            " and x or xx if doubled; or PASS.",
            text=text,
        )
    level, strain, doubling = match.groups()
    return Contract(integer_of(level), _STRAINS[strain], Doubling(doubling.lower()))


def read_seat(text: str) -> Seat:
    """A seat from ``N``, ``E``, ``S`` or ``W``, case never matters; else :class:`Refused`."""
    try:
        return Seat(text.strip().upper())
    except ValueError:
        raise Refused.because("“%(text)s” is not a seat: N, E, S or W.", text=text) from None


RANKS = "AKQJT98765432"

_SUITS = {str(suit): suit for suit in Strain if suit is not Strain.NO_TRUMP}


@dataclass(frozen=True, slots=True)
class Card:
    """A suit and a rank, ``T`` for the ten."""

    suit: Strain
    rank: str

    def __post_init__(self) -> None:
        if self.suit is Strain.NO_TRUMP or self.rank not in RANKS or len(self.rank) != 1:
            raise ValueError(f"no card: {self.suit} {self.rank}")

    def __str__(self) -> str:
        return f"{self.suit}{self.rank}"

    @property
    def symbols(self) -> str:
        """The card as people read it: ``♠K``, ``♥10``."""
        return f"{self.suit.symbol}{'10' if self.rank == 'T' else self.rank}"


def read_card(text: str) -> Card:
    """The card of a canonical text. Raises :class:`Refused` for another."""
    suit, rank = _SUITS.get(text[:1]), text[1:]
    if suit is None or len(rank) != 1 or rank not in RANKS:
        raise Refused.because("“%(text)s” is not a card, such as SK.", text=text)
    return Card(suit, rank)


_PLAYED = re.compile(
    r"(?P<level>[1-7])(?P<strain>NT|[CDHS])(?P<doubling>X{0,2})(?P<seat>[NESW])"
    r"(?P<result>=|[+-]\d{1,2})",
    re.ASCII,
)


@dataclass(frozen=True, slots=True)
class Played:
    """A contract, its declarer, and the tricks that declarer won."""

    contract: Contract
    declarer: Seat
    tricks: int

    def __post_init__(self) -> None:
        if not 0 <= self.tricks <= 13:
            raise ValueError(f"{self.tricks} tricks")

    @property
    def over(self) -> str:
        """The result beside the contract: ``=``, ``+1``, ``-2``."""
        over = self.tricks - self.contract.tricks_needed
        return "=" if over == 0 else f"{over:+d}"

    def __str__(self) -> str:
        return f"{self.contract}{self.declarer}{self.over}"


def read_played(text: str) -> Played | PassedOut:
    """The value of a text; case never matters. Raises :class:`Refused` for any other text."""
    letters = text.strip().upper().replace("−", "-")
    if letters == str(PASS):
        return PASS
    if match := _PLAYED.fullmatch(letters):
        doubling = Doubling(match["doubling"].lower())
        contract = Contract(integer_of(match["level"]), Strain(match["strain"]), doubling)
        over = 0 if match["result"] == "=" else integer_of(match["result"])
        tricks = contract.tricks_needed + over
        if 0 <= tricks <= 13:
            return Played(contract, Seat(match["seat"]), tricks)
    raise Refused.because(
        "“%(text)s” is not a contract with its result, such as 4SN= or 3NTxW-2.", text=text
    )


MAX_SCORE = 9_999
"""The largest score accepted even with a reason; the largest real one is 7,600."""

_TRICK = {
    Strain.CLUBS: 20,
    Strain.DIAMONDS: 20,
    Strain.HEARTS: 30,
    Strain.SPADES: 30,
    Strain.NO_TRUMP: 30,
}

_FACTOR = {Doubling.UNDOUBLED: 1, Doubling.DOUBLED: 2, Doubling.REDOUBLED: 4}

_INSULT = {Doubling.UNDOUBLED: 0, Doubling.DOUBLED: 50, Doubling.REDOUBLED: 100}


def contract_score(contract: Contract | PassedOut, vulnerable: bool, tricks: int) -> int:
    """The score, from declarer's side, of a contract in which declarer won ``tricks`` (0–13).

    Passed out is 0, whatever the tricks.
    """
    if isinstance(contract, PassedOut):
        return 0
    if not 0 <= tricks <= 13:
        raise ValueError(f"{tricks} tricks")
    over = tricks - contract.tricks_needed
    if over < 0:
        return -_penalty(-over, contract.doubling, vulnerable)
    # Law 77: overtricks count neither as trick points nor towards game.
    factor = _FACTOR[contract.doubling]
    trick = _TRICK[contract.strain]
    trick_points = trick * contract.level * factor
    # The first trick in no trump is worth 40.
    if contract.strain is Strain.NO_TRUMP:
        trick_points += 10 * factor
    score = trick_points + _INSULT[contract.doubling]
    if trick_points >= 100:
        score += 500 if vulnerable else 300
    else:
        score += 50
    if contract.level == 6:
        score += 750 if vulnerable else 500
    elif contract.level == 7:
        score += 1500 if vulnerable else 1000
    if contract.doubling is Doubling.UNDOUBLED:
        return score + over * trick
    return score + over * factor * (100 if vulnerable else 50)


def _penalty(down: int, doubling: Doubling, vulnerable: bool) -> int:
    if doubling is Doubling.UNDOUBLED:
        return down * (100 if vulnerable else 50)
    # Vulnerable 200, then 300 each; otherwise 100, 200, 200, then 300 each.
    if vulnerable:
        doubled = 300 * down - 100
    else:
        doubled = 200 * down - 100 if down <= 3 else 300 * down - 400
    return doubled * (2 if doubling is Doubling.REDOUBLED else 1)


def score_to_ns(
    contract: Contract | PassedOut, declarer: Seat | None, tricks: int, board: int
) -> int:
    """The score, signed to North–South, on a board of this number."""
    if isinstance(contract, PassedOut) or declarer is None:
        return 0
    score = contract_score(contract, vulnerability(board).of(declarer.side), tricks)
    return score if declarer.side is Side.NS else -score


@cache
def possible_scores(
    vulnerable: Vulnerability, doublings: tuple[Doubling, ...] = tuple(Doubling)
) -> frozenset[int]:
    """All scores, signed to North–South, that a contract can give which is undoubled, doubled or
    redoubled, as ``doublings`` say; 0, passed out, is one."""
    scores = {0}
    for level in range(1, 8):
        for strain in Strain:
            for doubling in doublings:
                contract = Contract(level, strain, doubling)
                # 7 × 5 × 3 contracts with 14 results for each side; cached for each vulnerability.
                for tricks in range(14):
                    for side, sign in ((Side.NS, 1), (Side.EW, -1)):
                        score = contract_score(contract, vulnerable.of(side), tricks)
                        scores.add(sign * score)
    return frozenset(scores)


def is_redoubled_only(score: int, board: int) -> bool:
    """Whether a score to North–South is possible on this board, and none but redoubled contracts
    give it."""
    vulnerable = vulnerability(board)
    return score in possible_scores(vulnerable) and score not in possible_scores(
        vulnerable, (Doubling.UNDOUBLED, Doubling.DOUBLED)
    )


def signed(score: int) -> str:
    """A score as it is shown: ``+420``, ``−50`` with a real minus sign, ``0``."""
    return "0" if score == 0 else f"{score:+d}".replace("-", "−")


_VULNERABLE = {
    Vulnerability.NONE: gettext_noop("nobody is vulnerable"),
    Vulnerability.NS: gettext_noop("North–South are vulnerable"),
    Vulnerability.EW: gettext_noop("East–West are vulnerable"),
    Vulnerability.BOTH: gettext_noop("both sides are vulnerable"),
}


def why_impossible(score: int, board: int | None, any_score: bool = False) -> Sentence | None:
    """What is wrong with a score to North–South on this board; ``None`` if it is possible.

    Where the board is not known, any vulnerability will do. With ``any_score`` only a score
    beyond :data:`MAX_SCORE` is wrong.
    """
    if abs(score) > MAX_SCORE:
        return sentence("%(score)s is larger than any score of a board.", score=signed(score))
    if any_score:
        return None
    somewhere = any(score in possible_scores(vulnerable) for vulnerable in Vulnerability)
    if somewhere and board is None:
        return None
    if somewhere and board is not None:
        vulnerable = vulnerability(board)
        if score in possible_scores(vulnerable):
            return None
        return sentence(
            "%(score)s to North–South is impossible on board %(board)s, where %(vulnerable)s.",
            score=signed(score),
            board=board,
            vulnerable=Sentence(_VULNERABLE[vulnerable]),
        )
    return sentence("%(score)s is not a score: no contract gives it.", score=signed(score))
