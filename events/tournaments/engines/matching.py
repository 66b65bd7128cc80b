"""Perfect matchings of the largest weight, of many players among neighbours in the standings."""

from collections.abc import Callable, Sequence

from events.common.engines.matching import heaviest_matching

MAX_FULL = 120
"""Of more players only neighbours in the standings may meet at first."""
NEIGHBOURS = 40
_SCALE = 2**20
"""Room below the smallest unit of a weight for the order among equal matchings."""
_MAX_ORDER = 2**10 - 1

Weight = Callable[[int, int], int | None]
"""The weight of two players, ``None`` where they may not meet."""
Order = Callable[[int, int], int]


def matching(numbers: Sequence[int], weight: Weight, order: Order) -> list[tuple[int, int]] | None:
    """The pairs of players, given in the order of their standings, ``None`` where no perfect
    matching exists.

    ``order`` gives a number from 0 to 1,023 that decides between matchings of equal weight.
    """
    reach = len(numbers) if len(numbers) <= MAX_FULL else NEIGHBOURS
    while True:
        found = _matching(numbers, weight, order, reach)
        if found is not None or reach >= len(numbers):
            return found
        reach *= 2


def _matching(
    numbers: Sequence[int], weight: Weight, order: Order, reach: int
) -> list[tuple[int, int]] | None:
    weights = {}
    for place, one in enumerate(numbers):
        for other in numbers[place + 1 : place + 1 + reach]:
            value = weight(one, other)
            if value is not None:
                extra = min(order(one, other), _MAX_ORDER)
                weights[one, other] = value * _SCALE + extra
    found = heaviest_matching(weights, numbers)
    places = {number: place for place, number in enumerate(numbers)}
    pairs = [tuple(sorted(pair, key=places.__getitem__)) for pair in found]
    if 2 * len(pairs) != len(numbers):
        return None
    return sorted(((one, other) for one, other in pairs), key=lambda pair: places[pair[0]])
