from fractions import Fraction

import pytest
from hypothesis import given, settings, strategies as st

from events.tournaments.prizes.domain.awards import divide, in_units
from events.tournaments.prizes.domain.fund import (
    Category,
    Fund,
    Limit,
    Method,
    Player,
    Who,
    read_fund,
)


def players(*scores: object, **facts: dict[int, object]) -> list[Player]:
    """Players in their places with these points; facts by number."""
    found = []
    for number, points in enumerate(scores, start=1):
        own = {fact: values[number] for fact, values in facts.items() if number in values}
        found.append(Player(number, number, f"P{number}", Fraction(str(points)), **own))  # type: ignore[arg-type]
    return found


def fund(method: str, *categories: tuple[str, str, dict[str, object]], unit: str = "1", **more):
    return read_fund(
        {
            "method": method,
            "unit": unit,
            "categories": [
                {"name": name, "prizes": prizes.split(), "who": who, **(rest[0] if rest else {})}
                for name, prizes, who, *rest in categories
            ],
            **more,
        }
    )


def paid(of: Fund, standings: list[Player]) -> dict[int, str]:
    """The awards by number; of several groups behind a plus."""
    found: dict[int, list[str]] = {}
    divided = divide(of, standings)
    assert divided.total + sum(each.amount for each in divided.unpaid) == of.total
    for each in divided.awards:
        found.setdefault(each.number, []).append(of.text(each.amount))
    return {number: "+".join(amounts) for number, amounts in found.items()}


OPEN = ("Open", "100 80 60 40", {})
UNDER = ("Under 1800", "70 50", {"rating_below": 1800})


@pytest.mark.parametrize(
    ("method", "categories", "standings", "amounts"),
    [
        ("place", [OPEN], players(5, 4, 4, 3, 2), {1: "100", 2: "80", 3: "60", 4: "40"}),
        # The larger prize of two that are open; of equal ones that of the earlier category.
        ("place", [OPEN, UNDER], players(5, 4, 3, 2, rating={2: 1700, 3: 1750}),
         {1: "100", 2: "80", 3: "70", 4: "60"}),
        ("place", [("A", "50", {}), ("B", "50 20", {"sex": "w"})],
         players(3, 2, 1, sex={1: "w", 2: "w", 3: "w"}), {1: "50", 2: "50", 3: "20"}),
        ("equal", [OPEN], players(5, 4, 4, 3), {1: "100", 2: "70", 3: "70", 4: "40"}),
        # Who took none joins.
        ("equal", [OPEN], players(5, 4, 4, 4, 4), {1: "100", 2: "45", 3: "45", 4: "45", 5: "45"}),
        ("equal", [("Open", "100 50", {})], players(4, 4, 4), {1: "50", 2: "50", 3: "50"}),
        ("equal", [("Open", "100", {})], players(4, 4, 4), {1: "34", 2: "33", 3: "33"}),
        ("equal", [OPEN, UNDER], players(5, 4, 4, 4, rating={3: 1700, 4: 1650}),
         {1: "100", 2: "70", 3: "70", 4: "70"}),
        ("hort", [("Open", "100 80 60 40 20 10", {})], players(5, 5, 4, 3, 3, 3),
         {1: "95", 2: "85", 3: "60", 4: "32", 5: "22", 6: "16"}),
        # 32B: one prize each where nobody shares.
        ("us32b", [OPEN, UNDER], players(5, 4, 3, 2, rating={3: 1700, 4: 1600}),
         {1: "100", 2: "80", 3: "70", 4: "60"}),
        # Two with one score bring in as many prizes as they are.
        ("us32b", [OPEN, UNDER], players(5, 5, 3, 2, rating={2: 1700}),
         {1: "90", 2: "90", 3: "60", 4: "40"}),
    ],
)  # fmt: skip
def test_prizes_by_each_method(method, categories, standings, amounts):
    assert paid(fund(method, *categories), standings) == amounts


def test_the_worked_example_of_hort():
    six = fund("hort", ("Open", "100 80 60 40 20 10", {}), unit="0.01")

    assert paid(six, players(5, 5, 4, 3, 3, 3)) == {
        1: "95.00", 2: "85.00", 3: "60.00", 4: "31.67", 5: "21.67", 6: "16.66",
    }  # fmt: skip
    one = fund("hort", ("Open", "100", {}), unit="0.01")
    has, has_none = divide(one, players(5, 5)).awards
    assert "half of 100.00, and" in str(has.why)
    assert "no prize of one’s own" in str(has_none.why)


def test_the_worked_example_of_32b():
    of = fund(
        "us32b",
        ("Open", "536 306 230", {}),
        ("Under 2400", "1379 766", {"rating_below": 2400}),
        unit="0.01",
    )
    standings = players(6, 6, 6, 6, rating={1: 2500, 2: 2390, 3: 2350, 4: 2300})

    found = divide(of, standings)
    assert {each.number: of.text(each.amount) for each in found.awards} == {
        1: "536.00", 2: "817.00", 3: "817.00", 4: "817.00",
    }  # fmt: skip
    assert "32B4" in str(found.awards[0].why)
    assert "2987.00, are divided (32B1)" in str(found.awards[1].why)
    assert [(each.category, of.text(each.amount)) for each in found.unpaid] == [("Open", "230.00")]


def test_a_category_is_paid_alone_where_that_is_more():
    of = fund("us32b", ("Open", "100 90", {}), ("Under 1800", "300 200", {"rating_below": 1800}))
    found = divide(of, players(5, 5, 5, 5, rating={1: 2000, 2: 2000, 3: 1700, 4: 1600}))

    # 690 among four are 172½; the two bring in 500 by themselves.
    assert [each.amount for each in found.awards] == [95, 95, 250, 250]
    assert "(32B3)" in str(found.awards[2].why)


