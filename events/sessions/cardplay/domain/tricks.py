"""The play of the cards: whose turn it is, who wins a trick, and which cards cannot be.

A *play* is its cards in the order in which they were played, the tricks that the declarer has in
all where somebody claimed them, and whether it was *cut*: left out from a card on that cannot be.
Its text is suit and rank of each card, ``?`` where it was cut, ``=`` and a hexadecimal digit for
the claim: ``H4H2HJHA=6``.

Laws 41 to 45 (order and winner of tricks), 61 (revoke) and 68 (claim).
"""

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache
from typing import Final

from clubscore.text.problems import Refused, Sentence, gettext_noop, sentence
from events.sessions.core.domain.adjustment import Notation
from events.sessions.core.domain.contract import RANKS, Card, Seat, Strain, read_card
from events.sessions.hands.domain import SEATS, Deal

CARDS: Final = 52

_TEXT = re.compile(r"((?:[SHDC][AKQJT2-9]){0,52})(\??)(?:=([0-9a-d]))?", re.ASCII)


class End(StrEnum):
    """How the play of a board ends."""

    PLAYED = "played"
    CLAIMED = "claimed"
    OPEN = "open"
    CUT = "cut"
    REVOKE = "revoke"
    NONE = "none"


@dataclass(frozen=True, slots=True)
class Play:
    cards: tuple[Card, ...] = ()
    claim: int | None = None
    """The declarer's tricks in all."""
    is_cut: bool = False

    def __str__(self) -> str:
        claim = "" if self.claim is None else f"={self.claim:x}"
        return f"{''.join(map(str, self.cards))}{'?' if self.is_cut else ''}{claim}"


def read_cards(text: str) -> Play:
    """The play of a canonical text. Raises :class:`Refused` for any other."""
    match = _TEXT.fullmatch(text)
    cards = _cards(match[1]) if match else ()
    is_whole = len(cards) == CARDS
    if match is None or len(set(cards)) < len(cards) or (is_whole and (match[2] or match[3])):
        raise Refused.because("“%(text)s” is not a play, such as H4H2HJHA=6.", text=text)
    return Play(cards, int(match[3], 16) if match[3] else None, bool(match[2]))


def _cards(text: str) -> tuple[Card, ...]:
    return tuple(read_card(text[place : place + 2]) for place in range(0, len(text), 2))


def leader_of(declarer: Seat) -> Seat:
    """Who leads to the first trick: the player to the declarer's left."""
    return _CLOCKWISE[declarer]


_CLOCKWISE: Final = dict(zip(SEATS, SEATS[1:] + SEATS[:1], strict=True))
_HEIGHTS: Final = {rank: height for height, rank in enumerate(reversed(RANKS))}


