from dataclasses import replace
from datetime import date
from fractions import Fraction

import pytest
from hypothesis import given, strategies as st

from clubscore.text.problems import Refused
from events.tournaments.core.domain.results import Code, Result
from events.tournaments.core.domain.tournament import Entrant
from events.tournaments.norms.domain.by_hand import by_hand
from events.tournaments.norms.domain.norms import Judge, Rules, entrant_of
from events.tournaments.norms.domain.titles import TITLES
from tests.events.tournaments.norms.domain.events_for_norms import (
    NINE,
    changed,
    event,
    with_players,
)

GM, IM, WGM, WIM = TITLES


def norm(rounds=NINE, code="GM", rules=None, **own):
    tournament = event(*rounds, **own)
    found = Judge(tournament, rules or Rules()).norms_of(tournament.entrants[0])
    return next(each for each in found if each.title == code)


def test_the_worked_example():
    met = norm()
    less = norm(changed((4, "BEL IM 2420 =")))

    assert (met.met, met.games, met.score) == (True, 9, 7)
    assert (met.average, met.dp, met.performance) == (2404, 220, 2624)
    assert (met.extra_games, met.left_out, met.exemption) == (0, (), None)
    assert all(condition.met for condition in met.conditions)
    assert (less.met, less.average, less.dp, less.performance) == (False, 2404, 166, 2570)
    assert [condition.article for condition in less.failing] == ["1.4.8"]


def test_the_average_is_compared_when_it_is_rounded():
    rounds = tuple(
        f"{text.rsplit(' ', 2)[0]} {2374 if place == 0 else 2380} {text[-1]}"
        for place, text in enumerate(NINE)
    )
    found = norm(rounds)

    assert found.average == 2379
    assert found.failing[0].article == "1.4.8a"


SAME = tuple(f"{fed} GM 2500 1" for fed in "BEL NED GER BEL NED FRA GER BEL NED".split())  # noqa: SIM905


@pytest.mark.parametrize(
    ("rounds", "own", "article", "has"),
    [
        (NINE[:8], {}, "1.4.1", "8"),
        (changed((7, "ENG - 2300 W")), {}, "1.4.1", "8"),
        (changed((7, "ENG - 2300 +")), {"planned": 10}, "1.4.1", "8"),
        (changed((7, "NON - 2300 1")), {}, "1.4.1", "8"),
        (changed((7, "- - 2300 1")), {}, "1.4.1", "8"),
        (changed(*((n, f"BEL {SAME[n - 1][4:]}") for n in range(1, 10)), rounds=SAME), {},
         "1.4.3", "1"),
        (changed(*((n, f"FID {SAME[n - 1][4:]}") for n in (2, 3, 5, 6, 7, 9)), rounds=SAME), {},
         "1.4.3", "1"),
        (changed(*((n, f"ENG {SAME[n - 1][4:]}") for n in (1, 2, 3, 4, 5, 7)), rounds=SAME), {},
         "1.4.4", "6, 6"),
        (changed((4, "BEL - 2420 1"), (6, "FRA - 2350 =")), {}, "1.4.5a", "4"),
        (changed((6, "FRA CM 2350 ="), (5, "NED CM 2400 1")), {}, "1.4.5a", "4"),
        (changed((3, "GER IM 2500 =")), {}, "1.4.5", "2"),
        (changed((1, "BEL GM 2320 1")), {}, "1.4.8a", "2379"),
        (tuple(f"{text[:-1]}0" for text in NINE), {}, "1.4.8b", "0"),
        (changed((4, "BEL IM 2420 0")), {}, "1.4.8", "2529"),
    ],
)  # fmt: skip
def test_the_article_that_decides(rounds, own, article, has):
    found = norm(rounds, **own)

    assert found.met is False
    assert (found.failing[0].article, found.failing[0].has) == (article, has)


@pytest.mark.parametrize(
    ("own", "most", "own_most"), [(8, 5, 4), (9, 6, 5), (10, 6, 6), (11, 7, 6), (12, 8, 7)]
)
def test_shares_of_federations_are_rounded_down(own, most, own_most):
    rounds = tuple("BEL GM 2500 1" for _ in range(own))
    found = norm(rounds, rules=Rules(least_games=8))

    condition = next(each for each in found.conditions if each.article == "1.4.4")
    assert condition.need == f"{own_most}, {most}"


@pytest.mark.parametrize(
    ("games", "half", "third"),
    [(7, 4, 3), (8, 4, 3), (9, 5, 3), (10, 5, 4), (12, 6, 4), (13, 7, 5)],
)
def test_titles_are_rounded_up(games, half, third):
    rounds = tuple(f"{fed} GM 2500 =" for fed in ("BEL", "NED", "GER") * 5)[:games]
    found = norm(rounds, rules=Rules(least_games=7))

    needs = {each.article: each.need for each in found.conditions}
    assert (needs["1.4.5a"], needs["1.4.5"]) == (str(half), str(third))


