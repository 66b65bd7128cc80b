"""Every deal has a number; a number drawn evenly deals fairly.

There are 52! / 13!⁴ deals (96 bits). :func:`deal_of_number` takes each number below
:data:`DEALS` to a deal of its own, so that 29 digits repeat a deal. Nothing is filtered and nothing
is chosen (Law 6E4).
"""

from math import comb
from typing import Final

from events.sessions.domain.hands.deal import Deal, deal_of_owners

DEALS: Final = comb(52, 13) * comb(39, 13) * comb(26, 13)
"""How many different deals there are: 53,644,737,765,488,792,839,237,440,000."""

_COUNTS: Final = (13, 13, 13)


def deal_of_number(number: int) -> Deal:
    """The deal of a number from 0 to :data:`DEALS` − 1."""
    if not 0 <= number < DEALS:
        raise ValueError(f"{number} is not the number of a deal")
    owners = [3] * 52
    free = list(range(52))
    for seat, count in enumerate(_COUNTS):
        number, rank = divmod(number, comb(len(free), count))
        held = _combination(rank, len(free), count)
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
    for seat, count in enumerate(_COUNTS):
        held = [place for place, card in enumerate(free) if owners[card] == seat]
        numbers.append((_rank(held, len(free)), comb(len(free), count)))
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
