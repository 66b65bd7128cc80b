"""A deal: the four hands of a board, and its text as PBN writes it.

A hand's text is its suits in the order S H D C, each in descending rank: ``AQT94.T53.KQ8.T9``. A
:class:`Deal` always has 52 different cards, thirteen in each hand; what is none is refused, with
everything that is wrong with it.

Every deal has a number; a number drawn evenly deals fairly.

There are 52! / 13!⁴ deals (96 bits). :func:`deal_of_number` takes each number below
:data:`DEALS` to a deal of its own, so that 29 digits repeat a deal. Nothing is filtered and nothing
is chosen (Law 6E4).

Fair deals: a number drawn evenly from all deals, for each board.

Hands that follow from one secret number, so that anybody can check that they were not chosen.

The *seed* has 256 bits from the operating system. Its SHA-256 *digest* is shown before the session,
the seed afterwards. The number of a board's deal is the first 96 bits of the SHA-256 of
``SEED:BOARD:ATTEMPT``, where SEED is in hexadecimal digits and ATTEMPT counts from 0 until the
number is below :data:`~events.sessions.hands.domain.DEALS`; so every deal is as likely as
every other. Source: exchange, section 6, Fair deals.

Double-dummy tricks of a board, and its par score.

The tricks are a table of every declarer and strain. PBN programs write them as twenty hexadecimal
digits, declarers in the order N S E W, and for each NT S H D C. *Par* is the score when both sides
bid to their best with all cards in view: whoever would lose by letting the opponents' contract
stand bids on or doubles.
"""

import re
import secrets
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from hashlib import sha256
from itertools import count
from math import comb
from typing import Final

from clubscore.text.problems import Problem, Refused, Sentence, gettext_noop, sentence
from events.sessions.core.domain.contract import (
    RANKS,
    Card,
    Contract,
    Doubling,
    Played,
    Seat,
    Side,
    Strain,
    Vulnerability,
    contract_score,
    dealer,
    vulnerability,
)


@dataclass(frozen=True, slots=True)
class Hands:
    """The cards of each seat, and the tricks that each declarer takes in each strain when everybody
    sees all cards; no tricks where nobody has worked them out.

    Of hands that are sealed a doubt says who did not have a card, not who had it.
    """

    cards: Mapping[Seat, frozenset[Card]]
    tricks: Mapping[tuple[Seat, Strain], int] = field(default_factory=dict)
    is_sealed: bool = False

    def holder(self, card: Card) -> Seat:
        return next(seat for seat, cards in self.cards.items() if card in cards)


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
            yield sentence("%(card)s is dealt %(count)s times.", card=card, count=counted[card])
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


DEALS: Final = comb(52, 13) * comb(39, 13) * comb(26, 13)
"""How many different deals there are: 53,644,737,765,488,792,839,237,440,000."""

_COUNTS: Final = (13, 13, 13)


def deal_of_number(number: int) -> Deal:
    """The deal of a number from 0 to :data:`DEALS` − 1."""
    if not 0 <= number < DEALS:
        raise ValueError(f"{number} is not the number of a deal")
    owners = [3] * 52
    free = list(range(52))
    for seat, cards in enumerate(_COUNTS):
        number, rank = divmod(number, comb(len(free), cards))
        held = _combination(rank, len(free), cards)
        for place in held:
            owners[free[place]] = seat
        chosen = set(held)
        free = [card for place, card in enumerate(free) if place not in chosen]
    return deal_of_owners(tuple(owners))


def number_of_deal(deal: Deal) -> int:
    """The number of a deal: what :func:`deal_of_number` takes to it."""
    owners = deal.owners()
    free = list(range(52))
    numbers = []
    for seat, cards in enumerate(_COUNTS):
        held = [place for place, card in enumerate(free) if owners[card] == seat]
        numbers.append((_rank(held, len(free)), comb(len(free), cards)))
        free = [card for card in free if owners[card] != seat]
    number = 0
    for rank, size in reversed(numbers):
        number = number * size + rank
    return number


def _rank(places: list[int], size: int) -> int:
    """The rank of a combination of places, in the order of a dictionary."""
    rank, before = 0, -1
    for index, place in enumerate(places):
        left = len(places) - index - 1
        rank += sum(comb(size - each - 1, left) for each in range(before + 1, place))
        before = place
    return rank


def _combination(rank: int, size: int, count: int) -> list[int]:
    """The places of a combination by its rank, in the order of a dictionary."""
    places = []
    place = 0
    while count:
        with_this = comb(size - place - 1, count - 1)
        if rank < with_this:
            places.append(place)
            count -= 1
        else:
            rank -= with_this
        place += 1
    return places


