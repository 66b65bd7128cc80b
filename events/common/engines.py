"""Matchings of the largest weight by networkx: the one module that knows this package."""

from collections.abc import Iterable, Mapping

Pair = tuple[int, int]


def heaviest_matching(weights: Mapping[Pair, int], numbers: Iterable[int] = ()) -> list[Pair]:
    """The matching with the most pairs, and of those with the largest sum of weights.

    Only pairs that have a weight can be formed; ``numbers`` are further ones, perhaps without any.
    Each pair is in no order.
    """
    # Large, and needed by few pages: no process loads it before its first matching.
    from networkx import Graph, max_weight_matching

    graph = Graph()
    # Their order decides between matchings of equal weight.
    graph.add_nodes_from(numbers)
    graph.add_weighted_edges_from((one, other, weight) for (one, other), weight in weights.items())
    return list(max_weight_matching(graph, maxcardinality=True))
