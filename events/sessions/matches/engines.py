"""Everybody paired at the lowest cost."""

from events.common.engines import heaviest_matching
from events.sessions.matches.domain.draw import Costs, Pair


def cheapest_pairs(costs: Costs) -> list[Pair]:
    """Pairs of all who are named in the costs, which have a cost for every two of them."""
    most = max(costs.values(), default=0)
    # Everybody is paired before the weights count; their sum is then the largest.
    return heaviest_matching({pair: most - cost for pair, cost in costs.items()})
