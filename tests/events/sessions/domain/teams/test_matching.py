"""Edmonds' matching against networkx's."""

from random import Random

import pytest
from networkx import Graph, max_weight_matching

from events.sessions.domain.teams.matching import Matching


def random_graph(size: int, chance: float, random: Random) -> dict[int, list[int]]:
    graph: dict[int, list[int]] = {vertex: [] for vertex in range(size)}
    for first in graph:
        for second in range(first + 1, size):
            if random.random() < chance:
                graph[first].append(second)
                graph[second].append(first)
    return graph


def as_networkx(graph: dict[int, list[int]]) -> Graph:
    made = Graph()
    made.add_nodes_from(graph)
    made.add_edges_from((one, other) for one, others in graph.items() for other in others)
    return made


@pytest.mark.parametrize("chance", [0.1, 0.2, 0.3, 0.6])
def test_as_many_are_paired_as_can_be(chance: float):
    random = Random(str(chance))
    for size in [*range(2, 16)] * 8:
        graph = random_graph(size, chance, random)
        found = Matching(graph).mates

        assert all(
            found[mate] == vertex and mate in graph[vertex] for vertex, mate in found.items()
        )
        assert len(found) == 2 * len(max_weight_matching(as_networkx(graph), maxcardinality=True))


def test_two_are_taken_away_where_the_others_can_be_paired():
    random = Random(1)
    tried = {True: 0, False: 0}
    for _ in range(300):
        graph = random_graph(10, 0.35, random)
        matching = Matching(graph)
        if not matching.is_perfect:
            continue
        first, second = random.sample(range(10), 2)
        rest = as_networkx(graph)
        rest.remove_nodes_from((first, second))
        expected = len(max_weight_matching(rest, maxcardinality=True)) == 4

        assert matching.without(first, second) is expected
        assert matching.is_perfect
        tried[expected] += 1
    assert min(tried.values()) > 10