def draw_deals(
    boards: Iterable[int], *, draw: Callable[[int], int] = secrets.randbelow
) -> list[tuple[int, Deal]]:
    """A deal for each board. ``draw`` gives a number below the one that it gets, each as likely
    as every other: that of the operating system, which nobody can predict or repeat."""
    return [(board, deal_of_number(draw(DEALS))) for board in boards]


_BYTES = 32

_NUMBER_BYTES = 12


def new_seed() -> str:
    """A seed that nobody can predict: 64 hexadecimal digits."""
    return secrets.token_hex(_BYTES)


def digest_of(seed: str) -> str:
    """What is shown of a seed before the session: 64 hexadecimal digits."""
    return sha256(seed.encode("ascii")).hexdigest()


def number_of_board(seed: str, board: int) -> int:
    """The number of a board's deal, from 0 to DEALS − 1."""
    for attempt in count():
        drawn = sha256(f"{seed}:{board}:{attempt}".encode("ascii")).digest()
        number = int.from_bytes(drawn[:_NUMBER_BYTES], "big")
        if number < DEALS:
            return number
    raise AssertionError


def deals_of_seed(seed: str, boards: Iterable[int]) -> list[tuple[int, Deal]]:
    """The deal of each board; it depends on the seed and the board's number alone."""
    return [(board, deal_of_number(number_of_board(seed, board))) for board in boards]


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
        if len(self.tricks) != 20 or not all(0 <= trick <= 13 for trick in self.tricks):
            raise ValueError("twenty numbers from 0 to 13")

    def __str__(self) -> str:
        return "".join(f"{trick:x}" for trick in self.tricks)

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
        """The score as PBN writes it, from the side that declares: ``NS 980``, ``EW -300``."""
        if self.contracts and self.contracts[0].declarer.side is Side.EW:
            return f"EW {-self.score_ns}"
        return f"NS {self.score_ns}"


def par(makeable: Makeable, board: int) -> Par:
    """Par on a board of this number. Where each side could open with profit, the dealer's does."""
    auction = Bidding(makeable, vulnerability(board))
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


BIDS: Final = tuple((level, strain) for level in range(1, 8) for strain in Strain)


class Bidding:
    """What bidding each contract is worth to its side, against opponents who see all cards.

    They let it stand, doubled where it goes down, or bid over it where that is better for them.
    """

    def __init__(self, makeable: Makeable, vulnerable: Vulnerability) -> None:
        self.makeable = makeable
        self.vulnerable = vulnerable
        self.worth: dict[Side, list[int]] = {side: [0] * len(BIDS) for side in Side}
        above: dict[Side, int | None] = dict.fromkeys(Side)
        for place in reversed(range(len(BIDS))):
            for side in Side:
                over = above[side.opponents]
                score = max(self.result(seat, place)[1] for seat in _seats(side))
                self.worth[side][place] = score if over is None else min(score, -over)
            for side in Side:
                known, here = above[side], self.worth[side][place]
                above[side] = here if known is None else max(known, here)

    def result(self, declarer: Seat, place: int) -> tuple[Played, int]:
        """A contract as it would be played, and its score to the declarer."""
        level, strain = BIDS[place]
        tricks = self.makeable.of(declarer, strain)
        doubling = Doubling.DOUBLED if tricks < level + 6 else Doubling.UNDOUBLED
        contract = Contract(level, strain, doubling)
        score = contract_score(contract, self.vulnerable.of(declarer.side), tricks)
        return Played(contract, declarer, tricks), score

    def best_result(self, side: Side, place: int) -> Played:
        """A contract as it would be played from the better hand of a side."""
        return max((self.result(seat, place) for seat in _seats(side)), key=_score)[0]

    def best(self, side: Side) -> int:
        """The most that a side gets by opening."""
        return max(self.worth[side])

    def contracts(self, side: Side, score: int) -> Iterator[Played]:
        """The contracts that reach this score, in each strain the lowest over which nothing costs
        the opponents less."""
        found: set[tuple[Seat, Strain]] = set()
        cheaper = [
            place
            for place in range(len(BIDS))
            for seat in _seats(side.opponents)
            if self.result(seat, place)[1] > -score
        ]
        lowest = max(cheaper, default=0)
        for place, (_, strain) in enumerate(BIDS[lowest:], start=lowest):
            for seat in _seats(side):
                played, own = self.result(seat, place)
                if own == score and (seat, strain) not in found:
                    found.add((seat, strain))
                    yield played


def _score(result: tuple[Played, int]) -> int:
    return result[1]


def _seats(side: Side) -> tuple[Seat, Seat]:
    return (Seat.N, Seat.S) if side is Side.NS else (Seat.E, Seat.W)


class HandFormat(StrEnum):
    PBN = "pbn"
    DUP = "dup"
    DLM = "dlm"
    LIN = "lin"


MAX_BOARD = 999