@dataclass(frozen=True, slots=True)
class Tricks:
    """What a play tells, up to a revoke: ``seats`` has who played each card, ``winners`` who won
    each trick that is full; ``revoke`` is the place of the first card that is one, from 0."""

    seats: tuple[Seat, ...]
    winners: tuple[Seat, ...]
    declarer: Seat
    revoke: int | None = None

    @property
    def won(self) -> int:
        """The tricks of the declarer so far."""
        return sum(winner.side is self.declarer.side for winner in self.winners)

    def won_before(self, place: int) -> int:
        """The tricks of the declarer before the trick of a card."""
        return sum(winner.side is self.declarer.side for winner in self.winners[: place // 4])


def winner_of(trick: Sequence[Card], leader: Seat, strain: Strain) -> Seat:
    """Who wins a full trick (Law 44): the highest trump, else the highest of the suit led."""
    best = 0
    for place in range(1, 4):
        card, high = trick[place], trick[best]
        is_higher = card.suit is high.suit and _HEIGHTS[card.rank] > _HEIGHTS[high.rank]
        if is_higher or (card.suit is strain and high.suit is not strain):
            best = place
    return SEATS[(SEATS.index(leader) + best) % 4]


class _Table:
    """The cards while they are played."""

    def __init__(self, declarer: Seat, strain: Strain) -> None:
        self.turn = leader_of(declarer)
        self.strain = strain
        self.cards: list[Card] = []
        self.winners: list[Seat] = []

    @property
    def suit_led(self) -> Strain | None:
        return self.cards[-(len(self.cards) % 4)].suit if len(self.cards) % 4 else None

    def play(self, card: Card) -> None:
        self.cards.append(card)
        self.turn = _CLOCKWISE[self.turn]
        if len(self.cards) % 4 == 0:
            self.turn = winner_of(self.cards[-4:], self.turn, self.strain)
            self.winners.append(self.turn)


@lru_cache(maxsize=256)
def holders_of(deal: Deal) -> Mapping[Card, Seat]:
    """Who was dealt each card."""
    return {card: seat for seat in SEATS for card in deal.held(seat)}


def follow(
    cards: Sequence[Card], declarer: Seat, strain: Strain, deal: Deal | None = None
) -> Tricks:
    """What a play of cards that may all be tells; a revoke is seen where the deal is known."""
    table = _Table(declarer, strain)
    left = Counter((seat, card.suit) for card, seat in holders_of(deal).items()) if deal else None
    seats: list[Seat] = []
    for place, card in enumerate(cards):
        if left is not None:
            led = table.suit_led
            if led and card.suit is not led and left[table.turn, led] > 0:
                winners = tuple(table.winners)
                return Tricks(tuple(seats), winners, declarer, revoke=place)
            left[table.turn, card.suit] -= 1
        seats.append(table.turn)
        table.play(card)
    return Tricks(tuple(seats), tuple(table.winners), declarer)


@dataclass(frozen=True, slots=True)
class Fault:
    """The first card of a play that cannot be: its ``place`` from 0, and why."""

    place: int
    card: Card
    reason: Sentence


_PLAYED = gettext_noop("%(card)s was played already (trick %(trick)s).")
_NOT_HELD = gettext_noop("%(seat)s does not hold %(card)s; %(holder)s does.")
_BEYOND = gettext_noop("%(card)s is one more than the 52 cards of the pack.")

SEAT_NAMES: Final[Mapping[Seat, str]] = {
    Seat.N: gettext_noop("North"),
    Seat.E: gettext_noop("East"),
    Seat.S: gettext_noop("South"),
    Seat.W: gettext_noop("West"),
}


def seat_name(seat: Seat) -> Sentence:
    """The seat as a word."""
    return Sentence(SEAT_NAMES[seat])


def first_fault(
    cards: Sequence[Card],
    deal: Deal | None,
    declarer: Seat | None = None,
    strain: Strain | None = None,
) -> Fault | None:
    """The first card that was played already, that its player does not hold, or that is beyond
    the pack. Who is to play is known by declarer and strain, who holds a card by the deal."""
    table = _Table(declarer, strain) if deal and declarer and strain else None
    holders = holders_of(deal) if deal else {}
    seen: dict[Card, int] = {}
    for place, card in enumerate(cards):
        if place == CARDS:
            return Fault(place, card, sentence(_BEYOND, card=Notation(card)))
        if card in seen:
            trick = seen[card] // 4 + 1
            return Fault(place, card, sentence(_PLAYED, card=Notation(card), trick=trick))
        if table:
            holder = holders[card]
            if holder is not table.turn:
                seats = {"seat": seat_name(table.turn), "holder": seat_name(holder)}
                return Fault(place, card, sentence(_NOT_HELD, card=Notation(card), **seats))
            table.play(card)
        seen[card] = place
    return None


def claim_fits(claim: int, tricks: Tricks) -> bool:
    """Whether a claim leaves each side the tricks that it has (Law 68)."""
    return tricks.won <= claim <= 13 - (len(tricks.winners) - tricks.won)


def end_of(play: Play, revoke: int | None = None) -> End:
    """How a play ends; ``revoke`` is the place of its first revoke."""
    if not play.cards:
        return End.CUT if play.is_cut else End.NONE
    if revoke is not None:
        return End.REVOKE
    if len(play.cards) == CARDS:
        return End.PLAYED
    if play.is_cut:
        return End.CUT
    return End.OPEN if play.claim is None else End.CLAIMED