@pytest.mark.parametrize(
    ("title", "codes", "floor", "least", "performance"),
    [
        ("GM", ("GM",), 2200, 2380, 2600),
        ("IM", ("GM", "IM"), 2050, 2230, 2450),
        ("WGM", ("GM", "IM", "WGM"), 2000, 2180, 2400),
        ("WIM", ("GM", "IM", "WGM", "WIM"), 1850, 2030, 2250),
    ],
)
def test_what_each_title_asks_for(title, codes, floor, least, performance):
    for code in ("GM", "IM", "WGM", "WIM", "FM", "CM"):
        rounds = tuple(f"{fed} {code} {floor - 100} =" for fed in ("BEL", "NED", "GER") * 3)
        found = norm(rounds, title, sex="w", title="")
        by_article = {each.article: each for each in found.conditions}
        assert by_article["1.4.5"].met is (code in codes)
        assert by_article["1.4.5a"].met is (code != "CM")
        # One opponent alone is raised.
        assert found.average == floor - 100 + round(100 / 9)
        assert by_article["1.4.6"].need == str(floor)
        assert by_article["1.4.8a"].need == str(least)
        assert by_article["1.4.8"].need == str(performance)


@pytest.mark.parametrize(
    ("rounds", "rules", "met", "article"),
    [
        (changed((7, "U")), Rules(), True, "1.4.1c"),
        (changed((7, "ENG - 2300 +")), Rules(), True, "1.4.1c"),
        (changed((7, "F")), Rules(), False, "1.4.1"),
        (changed((7, "ENG - 2300 -")), Rules(), False, "1.4.1"),
        (changed((7, "U"), (8, "U")), Rules(), False, "1.4.1"),
        (NINE[:8], Rules(least_games=8), True, "1.4.1b"),
        (NINE[:7], Rules(least_games=7), True, "1.4.1b"),
        (NINE[:7], Rules(least_games=8), False, "1.4.1"),
    ],
)
def test_fewer_than_nine_games(rounds, rules, met, article):
    found = norm(rounds, rules=rules)

    assert found.conditions[0].article == article
    assert found.conditions[0].met is met


def test_a_won_game_is_left_out_where_that_makes_the_norm():
    rounds = (*NINE, "ENG - 1500 1")
    found = norm(rounds)

    assert (found.met, found.games, found.average) == (True, 9, 2404)
    assert [(each.round, each.article) for each in found.left_out] == [(10, "1.4.1f")]
    moved = norm((rounds[-1], *NINE))
    assert [(each.round, each.article) for each in moved.left_out] == [(1, "1.4.1f")]
    lost = norm(("ENG - 1500 0", *NINE))
    assert (lost.met, lost.left_out, lost.games) == (False, (), 10)


def test_the_last_rounds_are_left_out_of_a_swiss_alone():
    rounds = (*NINE, "BEL GM 2500 0", "BEL GM 2500 0")
    swiss = norm(rounds)
    table = norm(rounds, kind="Round robin")

    assert [each.round for each in swiss.left_out] == [10, 11]
    assert {each.article for each in swiss.left_out} == {"1.4.1e"}
    assert (table.met, table.left_out) == (False, ())


def test_in_a_round_robin_won_games_are_left_out_only_where_the_mix_of_all_would_do():
    weaker = changed((9, "BEL - 2250 ="))
    # Ten games want four grandmasters, and there are three.
    table = norm(("ENG - 1500 1", *weaker), kind="Round robin")
    swiss = norm(("ENG - 1500 1", *weaker))
    mixed = changed((4, "BEL GM 2420 1"), rounds=weaker)
    right = norm(("ENG - 1500 1", *mixed), kind="Round robin")

    assert (table.met, table.left_out, table.failing[0].article) == (False, (), "1.4.5")
    assert (swiss.met, right.met) == (True, True)
    assert [(each.round, each.article) for each in right.left_out] == [(1, "1.4.1f")]


def test_an_unrated_opponent_without_a_point_does_not_count_in_a_round_robin():
    rounds = (*NINE, "BEL - 0 1")
    table = norm(rounds, kind="Round robin")
    swiss = norm(rounds)

    assert (table.games, table.met) == (9, True)
    assert [each.article for each in table.conditions][1] == "1.4.2b"
    assert swiss.left_out[0].round == 10
    drawn = norm((*NINE, "BEL - 0 ="), kind="Round robin")
    assert drawn.games == 10


