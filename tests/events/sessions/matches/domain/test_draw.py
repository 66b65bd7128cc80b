"""The draw against all pairings there are, for up to ten contestants.

Edmonds' matching against networkx's.
"""

from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from itertools import combinations
from random import Random

import pytest
from networkx import Graph, max_weight_matching

from events.sessions.matches.domain.draw import (
    TRIANGLE,
    Contestant,
    Matching,
    at_home_tables,
    at_kept_tables,
    away_from_table,
    draw_round,
    ranking,
    with_anchor,
)
from events.sessions.matches.domain.movement import RoundPlan, seated_round
from events.sessions.matches.engines import cheapest_pairs

Pairs = list[tuple[int, int]]


def event(contestants: int, rounds: int, random: Random) -> list[Contestant]:
    """Contestants after some rounds of any pairs."""
    met: dict[int, list[int]] = {number: [] for number in range(1, contestants + 1)}
    byes = dict.fromkeys(met, 0)
    for _ in range(rounds):
        order = random.sample(list(met), contestants)
        for first, second in zip(order[::2], order[1::2], strict=False):
            met[first].append(second)
            met[second].append(first)
        if contestants % 2:
            byes[order[-1]] += 1
    return [
        Contestant(
            number,
            vp=Fraction(random.randint(0, 4), 2),
            imps=random.randint(-1, 1),
            met=tuple(met[number]),
            byes=byes[number],
            ns=random.randint(0, 2),
        )
        for number in met
    ]


def every_pairing(places: list[int]) -> Iterator[Pairs]:
    if not places:
        yield []
        return
    for at in range(1, len(places)):
        for rest in every_pairing(places[1:at] + places[at + 1 :]):
            yield [(places[0], places[at]), *rest]


def met_last(first: Contestant, second: Contestant) -> int:
    # Whoever had a bye in between has fewer opponents than rounds: the other list counts.
    of_first = [at for at, number in enumerate(first.met, start=1) if number == second.number]
    of_second = [at for at, number in enumerate(second.met, start=1) if number == first.number]
    return max(of_first + of_second, default=0)


ALL_PAIRINGS = cache(lambda places: list(every_pairing(list(range(places)))))


def best(ranked: list[Contestant]) -> tuple[int, Pairs]:
    """The number of repeats and the pairs, by looking at all pairings."""
    last = [[met_last(first, second) for second in ranked] for first in ranked]

    def badness(pairs: Pairs) -> tuple[int, list[int], Pairs]:
        found = [last[first][second] for first, second in pairs]
        repeats = sorted(filter(None, found), reverse=True)
        return len(repeats), repeats, pairs

    repeats, _, pairs = min(map(badness, ALL_PAIRINGS(len(ranked))))
    return repeats, [(ranked[first].number, ranked[second].number) for first, second in pairs]


def best_out(given: list[Contestant], size: int) -> tuple[int, ...]:
    """Who plays no usual match, by looking at all who may: the fewest such rounds first."""
    lowest_first = ranking(given)[::-1]
    byes = sorted(contestant.byes for contestant in given)[:size]
    chosen = [
        out for out in combinations(lowest_first, size) if sorted(each.byes for each in out) == byes
    ]
    # Of those with as few repeats, min takes the first: the lowest ranked.
    out = min(
        chosen, key=lambda out: best([each for each in lowest_first[::-1] if each not in out])[0]
    )
    return tuple(each.number for each in out[::-1])


def unordered(pairs: object) -> list[frozenset[int]]:
    return list(map(frozenset, pairs))  # type: ignore[call-overload]


@pytest.mark.parametrize("contestants", [4, 6, 8, 10])
def test_in_a_danish_draw_the_upper_half_meet_their_neighbours(contestants: int):
    random = Random(contestants)
    upper = {4: 2, 6: 4, 8: 4, 10: 6}[contestants]
    for _ in range(50):
        given = event(contestants, random.randint(0, contestants + 1), random)
        ranked = ranking(given)
        neighbours = zip(ranked[:upper:2], ranked[1:upper:2], strict=True)
        repeats, expected = best(ranked[upper:])
        draw = draw_round(given, danish=True, cheapest=cheapest_pairs)

        above = [(first.number, second.number) for first, second in neighbours]
        assert unordered(draw.pairs) == unordered([*above, *expected])
        assert len(draw.repeats) == repeats + sum(
            met_last(first, second) > 0
            for first, second in zip(ranked[:upper:2], ranked[1:upper:2], strict=True)
        )


