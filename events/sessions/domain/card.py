"""A card of the pack, as a lead is written: ``SK``, ``HT``; text → value → text is the identity."""

from dataclasses import dataclass

from clubscore.problems import Refused, gettext_noop, sentence
from events.sessions.domain.contract import Strain

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
        """For people: ``♠K``, ``♥10``."""
        return f"{self.suit.symbol}{'10' if self.rank == 'T' else self.rank}"


def read_card(text: str) -> Card:
    """The card of a canonical text. Raises :class:`Refused` for another."""
    suit, rank = _SUITS.get(text[:1]), text[1:]
    if suit is None or len(rank) != 1 or rank not in RANKS:
        raise Refused(sentence(gettext_noop("“%(text)s” is not a card, such as SK."), text=text))
    return Card(suit, rank)
