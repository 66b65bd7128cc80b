"""Double-dummy tricks of a board, and its par score.

The tricks are a table of every declarer and strain. PBN programs write them as twenty hexadecimal
digits, declarers in the order N S E W, and for each NT S H D C. *Par* is the score when both sides
bid to their best with all cards in view: whoever would lose by letting the opponents' contract
stand bids on or doubles.
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Final

from clubscore.problems import Refused, gettext_noop, sentence
from events.sessions.domain.board import Vulnerability, dealer, vulnerability
from events.sessions.domain.contract import Contract, Doubling, Seat, Side, Strain
from events.sessions.domain.played_contract import Played
from events.sessions.domain.scoring.contract_score import contract_score

DECLARERS: Final = (Seat.N, Seat.S, Seat.E, Seat.W)
STRAINS: Final = (Strain.NO_TRUMP, Strain.SPADES, Strain.HEARTS, Strain.DIAMONDS, Strain.CLUBS)
_DIGITS = re.compile(r"[0-9a-d]{20}", re.IGNORECASE | re.ASCII)
_UNKNOWN = re.compile(r"[*-]{20}", re.ASCII)
_NO_TABLE = gettext_noop(
    "“%(text)s” is no table of double-dummy tricks: twenty digits from 0 to d, for N S E W each the"
    " tricks in NT S H D C."
)


@dataclass(frozen=True, slots=True)
class Makeable:
    """The tricks that each declarer takes in each strain."""

    tricks: tuple[int, ...]
    """Twenty numbers from 0 to 13: :data:`DECLARERS`, for each :data:`STRAINS`."""

    def __post_init__(self) -> None:
        if len(self.tricks) != 20 or not all(0 <= each <= 13 for each in self.tricks):
            raise ValueError("twenty numbers from 0 to 13")

    def __str__(self) -> str:
        return "".join(f"{each:x}" for each in self.tricks)

    def of(self, declarer: Seat, strain: Strain) -> int:
        return self.tricks[DECLARERS.index(declarer) * 5 + STRAINS.index(strain)]


def makeable_of(tricks: Mapping[tuple[Seat, Strain], int]) -> Makeable:
    """The value of a full table."""
    return Makeable(tuple(tricks[seat, strain] for seat in DECLARERS for strain in STRAINS))


def read_makeable(text: str) -> Makeable | None:
    """The tricks of twenty digits, ``None`` where they are not known (``*`` or ``-``). Raises
    :class:`Refused` for anything else."""
    digits = text.strip()
    if _DIGITS.fullmatch(digits):
        return Makeable(tuple(int(digit, 16) for digit in digits))
    if not digits or _UNKNOWN.fullmatch(digits):
        return None
    raise Refused(sentence(_NO_TABLE, text=text))


@dataclass(frozen=True, slots=True)
class Par:
    """A par score, signed to North–South, with the contracts that reach it. None: passed out."""

    score_ns: int
    contracts: tuple[Played, ...] = ()

    def __str__(self) -> str:
        """As PBN writes it, from the side that declares: ``NS 980``, ``EW -300``."""
        if self.contracts and self.contracts[0].declarer.side is Side.EW:
            return f"EW {-self.score_ns}"
        return f"NS {self.score_ns}"


def par(makeable: Makeable, board: int) -> Par:
    """Par on a board of this number. Where each side could open with profit, the dealer's does."""
    auction = _Auction(makeable, vulnerability(board))
    first = dealer(board).side
    other = auction.best(first.opponents)
    opening = auction.best(first)
    if opening > -max(other, 0):
        side, score = first, opening
    elif other > 0:
        side, score = first.opponents, other
    else:
        return Par(0)
    contracts = (*auction.contracts(side, score), *auction.contracts(side.opponents, -score))
    return Par(score if side is Side.NS else -score, contracts)


_BIDS: Final = tuple((level, strain) for level in range(1, 8) for strain in Strain)


class _Auction:
    """What bidding each contract is worth to its side, against opponents who see all cards.

    They let it stand, doubled where it goes down, or bid over it where that is better for them.
    """

    def __init__(self, makeable: Makeable, vulnerable: Vulnerability) -> None:
        self.makeable = makeable
        self.vulnerable = vulnerable
        self.worth: dict[Side, list[int]] = {side: [0] * len(_BIDS) for side in Side}
        above: dict[Side, int | None] = dict.fromkeys(Side)
        for place in reversed(range(len(_BIDS))):
            for side in Side:
                over = above[side.opponents]
                score = max(self.result(seat, place)[1] for seat in _seats(side))
                self.worth[side][place] = score if over is None else min(score, -over)
            for side in Side:
                known, here = above[side], self.worth[side][place]
                above[side] = here if known is None else max(known, here)

    def result(self, declarer: Seat, place: int) -> tuple[Played, int]:
        """A contract as it would be played, and its score to the declarer."""
        level, strain = _BIDS[place]
        tricks = self.makeable.of(declarer, strain)
        doubling = Doubling.DOUBLED if tricks < level + 6 else Doubling.UNDOUBLED
        contract = Contract(level, strain, doubling)
        score = contract_score(contract, self.vulnerable.of(declarer.side), tricks)
        return Played(contract, declarer, tricks), score

    def best(self, side: Side) -> int:
        """The most that a side gets by opening."""
        return max(self.worth[side])

    def contracts(self, side: Side, score: int) -> Iterator[Played]:
        """The contracts that reach this score, in each strain the lowest over which nothing costs
        the opponents less."""
        found: set[tuple[Seat, Strain]] = set()
        cheaper = [
            place
            for place in range(len(_BIDS))
            for seat in _seats(side.opponents)
            if self.result(seat, place)[1] > -score
        ]
        lowest = max(cheaper, default=0)
        for place, (_, strain) in enumerate(_BIDS[lowest:], start=lowest):
            for seat in _seats(side):
                played, own = self.result(seat, place)
                if own == score and (seat, strain) not in found:
                    found.add((seat, strain))
                    yield played


def _seats(side: Side) -> tuple[Seat, Seat]:
    return (Seat.N, Seat.S) if side is Side.NS else (Seat.E, Seat.W)