def test_the_bye_of_a_danish_draw_spares_the_lower_half_a_repeat():
    met = {1: (2,), 2: (1,), 3: (), 4: (), 5: (6,), 6: (5,), 7: ()}
    given = [Contestant(number, Fraction(20 - number), met=met[number]) for number in met]
    draw = draw_round(given, danish=True, cheapest=cheapest_pairs)

    assert (draw.pairs, draw.bye, draw.repeats) == (((1, 2), (3, 4), (5, 7)), 6, ((1, 2),))


CASES = {2: 50, 4: 500, 6: 500, 8: 500, 10: 250}

CASES_OF_AN_ODD_NUMBER = {3: 100, 5: 500, 7: 500, 9: 200}


def random_event(contestants: int, random: Random) -> list[Contestant]:
    given = event(contestants, random.randint(0, contestants + 1), random)
    return random.sample(given, contestants)


@pytest.mark.parametrize("contestants", CASES)
def test_the_draw_is_the_best_of_all_pairings(contestants: int):
    random = Random(contestants)
    for _ in range(CASES[contestants]):
        given = random_event(contestants, random)
        repeats, expected = best(ranking(given))
        draw = draw_round(given, cheapest=cheapest_pairs)

        assert unordered(draw.pairs) == unordered(expected)
        assert len(draw.repeats) == repeats
        assert set(draw.repeats) <= set(draw.pairs)


@pytest.mark.parametrize("contestants", CASES_OF_AN_ODD_NUMBER)
def test_the_bye_is_the_lowest_ranked_of_those_who_leave_the_fewest_repeats(contestants: int):
    random = Random(contestants)
    for _ in range(CASES_OF_AN_ODD_NUMBER[contestants]):
        given = random_event(contestants, random)
        draw = draw_round(given, cheapest=cheapest_pairs)

        assert (draw.bye,) == best_out(given, 1)
        playing = [each for each in ranking(given) if each.number != draw.bye]
        assert unordered(draw.pairs) == unordered(best(playing)[1])


@pytest.mark.parametrize("contestants", CASES_OF_AN_ODD_NUMBER)
def test_the_triangle_is_of_the_lowest_ranked_who_leave_the_fewest_repeats(contestants: int):
    random = Random(contestants)
    for _ in range(CASES_OF_AN_ODD_NUMBER[contestants]):
        given = random_event(contestants, random)
        draw = draw_round(given, odd=TRIANGLE, cheapest=cheapest_pairs)

        assert draw.triangle == best_out(given, 3)
        playing = [each for each in ranking(given) if each.number not in draw.triangle]
        assert unordered(draw.pairs) == unordered(best(playing)[1])


def test_a_triangle_of_the_lowest_ranked():
    given = [Contestant(number, vp=Fraction(20 - number)) for number in range(1, 8)]
    draw = draw_round(given, odd=TRIANGLE, cheapest=cheapest_pairs)
    assert (draw.pairs, draw.bye, draw.triangle) == (((1, 2), (3, 4)), None, (5, 6, 7))


@pytest.mark.parametrize(
    ("met", "three"),
    [({}, (3, 4, 5)), ({3: (4,), 4: (3,)}, (5, 3, 4)), ({3: (4, 5), 4: (3,), 5: (3,)}, (4, 3, 5))],
)
def test_the_anchor_has_met_the_fewest_of_the_others(met, three):
    given = [Contestant(number, met=met.get(number, ())) for number in range(1, 6)]
    assert with_anchor((3, 4, 5), given) == three


