"""Everybody paired at the lowest cost, by networkx's matching."""

from networkx import Graph, max_weight_matching

from events.sessions.domain.teams.draw import Costs, Pair


def cheapest_pairs(costs: Costs) -> list[Pair]:
    """Pairs of all who are named in the costs, which have a cost for every two of them."""
    graph = Graph()
    most = max(costs.values(), default=0)
    for (first, second), cost in costs.items():
        graph.add_edge(first, second, weight=most - cost)
    # Everybody is paired before the weights count; their sum is then the largest.
    return list(max_weight_matching(graph, maxcardinality=True))
