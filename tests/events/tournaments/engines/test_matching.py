import itertools

import pytest

from events.tournaments.engines import matching as module
from events.tournaments.engines.matching import matching


def no_order(_one, _other):
    return 0


def best(numbers, weight):
    """The largest weight of all perfect matchings, by trying them all."""
    if not numbers:
        return 0
    first, *rest = numbers
    return max(
        weight(first, other) + best([each for each in rest if each != other], weight)
        for other in rest
    )


@pytest.mark.parametrize("seed", range(5))
def test_the_matching_has_the_largest_weight(seed):
    def weight(one, other):
        return (one * other * (seed + 7) * 7919) % 101

    numbers = range(1, 9)
    found = matching(numbers, weight, no_order)

    assert sum(weight(*pair) for pair in found) == best(list(numbers), weight)
    assert sorted(itertools.chain(*found)) == list(numbers)


def test_pairs_come_in_the_order_of_the_standings():
    found = matching([5, 3, 9, 1], lambda one, other: 10 if {one, other} == {9, 5} else 1, no_order)

    assert found == [(5, 9), (3, 1)]


@pytest.mark.parametrize("pair", [(1, 2), (1, 3), (1, 4)])
def test_equal_matchings_are_decided_by_the_order(pair):
    found = matching([1, 2, 3, 4], lambda *_: 7, lambda *two: 1000 * (two == pair))

    assert pair in found


def test_the_order_never_outweighs_a_weight():
    found = matching(
        [1, 2, 3, 4],
        lambda one, other: 8 if (one, other) == (1, 2) else 7,
        lambda one, other: 0 if (one, other) == (1, 2) else 5000,
    )

    assert found == [(1, 2), (3, 4)]


def test_who_may_meet_nobody_leaves_no_matching():
    assert matching([1, 2, 3, 4], lambda one, _other: None if one == 1 else 1, no_order) is None


def test_of_many_players_neighbours_meet_and_farther_ones_where_needed(monkeypatch):
    monkeypatch.setattr(module, "MAX_FULL", 4)
    monkeypatch.setattr(module, "NEIGHBOURS", 1)
    asked = []

    def weight(one, other):
        asked.append((one, other))
        return None if (one, other) == (1, 2) else 1

    found = matching(range(1, 7), weight, no_order)

    # 1 may not meet its only neighbour: the circle is widened.
    assert asked[:5] == [(1, 2), (2, 3), (3, 4), (4, 5), (5, 6)]
    assert sorted(itertools.chain(*found)) == list(range(1, 7))
    assert (1, 6) not in asked