def test_nobody_is_in_a_second_triangle_before_all_others():
    given = [
        Contestant(number, vp=Fraction(20 - number), byes=int(number > 4)) for number in range(1, 8)
    ]
    assert draw_round(given, odd=TRIANGLE, cheapest=cheapest_pairs).triangle == (2, 3, 4)


def test_who_sat_north_south_less_often_sits_there():
    better, worse = Contestant(1, vp=Fraction(9), ns=3, ew=1), Contestant(2, ns=2, ew=1)
    assert draw_round([better, worse], cheapest=cheapest_pairs).pairs == ((2, 1),)
    level = Contestant(2, ns=3, ew=1)
    assert draw_round([better, level], cheapest=cheapest_pairs).pairs == ((1, 2),)


def test_of_repeats_the_oldest_is_taken():
    given = [
        Contestant(1, vp=Fraction(3), met=(2, 3, 4)),
        Contestant(2, vp=Fraction(2), met=(1, 4, 3)),
        Contestant(3, vp=Fraction(1), met=(4, 1, 2)),
        Contestant(4, met=(3, 2, 1)),
    ]
    draw = draw_round(given, cheapest=cheapest_pairs)
    assert (draw.pairs, draw.repeats) == (((1, 2), (3, 4)), ((1, 2), (3, 4)))


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


PAIRS = ((1, 4), (2, 5), (3, 6))


@pytest.mark.parametrize(
    ("keeps", "expected"),
    [
        ({}, PAIRS),
        ({2: 2}, PAIRS),
        ({1: 3}, ((2, 5), (3, 6), (1, 4))),
        # Whoever keeps a table is North–South.
        ({6: 1}, ((6, 3), (1, 4), (2, 5))),
        ({3: 1, 5: 3}, ((3, 6), (1, 4), (5, 2))),
        # There are only three tables, and one of two who meet moves.
        ({2: 4}, PAIRS),
        ({2: 1, 5: 3}, ((2, 5), (1, 4), (3, 6))),
    ],
)
def test_a_pair_keeps_its_table(keeps: dict[int, int], expected: object):
    assert at_kept_tables(PAIRS, keeps, tables=1) == expected


@pytest.mark.parametrize(
    ("keeps", "expected"),
    [
        # Tables 3 and 4 are those of the second match: home is North–South at the first.
        ({1: 3}, ((2, 5), (1, 4), (3, 6))),
        ({1: 4}, ((2, 5), (4, 1), (3, 6))),
        ({4: 1}, ((4, 1), (2, 5), (3, 6))),
        ({4: 2}, PAIRS),
    ],
)
def test_a_team_keeps_the_table_of_its_north_south_pair(keeps: dict[int, int], expected: object):
    seated = at_kept_tables(PAIRS, keeps, tables=2)
    assert seated == expected
    assert away_from_table(seated, keeps, tables=2) == []


def test_who_is_away_from_its_table():
    assert away_from_table(PAIRS, {4: 1, 2: 3, 3: 3}, tables=1) == [4, 2]
    assert away_from_table(PAIRS, {4: 1, 2: 3, 3: 5, 5: 4}, tables=2) == [4]


def test_home_tables():
    rows, matches = at_home_tables(*seated_round(RoundPlan(1, (1,), ((2, 5), (4, 1)), bye=3)))

    assert [(match.home, match.away, match.table, match.second_table) for match in matches] == [
        (2, 5, 2, 5),
        (4, 1, 4, 1),
    ]
    (row,) = rows
    assert [(cell.ns, cell.ew) for cell in row] == [
        ((1,), (8,)),
        ((3,), (10,)),
        ((), ()),
        ((7,), (2,)),
        ((9,), (4,)),
    ]


def test_home_tables_in_a_triangle():
    plan = RoundPlan(1, (1, 2), ((4, 5),), triangle=(3, 1, 2), extra_group=3)
    rows, matches = at_home_tables(*seated_round(plan))

    assert [[cell.ns[0] for cell in row] for row in rows] == [[1, 3, 5, 7, 9]] * 2
    assert [(match.table, match.second_table) for match in matches] == [
        (4, 5),
        (3, None),
        (1, None),
        (2, None),
    ]