def test_an_absent_opponent_of_the_last_round_is_counted_as_lost():
    rounds = (*NINE[:6], "BEL IM 2450 1", "NED IM 2450 1", "W", "x")[:8]
    short = (*rounds, "H", "NED GM 2500 +")
    found = norm(short)

    assert (found.met, found.games, found.score) == (True, 9, Fraction(7))
    assert "1.4.2c" in [each.article for each in found.conditions]
    other = norm((*rounds, "NED GM 2500 +", "H"))
    assert (other.met, other.games) == (False, 8)


ONE_FEDERATION = changed(*((n, f"BEL {SAME[n - 1][4:]}") for n in range(1, 10)), rounds=SAME)


@pytest.mark.parametrize(
    ("own", "rules", "exemption"),
    [
        ({}, Rules(exempt="a"), "a"),
        ({}, Rules(exempt="b", host="ENG"), "b"),
        ({}, Rules(exempt="a", host="NED"), None),
        ({"federation": "FRA"}, Rules(exempt="b"), None),
        ({"federation": "FRA"}, Rules(exempt="c"), "c"),
        ({}, Rules(), None),
    ],
)
def test_who_is_free_of_foreign_opponents(own, rules, exemption):
    found = norm(ONE_FEDERATION, rules=rules, **own)

    assert (found.exemption, found.met) == (exemption, exemption is not None)
    # Where the mix does without, nobody needs the exemption.
    assert norm(rules=rules, **own).exemption is None or own


def foreigners(count=20, federations=3, masters=10, missed=0):
    codes = ("BEL", "NED", "GER")[:federations]
    there = tuple(Result(1, None, Code.UNRATED_DRAW) for _ in range(9 - missed))
    gone = tuple(Result(None, None, Code.ZERO_BYE) for _ in range(missed))
    return [
        Entrant(
            0, "F", federation=codes[place % federations], rating=2000,
            title="IM" if place < masters else "", results=there + gone,
        )
        for place in range(count)
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("facts", "kind", "exemption"),
    [
        ({}, "Swiss", "d"),
        ({"missed": 1}, "Swiss", "d"),
        ({"missed": 2}, "Swiss", None),
        ({"count": 19}, "Swiss", None),
        ({"federations": 2}, "Swiss", None),
        ({"masters": 9}, "Swiss", None),
        ({}, "Round robin", None),
    ],
)
def test_a_swiss_with_enough_foreigners_frees_everybody(facts, kind, exemption):
    # The own opponents miss rounds, so that they are none of the twenty.
    tournament = with_players(event(*ONE_FEDERATION, kind=kind), *foreigners(**facts))
    found = Judge(tournament).norms_of(tournament.entrants[0])[0]

    assert found.exemption == exemption
    if exemption:
        assert "one norm of an application" in str(found.conditions[1].why)


def test_full_points_beyond_what_suffices_count_as_games():
    assert norm(changed((8, "ENG - 2300 1"), (9, "BEL - 2300 1"))).extra_games == 1
    assert norm(changed((8, "ENG - 2300 1"))).extra_games == 0


def test_a_double_round_robin_is_not_judged():
    found = norm(kind="Double round robin")

    assert found.met is None
    assert "not judged here" in str(found.conditions[0].why)


@given(st.lists(st.sampled_from("10="), min_size=9, max_size=11), st.data())
def test_a_norm_stays_met_when_a_win_replaces_a_draw(codes, data):
    federations = ("BEL", "NED", "GER", "FRA")
    rounds = [
        f"{federations[place % 4]} {('GM', 'IM', 'FM')[place % 3]} {2300 + 50 * (place % 6)} {code}"
        for place, code in enumerate(codes)
    ]
    drawn = [place for place, code in enumerate(codes) if code == "="]
    if not drawn:
        return
    place = data.draw(st.sampled_from(drawn))
    better = [*rounds]
    better[place] = f"{rounds[place][:-1]}1"
    for title in ("GM", "IM"):
        if norm(tuple(rounds), title).met:
            assert norm(tuple(better), title).met


def test_what_no_file_says_and_whether_it_is_a_large_swiss():
    tournament = event(*NINE)
    texts = [str(each) for each in by_hand(Judge(tournament))]
    assert texts[4].endswith("the file has no days of rounds.")
    assert texts[5].startswith("Norms of this tournament do not count")

    day = date(2026, 3, 7)
    large = replace(
        with_players(tournament, *[Entrant(0, "F", rating=2100)] * 35), round_dates=(day,) * 9
    )
    texts = [str(each) for each in by_hand(Judge(large))]
    assert "2026-03-07 has 9" in texts[4]
    assert "45 players" in texts[5]


def test_what_is_refused():
    tournament = event(*NINE)
    with pytest.raises(Refused, match="“XYZ” is no federation"):
        Judge(tournament, Rules(host="XYZ"))
    with pytest.raises(Refused, match="31 rounds"):
        Judge(replace(tournament, rounds=31))
    with pytest.raises(Refused, match="no player 77"):
        entrant_of(tournament, 77)
