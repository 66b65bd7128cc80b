"""What cards cost against double dummy, and where a contract was made or lost.

*Costs* are the declarer's double-dummy tricks before the first card and after each: a card costs
what its side loses by it, which is never less than nothing. So the tricks at the start, less what
the declarer's side gave and more what the defence gave, are those at the end.

The *turn* is the last card at which it changed whether the contract is made; the cards that keep
the result there are ``kept``. The *story* of a line is one sentence, with its turn or without.
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from typing import Final

from clubscore.text.problems import Refused, Sentence, gettext_noop, sentence, verbatim
from events.sessions.cardplay.domain.tricks import End, Tricks, read_cards, seat_name
from events.sessions.core.domain.adjustment import Notation
from events.sessions.core.domain.contract import RANKS, Card, Contract, Played, Seat
from events.sessions.hands.domain import SUITS, Deal

_COSTS = re.compile(r"[0-9a-d]{0,53}", re.ASCII)
MAX_KEPT: Final = 13

Costs = tuple[int, ...]


def costs_text(costs: Costs) -> str:
    """The hexadecimal digits of costs."""
    return "".join(f"{tricks:x}" for tricks in costs)


def read_costs(text: str) -> Costs:
    """The costs of their digits, none of an empty text. Raises :class:`Refused`."""
    if not _COSTS.fullmatch(text):
        raise Refused.because("“%(text)s” are no tricks of a play, such as 6655.", text=text)
    return tuple(int(digit, 16) for digit in text)


def in_order(cards: Iterable[Card]) -> tuple[Card, ...]:
    """Cards in the order S H D C, the highest of a suit first."""
    return tuple(sorted(cards, key=lambda card: (SUITS.index(card.suit), RANKS.index(card.rank))))


def kept_text(cards: Iterable[Card]) -> str:
    """The text of cards that keep a result: ``D4D5``."""
    return "".join(map(str, cards))


def read_kept(text: str) -> tuple[Card, ...]:
    """The cards of their text. Raises :class:`Refused`."""
    play = read_cards(text)
    if kept_text(play.cards) != text or len(play.cards) > MAX_KEPT:
        raise Refused.because("“%(text)s” are not up to 13 cards, such as D4D5.", text=text)
    return play.cards


def card_costs(costs: Costs, seats: Sequence[Seat], declarer: Seat) -> tuple[int, ...]:
    """What each card cost its side."""
    return tuple(
        costs[place] - costs[place + 1]
        if seat.side is declarer.side
        else costs[place + 1] - costs[place]
        for place, seat in enumerate(seats[: max(len(costs) - 1, 0)])
    )


@dataclass(frozen=True, slots=True)
class Lost:
    """The tricks that each side gave, and those of the defence that it gave with the lead."""

    declarer: int
    defence: int
    lead: int


def lost(costs: Costs, seats: Sequence[Seat], declarer: Seat) -> Lost:
    """What the cards of each side cost in all."""
    each = card_costs(costs, seats, declarer)
    own = sum(cost for cost, seat in zip(each, seats, strict=False) if seat.side is declarer.side)
    return Lost(own, sum(each) - own, each[0] if each else 0)


def is_identity(costs: Costs, tricks: Tricks, *, is_played: bool) -> bool:
    """Whether the costs can be: none is less than nothing, and the end of a play of 52 cards is
    what the declarer won."""
    if len(costs) != len(tricks.seats) + 1:
        return False
    if any(cost < 0 for cost in card_costs(costs, tricks.seats, tricks.declarer)):
        return False
    return not is_played or costs[-1] == tricks.won


def turn_of(costs: Costs, needed: int) -> int | None:
    """The place of the card at which the contract was made or lost for the last time; ``None``
    where the end is as the start."""
    makes = [tricks >= needed for tricks in costs]
    if not makes or makes[0] == makes[-1]:
        return None
    return max(place for place in range(len(makes) - 1) if makes[place] != makes[place + 1])


def changes_of(costs: Costs, needed: int) -> list[int]:
    """The places of all the cards at which it changed whether the contract is made."""
    makes = [tricks >= needed for tricks in costs]
    return [place for place in range(len(makes) - 1) if makes[place] != makes[place + 1]]


def keeping(answers: Mapping[Card, int], costs: Costs, place: int, needed: int) -> tuple[Card, ...]:
    """Of the cards that could be played at a turn, with the declarer's tricks after each, those
    after which nothing would have changed."""
    makes = costs[place] >= needed
    return in_order(card for card, tricks in answers.items() if (tricks >= needed) is makes)


class Kind(Enum):
    """What became of a contract."""

    MADE = "made"
    GIVEN_BACK = "given back"
    LOST = "lost"
    LET_THROUGH = "let through"
    NOTHING = "nothing could be done"
    DOWN_MORE = "down more"
    LEAD_GAVE = "the lead gave the contract"
    LEAD_COST = "the lead cost tricks"
    NO_LEAD = "no lead beats it"
    GOOD_LEAD = "the lead was one of those that hold it"


@dataclass(frozen=True, slots=True)
class Story:
    """What became of a contract: the sentence, and the place of the card that it is about."""

    kind: Kind
    sentence: Sentence
    place: int | None = None


def shown(card: Card) -> Notation:
    """A card as people read it, in the letters of each language."""
    return Notation(card)


_TWO_KEPT = gettext_noop("%(first)s or %(second)s")
_THREE_KEPT = gettext_noop("%(first)s, %(second)s or %(third)s")
_MORE_KEPT = gettext_noop("%(first)s, %(second)s, %(third)s or another of %(count)s")


def either(cards: Sequence[Card]) -> Sentence:
    """Up to three cards, the highest first: “♦4 or ♦5”, “♠A, ♠K, ♥2 or another of 7”."""
    cards = in_order(cards)
    names = {
        name: shown(card) for name, card in zip(("first", "second", "third"), cards, strict=False)
    }
    if len(cards) > 3:
        return sentence(_MORE_KEPT, **names, count=len(cards))
    if len(cards) == 1:
        return verbatim(names["first"])
    return sentence(_TWO_KEPT if len(cards) == 2 else _THREE_KEPT, **names)


_MADE = gettext_noop("Made, as double dummy says it can be.")
_GIVEN_BACK = gettext_noop(
    "Made, as double dummy says it can be. It was lost in trick %(lost)s and given back in trick"
    " %(back)s."
)
_LOST = gettext_noop("The contract was lost in trick %(trick)s: %(seat)s’s %(card)s.")
_LOST_KEPT = gettext_noop(
    "The contract was lost in trick %(trick)s: %(seat)s’s %(card)s. %(kept)s would have kept it."
)
_THROUGH = gettext_noop("The defence let it through in trick %(trick)s: %(seat)s’s %(card)s.")
_THROUGH_KEPT = gettext_noop(
    "The defence let it through in trick %(trick)s: %(seat)s’s %(card)s. %(kept)s would have"
    " beaten it."
)
_NOTHING = gettext_noop("Nothing could be done: %(down)s down, double dummy.")
_DOWN_MORE = gettext_noop(
    "It could not be made; double dummy %(down)s down, at the table %(table)s."
)
_CLAIMED = gettext_noop("Claimed %(claimed)s; double dummy gives %(gives)s.")
_BOTH = gettext_noop("%(first)s %(second)s")

_NUMBERS: Final = (
    gettext_noop("one"), gettext_noop("two"), gettext_noop("three"), gettext_noop("four"),
    gettext_noop("five"), gettext_noop("six"), gettext_noop("seven"), gettext_noop("eight"),
    gettext_noop("nine"), gettext_noop("ten"), gettext_noop("eleven"), gettext_noop("twelve"),
    gettext_noop("thirteen"),
)  # fmt: skip


def in_words(number: int) -> Sentence:
    """A number from 1 to 13 as a word."""
    return Sentence(_NUMBERS[number - 1])


def story_of_play(
    contract: Contract,
    costs: Costs,
    tricks: Tricks,
    cards: Sequence[Card],
    kept: Sequence[Card],
    end: End,
    claim: int | None = None,
) -> Story | None:
    """What became of a contract whose play is known; ``None`` where it was not played to an end or
    its costs are not worked out. A claim ends with the claimed tricks."""
    if end not in (End.PLAYED, End.CLAIMED) or len(costs) != len(cards) + 1:
        return None
    story = _story(contract.tricks_needed, costs, tricks, cards, kept, claim)
    if claim is not None and claim != costs[-1]:
        odd = sentence(_CLAIMED, claimed=claim, gives=costs[-1])
        both = sentence(_BOTH, first=story.sentence, second=odd)
        return Story(story.kind, both, story.place)
    return story


def _story(
    needed: int,
    costs: Costs,
    tricks: Tricks,
    cards: Sequence[Card],
    kept: Sequence[Card],
    claim: int | None,
) -> Story:
    end = costs[-1] if claim is None else claim
    place = turn_of(costs, needed)
    if place is not None and (costs[-1] >= needed) is (end >= needed):
        is_lost = end < needed
        values = {
            "trick": place // 4 + 1,
            "seat": seat_name(tricks.seats[place]),
            "card": shown(cards[place]),
        }
        if kept:
            template = _LOST_KEPT if is_lost else _THROUGH_KEPT
            told = sentence(template, **values, kept=either(kept))
        else:
            told = sentence(_LOST if is_lost else _THROUGH, **values)
        return Story(Kind.LOST if is_lost else Kind.LET_THROUGH, told, place)
    start = costs[0]
    if start < needed:
        if end >= needed:
            # A claim of more than double dummy gives.
            return Story(Kind.LET_THROUGH, sentence(_CLAIM_MADE))
        if start == end:
            return Story(Kind.NOTHING, sentence(_NOTHING, down=in_words(needed - end)))
        down, table = in_words(needed - start), in_words(needed - end)
        return Story(Kind.DOWN_MORE, sentence(_DOWN_MORE, down=down, table=table))
    if end < needed:
        return Story(Kind.LOST, sentence(_CLAIM_LOST))
    changes = changes_of(costs, needed)
    if len(changes) >= 2:
        told = sentence(_GIVEN_BACK, lost=changes[0] // 4 + 1, back=changes[-1] // 4 + 1)
        return Story(Kind.GIVEN_BACK, told, changes[-1])
    return Story(Kind.MADE, sentence(_MADE))


_CLAIM_MADE = gettext_noop("The defence let it through with the claim.")
_CLAIM_LOST = gettext_noop("The contract was lost with the claim.")


Leads = Mapping[Card, int]
"""The declarer's double-dummy tricks after each card that may be led."""


