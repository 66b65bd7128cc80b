"""Contracts of bridge: seats, sides, strains, doubling, and their text.

Knows nothing of boards or scores. The *level* is 1 to 7, the *strain* a suit or no trump. A
board on which all four players passed has the contract :data:`PASS`.
"""

import re
from dataclasses import dataclass
from enum import Enum, StrEnum
from typing import Final

from clubscore.problems import Refused, gettext_noop, sentence


class Side(StrEnum):
    """A partnership at the table."""

    NS = "NS"
    EW = "EW"

    @property
    def opponents(self) -> "Side":
        return Side.EW if self is Side.NS else Side.NS


class Seat(StrEnum):
    """A player at the table, clockwise."""

    N = "N"
    E = "E"
    S = "S"
    W = "W"

    @property
    def side(self) -> Side:
        return Side.NS if self in (Seat.N, Seat.S) else Side.EW


class Strain(StrEnum):
    """What is trump, in ascending rank."""

    CLUBS = "C"
    DIAMONDS = "D"
    HEARTS = "H"
    SPADES = "S"
    NO_TRUMP = "NT"

    @property
    def symbol(self) -> str:
        return _SYMBOLS[self]


_SYMBOLS: Final = {
    Strain.CLUBS: "♣",
    Strain.DIAMONDS: "♦",
    Strain.HEARTS: "♥",
    Strain.SPADES: "♠",
    Strain.NO_TRUMP: "NT",
}


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
        """For people: ``4♠x``."""
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
    **{symbol: strain for strain, symbol in _SYMBOLS.items()},
    "N": Strain.NO_TRUMP,
}


def read_contract(text: str) -> Contract | PassedOut:
    """A contract from ``4S``, ``3NTx``, ``5Dxx`` or ``PASS``; case never matters, ``N`` is
    ``NT``. Raises :class:`Refused` for anything else.
    """
    letters = text.strip().upper()
    if letters in {"PASS", "P"}:
        return PASS
    found = _CONTRACT.fullmatch(letters)
    if found is None:
        unknown = gettext_noop(
            "“%(text)s” is not a contract: a level 1–7, a strain C D H S NT,"
            " and x or xx if doubled; or PASS."
        )
        raise Refused(sentence(unknown, text=text))
    level, strain, doubling = found.groups()
    return Contract(int(level), _STRAINS[strain], Doubling(doubling.lower()))


def read_seat(text: str) -> Seat:
    """A seat from ``N``, ``E``, ``S`` or ``W``, case never matters; else :class:`Refused`."""
    try:
        return Seat(text.strip().upper())
    except ValueError:
        unknown = gettext_noop("“%(text)s” is not a seat: N, E, S or W.")
        raise Refused(sentence(unknown, text=text)) from None
