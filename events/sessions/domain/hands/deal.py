"""A deal: the four hands of a board, and its text as PBN writes it.

A hand's text is its suits in the order S H D C, each in descending rank: ``AQT94.T53.KQ8.T9``. A
:class:`Deal` always has 52 different cards, thirteen in each hand; what is none is refused, with
everything that is wrong with it.
"""

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Final

from clubscore.problems import Problem, Refused, Sentence, gettext_noop, sentence
from events.sessions.domain.card import RANKS, Card
from events.sessions.domain.contract import Seat, Strain

SEATS: Final = tuple(Seat)
SUITS: Final = "SHDC"
PACK: Final = tuple(suit + rank for suit in SUITS for rank in RANKS)
"""The cards in the order of dealing machines: ♠A to ♠2, hearts, diamonds, clubs."""

_POINTS: Final = {"A": 4, "K": 3, "Q": 2, "J": 1}
_NO_HAND = gettext_noop(
    "“%(text)s” is not a hand: four suits from spades to clubs with a point between them, such as"
    " AQT94.T53.KQ8.T9."
)
_NO_CARD = gettext_noop("“%(text)s” is not the rank of a card: A K Q J T 9 8 7 6 5 4 3 2.")
_NOT_13 = gettext_noop("%(seat)s has %(count)s cards.")
_TWICE = gettext_noop("%(card)s is dealt %(count)s times.")
_NO_DEAL = gettext_noop(
    "“%(text)s” is not a deal: the seat of the first hand, a colon, and four hands clockwise, such"
    " as N:AQT94.T53.KQ8.T9 …"
)
_NAMES: Final = {
    Seat.N: gettext_noop("North"),
    Seat.E: gettext_noop("East"),
    Seat.S: gettext_noop("South"),
    Seat.W: gettext_noop("West"),
}


@dataclass(frozen=True, slots=True)
class Deal:
    """Four hands clockwise from North; ``str()`` begins with North, too."""

    hands: tuple[str, str, str, str]

    def __str__(self) -> str:
        return self.as_text(Seat.N)

    def as_text(self, first: Seat) -> str:
        """The deal with this seat's hand first, as PBN writes it."""
        start = SEATS.index(first)
        return f"{first}:{' '.join(self.hands[start:] + self.hands[:start])}"

    def hand(self, seat: Seat) -> str:
        return self.hands[SEATS.index(seat)]

    def cards(self, seat: Seat) -> frozenset[str]:
        """The cards of a seat: ``SA``, ``HT``."""
        suits = zip(SUITS, self.hand(seat).split("."), strict=True)
        return frozenset(suit + rank for suit, ranks in suits for rank in ranks)

    def held(self, seat: Seat) -> frozenset[Card]:
        """The cards of a seat as values."""
        return frozenset(Card(Strain(card[0]), card[1]) for card in self.cards(seat))

    def owners(self) -> tuple[int, ...]:
        """The seat of every card of :data:`PACK`, 0 for North to 3 for West."""
        owner = {card: seat for seat, each in enumerate(SEATS) for card in self.cards(each)}
        return tuple(owner[card] for card in PACK)

    def points(self, seat: Seat) -> int:
        """High-card points: 4 for an ace to 1 for a jack."""
        return sum(_POINTS.get(rank, 0) for rank in self.hand(seat))


def deal_of_owners(owners: tuple[int, ...]) -> Deal:
    """The deal in which every card of :data:`PACK` is at this seat, 0 for North to 3 for West.

    Raises :class:`Refused` where a hand does not have thirteen cards.
    """
    hands = []
    for seat in range(4):
        suits = (
            "".join(
                card[1]
                for card, owner in zip(PACK, owners, strict=True)
                if owner == seat and card[0] == suit
            )
            for suit in SUITS
        )
        hands.append(".".join(suits))
    return deal_of_hands(dict(zip(SEATS, hands, strict=True)))


def deal_of_hands(hands: Mapping[Seat, str]) -> Deal:
    """The deal of these hands; the fourth may be missing. Each may have its ranks in any order,
    ``10`` for the ten, and ``-`` for a suit without cards.

    Raises :class:`Refused` with everything that is wrong.
    """
    problems: list[Problem | Sentence] = []
    held: dict[Seat, list[str]] = {}
    for seat, text in hands.items():
        try:
            held[seat] = _cards_of(text)
        except Refused as refusal:
            problems += refusal.problems
    if not problems:
        problems += _wrong(held)
    if not problems and len(held) == 3:
        missing = next(seat for seat in SEATS if seat not in held)
        dealt = {card for cards in held.values() for card in cards}
        held[missing] = [card for card in PACK if card not in dealt]
    if problems or len(held) != 4:
        raise Refused(*(problems or [sentence(_NO_DEAL, text=" ".join(hands.values()))]))
    north, east, south, west = (_hand_text(held[seat]) for seat in SEATS)
    return Deal((north, east, south, west))


def _wrong(held: Mapping[Seat, list[str]]) -> Iterator[Sentence]:
    counted = Counter(card for cards in held.values() for card in cards)
    for card in PACK:
        if counted[card] > 1:
            yield sentence(_TWICE, card=card, count=counted[card])
    for seat, cards in held.items():
        if len(cards) != 13:
            yield sentence(_NOT_13, seat=Sentence(_NAMES[seat]), count=len(cards))


def _cards_of(text: str) -> list[str]:
    suits = text.strip().upper().replace("10", "T").split(".")
    if len(suits) != 4:
        raise Refused(sentence(_NO_HAND, text=text))
    cards = []
    for suit, ranks in zip(SUITS, suits, strict=True):
        for rank in "" if ranks.strip() in {"-", "--"} else ranks.replace(" ", ""):
            if rank not in RANKS:
                raise Refused(sentence(_NO_CARD, text=rank))
            cards.append(suit + rank)
    return cards


def _hand_text(cards: list[str]) -> str:
    held = set(cards)
    suits = ("".join(rank for rank in RANKS if suit + rank in held) for suit in SUITS)
    return ".".join(suits)


def read_deal(text: str) -> Deal | None:
    """The deal of PBN's text, ``None`` where more than one hand is not known (``-``).

    Raises :class:`Refused` with everything that is wrong with it.
    """
    first, colon, rest = text.strip().partition(":")
    hands = rest.split()
    if first.upper() not in SEATS or not colon or len(hands) != 4:
        raise Refused(sentence(_NO_DEAL, text=text))
    start = SEATS.index(Seat(first.upper()))
    seats = SEATS[start:] + SEATS[:start]
    known = {seat: hand for seat, hand in zip(seats, hands, strict=True) if hand != "-"}
    return deal_of_hands(known) if len(known) >= 3 else None