def read_leads(text: str, deal: Deal, leader: Seat) -> Leads:
    """The tricks after each lead, of a digit for each card of the leader in the order S H D C.
    Raises :class:`Refused`."""
    digits = read_costs(text)
    cards = in_order(deal.held(leader))
    if len(digits) != len(cards):
        raise Refused.because("“%(text)s” are not the tricks of 13 leads.", text=text)
    return dict(zip(cards, digits, strict=True))


def leads_text(leads: Leads) -> str:
    """The digits of the tricks after each lead."""
    return costs_text(tuple(leads[card] for card in in_order(leads)))


def lead_cost(leads: Leads, lead: Card) -> int | None:
    """The tricks that a lead cost; ``None`` where the leader does not hold it."""
    return leads[lead] - min(leads.values()) if lead in leads else None


def by_tricks(leads: Leads) -> list[tuple[int, tuple[Card, ...]]]:
    """The leads after which the declarer has as many tricks, the fewest first."""
    return [
        (tricks, in_order(card for card, own in leads.items() if own == tricks))
        for tricks in sorted(set(leads.values()))
    ]


_LEAD_GAVE = gettext_noop("The lead %(card)s gave the contract: %(kept)s holds it to %(tricks)s.")
_LEAD_COST = {
    True: gettext_noop("The lead cost one trick; the contract was made anyway."),
    False: gettext_noop("The lead cost %(count)s tricks; the contract was made anyway."),
}
_LEAD_COST_DOWN = {
    True: gettext_noop("The lead cost one trick; the contract went down anyway."),
    False: gettext_noop("The lead cost %(count)s tricks; the contract went down anyway."),
}
_NO_LEAD = gettext_noop("No lead beats it.")
_GOOD_LEAD = gettext_noop("The lead was one of %(count)s that hold it to %(tricks)s.")
_ONLY_LEAD = gettext_noop("The lead was the only one that holds it to %(tricks)s.")
_ANY: Final = {
    "S": gettext_noop("any spade"),
    "H": gettext_noop("any heart"),
    "D": gettext_noop("any diamond"),
    "C": gettext_noop("any club"),
}


