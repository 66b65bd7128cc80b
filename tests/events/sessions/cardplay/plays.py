"""Plays of cards for tests: legal ones by chance, and one that was invented."""

from random import Random

from events.sessions.cardplay.domain.tricks import follow, leader_of, winner_of
from events.sessions.core.domain.contract import Card, Seat, Strain
from events.sessions.hands.domain import DEALS, SEATS, Deal, deal_of_number


def deal_by_chance(random: Random) -> Deal:
    return deal_of_number(random.randrange(DEALS))


def play_by_chance(random: Random, deal: Deal, declarer: Seat, strain: Strain) -> list[Card]:
    """52 cards as the rules allow them, without the functions that are tested."""
    held = {seat: sorted(deal.held(seat), key=str) for seat in SEATS}
    leader, cards = leader_of(declarer), []
    for _trick in range(13):
        trick: list[Card] = []
        for step in range(4):
            own = held[SEATS[(SEATS.index(leader) + step) % 4]]
            suit = [card for card in own if trick and card.suit is trick[0].suit]
            card = random.choice(suit or own)
            own.remove(card)
            trick.append(card)
        leader = winner_of(trick, leader, strain)
        cards += trick
    return cards


def seats_of(cards: list[Card], declarer: Seat, strain: Strain) -> tuple[Seat, ...]:
    return follow(cards, declarer, strain).seats
