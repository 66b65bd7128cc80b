"""The draw against all pairings there are, for up to eight contestants."""

from collections.abc import Iterator
from fractions import Fraction
from random import Random

import pytest

from events.sessions.domain.teams.draw import TRIANGLE, Contestant, draw_round, ranking
from events.sessions.engines.cheapest_pairs import cheapest_pairs

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
    rounds = [at for at, number in enumerate(first.met, start=1) if number == second.number]
    return max(rounds, default=0)


def best(ranked: list[Contestant]) -> tuple[int, Pairs]:
    """The number of repeats and the pairs, by looking at all pairings."""

    def badness(pairs: Pairs) -> tuple[int, list[int], Pairs]:
        found = [met_last(ranked[first], ranked[second]) for first, second in pairs]
        repeats = sorted(filter(None, found), reverse=True)
        return len(repeats), repeats, pairs

    repeats, _, pairs = min(map(badness, every_pairing(list(range(len(ranked))))))
    return repeats, [(ranked[first].number, ranked[second].number) for first, second in pairs]


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
        found = draw_round(given, danish=True, cheapest=cheapest_pairs)

        above = [(first.number, second.number) for first, second in neighbours]
        assert unordered(found.pairs) == unordered([*above, *expected])
        assert len(found.repeats) == repeats + sum(
            met_last(first, second) > 0
            for first, second in zip(ranked[:upper:2], ranked[1:upper:2], strict=True)
        )


def test_the_bye_of_a_danish_draw_spares_the_lower_half_a_repeat():
    met = {1: (2,), 2: (1,), 3: (), 4: (), 5: (6,), 6: (5,), 7: ()}
    given = [Contestant(number, Fraction(20 - number), met=met[number]) for number in met]
    found = draw_round(given, danish=True, cheapest=cheapest_pairs)

    assert (found.pairs, found.bye, found.repeats) == (((1, 2), (3, 4), (5, 7)), 6, ((1, 2),))


@pytest.mark.parametrize("contestants", [2, 4, 6, 8])
def test_the_draw_is_the_best_of_all_pairings(contestants: int):
    random = Random(contestants)
    for _ in range(100):
        given = event(contestants, random.randint(0, contestants + 1), random)
        repeats, expected = best(ranking(given))
        found = draw_round(random.sample(given, contestants), cheapest=cheapest_pairs)

        assert unordered(found.pairs) == unordered(expected)
        assert len(found.repeats) == repeats
        assert set(found.repeats) <= set(found.pairs)


@pytest.mark.parametrize("contestants", [3, 5, 7])
def test_the_bye_is_the_lowest_ranked_of_those_who_leave_the_fewest_repeats(contestants: int):
    random = Random(contestants)
    for _ in range(60):
        given = event(contestants, random.randint(0, contestants), random)
        fewest = min(each.byes for each in given)
        may = [each for each in reversed(ranking(given)) if each.byes == fewest]
        left = {each.number: best([r for r in ranking(given) if r != each])[0] for each in may}
        expected = min(may, key=lambda each: left[each.number]).number

        assert draw_round(given, cheapest=cheapest_pairs).bye == expected


def test_a_triangle_of_the_lowest_ranked():
    given = [Contestant(number, vp=Fraction(20 - number)) for number in range(1, 8)]
    found = draw_round(given, odd=TRIANGLE, cheapest=cheapest_pairs)
    assert (found.pairs, found.bye, found.triangle) == (((1, 2), (3, 4)), None, (5, 6, 7))


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
    found = draw_round(given, cheapest=cheapest_pairs)
    assert (found.pairs, found.repeats) == (((1, 2), (3, 4)), ((1, 2), (3, 4)))