def story_of_lead(played: Played, leads: Leads, lead: Card) -> Story | None:
    """What the lead did to a contract whose play is not known; ``None`` where the leader does not
    hold it."""
    cost = lead_cost(leads, lead)
    if cost is None:
        return None
    best = min(leads.values())
    needed = played.contract.tricks_needed
    holding = [card for card, tricks in leads.items() if tricks == best]
    if cost:
        if best < needed <= leads[lead] and played.tricks >= needed:
            values = {"card": shown(lead), "tricks": in_words_or_none(best)}
            told = sentence(_LEAD_GAVE, **values, kept=_suits_or_cards(holding, leads))
            return Story(Kind.LEAD_GAVE, told, 0)
        templates = _LEAD_COST if played.tricks >= needed else _LEAD_COST_DOWN
        return Story(Kind.LEAD_COST, sentence(templates[cost == 1], count=cost), 0)
    if best >= needed:
        return Story(Kind.NO_LEAD, sentence(_NO_LEAD), 0)
    if len(holding) == 1:
        return Story(Kind.GOOD_LEAD, sentence(_ONLY_LEAD, tricks=in_words_or_none(best)), 0)
    values = {"count": len(holding), "tricks": in_words_or_none(best)}
    return Story(Kind.GOOD_LEAD, sentence(_GOOD_LEAD, **values), 0)


def in_words_or_none(number: int) -> Sentence:
    """A number from 0 to 13 as a word."""
    return in_words(number) if number else Sentence(_ZERO)


_ZERO = gettext_noop("none")


def _suits_or_cards(holding: Sequence[Card], leads: Leads) -> Sentence:
    """“any heart” where these are all of one suit and no others, else up to three cards."""
    suits = {card.suit for card in holding}
    suit = next(iter(suits))
    whole = sum(card.suit is suit for card in leads)
    if len(suits) == 1 and whole == len(holding) > 1:
        return Sentence(_ANY[suit])
    return either(holding)