def test_lower_scores_get_what_is_left():
    of = fund("us32b", ("Open", "100 60", {}), ("Juniors", "80", {"born_from": 2008}))
    standings = players(5, 4, 4, 3, born={2: 2010, 4: 2009})

    # Number 2 brings in 80, number 3 brings in 60.
    assert paid(of, standings) == {1: "100", 2: "80", 3: "60"}


GROUPS = [("Open", "100 50", {}), ("Best junior", "30", {"born_from": 2008}, {"group": "extra"})]


def test_a_player_has_a_prize_of_each_group():
    of = fund("place", *GROUPS)
    found = divide(of, players(3, 2, born={1: 2010}))

    assert paid(of, players(3, 2, born={1: 2010})) == {1: "100+30", 2: "50"}
    assert [each.group for each in found.awards] == ["", "", "extra"]


@pytest.mark.parametrize(
    ("limits", "amounts", "cut"),
    [
        ([{"who": {"unrated": True}, "most": "60"}], {1: "60", 2: "50"}, [40, 30]),
        ([{"who": {}, "most": "110"}], {1: "100+10", 2: "50"}, [20]),
        ([{"who": {}, "most": "0"}], {}, [100, 50, 30]),
    ],
)
def test_a_limit_cuts_what_somebody_gets_of_all_groups(limits, amounts, cut):
    of = fund("place", *GROUPS, limits=limits)
    standings = players(3, 2, born={1: 2010}, rating={2: 1500})

    assert paid(of, standings) == amounts
    assert [each.amount for each in divide(of, standings).unpaid] == cut


def test_what_nobody_may_win_is_left():
    of = fund("equal", ("Women", "40", {"sex": "w"}), ("Open", "50", {}))
    found = divide(of, players(2, 1))

    assert [(each.category, each.amount, str(each.why)) for each in found.unpaid] == [
        ("Women", 40, "Nobody is left for it.")
    ]


@pytest.mark.parametrize(
    ("who", "facts", "has"),
    [
        ({"rating_below": 1800}, {"rating": 1799}, True),
        ({"rating_below": 1800}, {"rating": 1800}, False),
        ({"rating_below": 1800}, {}, False),
        ({"rating_from": 1600, "rating_below": 1800}, {"rating": 1600}, True),
        ({"unrated": True}, {}, True),
        ({"unrated": True}, {"rating": 1500}, False),
        ({"unrated": False}, {"rating": 1500}, True),
        ({"born_from": 2008}, {"born": 2008}, True),
        ({"born_from": 2008}, {"born": 2007}, False),
        ({"born_until": 1960}, {"born": 1960}, True),
        ({"born_until": 1960}, {}, False),
        ({"sex": "w"}, {"sex": "w"}, True),
        ({"sex": "w"}, {}, False),
        ({"federation": "NED"}, {"federation": "ned"}, True),
        ({"club": "Mill Lane"}, {"club": "Lakeside"}, False),
        ({"title": ("GM", "IM")}, {"title": "IM"}, True),
        ({"title": ("GM", "IM")}, {"title": "FM"}, False),
        ({"sex": "w", "rating_below": 1800}, {"sex": "w", "rating": 1900}, False),
    ],
)
def test_who_may_win_a_category(who, facts, has):
    assert Who(**who).has(Player(1, 1, "P", Fraction(1), **facts)) is has


def test_what_cannot_be_divided_goes_unit_by_unit_to_the_best_placed():
    assert in_units([Fraction(10, 3)] * 3) == [4, 3, 3]
    assert in_units([Fraction(11, 3)] * 3) == [4, 4, 3]


_WHO = st.sampled_from(
    [Who(), Who(rating_below=1800), Who(rating_below=1500), Who(sex="w"), Who(born_from=2008)]
)


@st.composite
def events(draw):
    scores = sorted(draw(st.lists(st.integers(0, 4), min_size=1, max_size=10)), reverse=True)
    found = [
        Player(
            number, number, f"P{number}", Fraction(score, 2),
            rating=draw(st.sampled_from([None, 1400, 1600, 1900])),
            sex=draw(st.sampled_from(["w", ""])),
            born=draw(st.sampled_from([2010, 1990, None])),
        )
        for number, score in enumerate(scores, start=1)
    ]  # fmt: skip
    categories = tuple(
        Category(
            f"C{place}",
            tuple(sorted(draw(st.lists(st.integers(0, 90), max_size=4)), reverse=True)),
            draw(_WHO),
            draw(st.sampled_from(["", "", "other"])),
        )
        for place in range(draw(st.integers(1, 4)))
    )
    limits = tuple(
        Limit(who, draw(st.integers(0, 100))) for who in draw(st.lists(_WHO, max_size=1))
    )
    return Fund(draw(st.sampled_from(Method)), categories, limits, 1), found


@settings(max_examples=300)
@given(events())
def test_awards_and_what_is_unpaid_are_the_fund_and_nobody_has_too_much(event):
    of, standings = event
    found = divide(of, standings)

    assert found.total + sum(each.amount for each in found.unpaid) == of.total
    assert all(each.amount > 0 for each in (*found.awards, *found.unpaid))
    by_number = {player.number: player for player in standings}
    seen = set()
    for award in found.awards:
        player = by_number[award.number]
        assert (award.number, award.group) not in seen
        seen.add((award.number, award.group))
        most = max(
            (max(each.prizes, default=0) for each in of.categories
             if each.group == award.group and each.who.has(player)),
            default=0,
        )  # fmt: skip
        assert award.amount <= most
    for limit in of.limits:
        for player in standings:
            if limit.who.has(player):
                had = sum(each.amount for each in found.awards if each.number == player.number)
                assert had <= limit.most
