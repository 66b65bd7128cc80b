import random
from dataclasses import replace
from fractions import Fraction
from itertools import product

import pytest
from hypothesis import given, settings, strategies as st

from events.tournaments.core.domain.tournament import KEIZER, KNOCKOUT
from events.tournaments.prizes.domain.awards import divide
from events.tournaments.prizes.domain.chances import Contender, Range, bounds, chances
from events.tournaments.prizes.domain.fund import Player
from events.tournaments.standings.domain.standings import standings
from tests.events.tournaments.prizes.domain.test_awards import events, fund
from tests.events.tournaments.standings.domain.tables import table

FOUR = """
1 Ada: 3w1 2b= 4w*
2 Ben: 4w1 1w= 3b*
3 Cleo: 1b0 4b1 2w*
4 Dora: 2b0 3w0 1b*
"""
SIX = """
1 Ada: 4w1 2b= 3w*
2 Ben: 5w1 1w= 4b*
3 Cleo: 6w1 5b= 1b*
4 Dora: 1b0 6w1 2w*
5 Ella: 2b0 3w= 6w*
6 Finn: 3b0 4b0 5b*
"""
MIXED = [("Open", "100 60 30", {}), ("Women", "50 20", {"sex": "w"})]
WOMEN = {2: "w", 4: "w", 5: "w"}
METHODS = ("place", "equal", "hort", "us32b")


def people(tournament):
    return [
        Player(each.number, 1, each.family, Fraction(0), sex=WOMEN.get(each.number, ""))
        for each in tournament.entrants
    ]


def by_brute_force(of, text, breaks):
    """Every end typed into the table: the least and the most by number."""
    count = text.count("*") // 2
    found = {}
    for codes in product("10=", repeat=count):
        ended, by_pair = text, {}
        lines = []
        for line in ended.strip().splitlines():
            who, _colon, rounds = line.partition(":")
            own, tokens = who.split()[0], rounds.split()
            if tokens[-1].endswith("*"):
                other = tokens[-1].rstrip("*").rstrip("wb")
                pair = frozenset((own, other))
                if pair in by_pair:
                    code = {"1": "0", "0": "1", "=": "="}[by_pair[pair]]
                else:
                    code = by_pair[pair] = codes[len(by_pair)]
                tokens[-1] = tokens[-1].replace("*", code)
            lines.append(f"{who}: {' '.join(tokens)}")
        made = table("\n".join(lines), tie_breaks=breaks)
        facts = {each.number: each for each in people(made)}
        final = [
            replace(facts[line.number], place=line.place.number, points=line.points)
            for line in standings(made, tie_breaks=breaks)
        ]
        paid = dict.fromkeys(facts, 0)
        for award in divide(of, final).awards:
            paid[award.number] += award.amount
        for number, amount in paid.items():
            least, most = found.get(number, (amount, amount))
            found[number] = (min(least, amount), max(most, amount))
    return {number: Range(*both) for number, both in found.items()}


@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize("text", [FOUR, SIX])
def test_a_small_tournament_is_exact_and_within_its_bounds(text, method):
    breaks = ("BH", "SB")
    of, made = fund(method, *MIXED), table(text, tie_breaks=breaks)
    oracle = by_brute_force(of, text, breaks)

    found = chances(of, made, people(made))
    assert (found.ranges, found.is_exact, found.games) == (oracle, True, text.count("*") // 2)
    bound = chances(of, made, people(made), most_lines=0)
    assert not bound.is_exact
    for number, each in oracle.items():
        assert bound.ranges[number].least <= each.least
        assert bound.ranges[number].most >= each.most


def ranges(found):
    return {number: (each.least, each.most) for number, each in found.items()}


@pytest.mark.parametrize(
    ("points", "method", "expected"),
    [
        # The first is surely first; the fourth may come before the second and the third.
        (["6-7", "4-5", "4-5", "3-4", "1-2"], "place",
         {1: (100, 100), 2: (0, 60), 3: (0, 60), 4: (0, 60), 5: (0, 0)}),
        (["6-7", "4-5", "4-5", "3-3", "1-2"], "equal",
         {1: (100, 100), 2: (60, 60), 3: (60, 60), 4: (30, 30), 5: (0, 0)}),
    ],
)  # fmt: skip
def test_bounds_of_one_category(points, method, expected):
    contenders = [
        Contender(Player(number, number, "P", Fraction(0)), *map(Fraction, each.split("-")))
        for number, each in enumerate(points, start=1)
    ]
    of = fund(method, ("Open", "100 60 30" if method == "place" else "100 60 60 30", {}))
    assert ranges(bounds(of, contenders)) == expected


@pytest.mark.parametrize(
    ("text", "changes", "games"),
    [
        # The last round is not paired: nobody knows the games.
        ("1 A: 2w1\n2 B: 1b0\n3 C: 4w=\n4 D: 3b=", {"rounds": 2}, None),
        (FOUR, {}, 2),
    ],
)
def test_what_is_not_gone_through_is_a_bound(text, changes, games):
    made = table(text, **changes)
    found = chances(fund("equal", *MIXED), made, people(made), most_lines=0)
    assert (found.is_exact, found.games) == (False, games)


@pytest.mark.parametrize(
    ("text", "changes"),
    [
        # Two rounds to come; nothing open; places that do not go by points.
        ("1 A: 2w1\n2 B: 1b0", {"rounds": 3}),
        ("1 A: 2w1\n2 B: 1b0", {}),
        (FOUR, {"kind": KEIZER}),
        (FOUR, {"kind": KNOCKOUT}),
    ],
)
def test_where_nothing_can_be_told(text, changes):
    made = table(text, **changes)
    assert chances(fund("equal", *MIXED), made, people(made), most_lines=0) is None


@settings(max_examples=150, deadline=None)
@given(events(), st.data())
def test_nobody_is_beyond_his_bounds(event, data):
    """By any points that are possible, and any order of those who are equal."""
    of, standing = event
    contenders = [
        Contender(player, player.points, player.points + Fraction(data.draw(st.integers(0, 2)), 2))
        for player in standing
    ]
    found = bounds(of, contenders)
    chance = random.Random(data.draw(st.integers(0, 10**6)))
    for _ in range(10):
        points = {
            each.player.number: each.least
            + Fraction(chance.randint(0, int((each.most - each.least) * 2)), 2)
            for each in contenders
        }
        order = sorted(contenders, key=lambda each: (-points[each.player.number], chance.random()))
        final = [
            replace(each.player, place=place, points=points[each.player.number])
            for place, each in enumerate(order, start=1)
        ]
        paid = dict.fromkeys(points, 0)
        for award in divide(of, final).awards:
            paid[award.number] += award.amount
        for number, amount in paid.items():
            assert found[number].least <= amount <= found[number].most
