"""From a deal back to its number, to check the way from the number to the deal."""

from math import comb

from events.sessions.hands.domain import Deal


def number_of_deal(deal: Deal) -> int:
    """The number of a deal: the inverse of :func:`deal_of_number`."""
    owners = deal.owners()
    free = list(range(52))
    ranks = []
    for seat, count in enumerate((13, 13, 13)):
        held = [place for place, card in enumerate(free) if owners[card] == seat]
        ranks.append((comb(len(free), count), _rank(held, len(free), count)))
        free = [card for card in free if owners[card] != seat]
    number = 0
    for size, rank in reversed(ranks):
        number = number * size + rank
    return number


def _rank(places: list[int], size: int, count: int) -> int:
    rank = 0
    held = set(places)
    for place in range(size):
        if not count:
            break
        if place in held:
            count -= 1
        else:
            rank += comb(size - place - 1, count - 1)
    return rank
