from dataclasses import replace

import pytest

from events.tournaments.core.domain.go_settings import Float, GoSettings, GoWeights, Seeding
from events.tournaments.core.domain.pairings import Pairings
from events.tournaments.go.domain.event import GoEvent
from events.tournaments.pairing.domain.go_groups import Paired, paired_players
from events.tournaments.pairing.domain.go_handicaps import handicap_of, other_handicaps
from events.tournaments.pairing.domain.go_weights import (
    PARTS,
    fixed_random,
    groups_in_play,
    weights_of,
)
from tests.events.tournaments.go_events import BLACK, JIGO, event, game, players


def test_groups_are_whole_scores_in_the_order_of_the_criteria_then_the_extra_one():
    here = event(1, 2, 0, 0, settings={"bar": 1})
    found = paired_players(here, 1, {1, 2, 3, 4})

    # The rating is the extra criterion of the first rounds.
    assert list(found) == [2, 1, 3, 4]
    assert [(player.group, player.place, player.size) for player in found.values()] == [
        (31, 0, 2),
        (31, 1, 2),
        (30, 0, 2),
        (30, 1, 2),
    ]


def test_later_names_decide():
    here = event(1, 2, settings={"bar": 1}, weights=GoWeights(first_seeding_until=0))

    assert list(paired_players(here, 1, {1, 2})) == [1, 2]


def test_the_history_has_opponents_colours_and_draws():
    games = [
        game(1, 1, 2),
        game(1, 3, 4, BLACK, handicap=2),
        game(2, 1, 4),
        game(2, 2, 3, known_colour=False),
    ]
    here = event(0, 0, 0, -2, games=games)
    found = paired_players(here, 3, {1, 2, 3, 4})

    assert {number: sorted(player.met) for number, player in found.items()} == {
        1: [2, 4],
        2: [1, 3],
        3: [2, 4],
        4: [1, 3],
    }
    assert {number: player.balance for number, player in found.items()} == {
        1: 2,
        2: -1,
        3: 0,
        4: -1,
    }
    # Round 1: 3 was drawn down to 4; round 2: 1 with 31 was drawn down to 4 with 29.
    assert {number: (player.ups, player.downs) for number, player in found.items()} == {
        1: (0, 1),
        2: (0, 0),
        3: (0, 1),
        4: (2, 0),
    }


SETTINGS = GoSettings(bar=3, floor=-20, handicap_threshold=8)

EVENT = GoEvent("T", (), settings=SETTINGS)


def pair(**changes):
    """Two players, 1 dan and 1 dan, each with changes ``a_…`` and ``b_…``."""
    one, other = players(0, 0)
    sides = []
    for letter, player, place in (("a", one, 0), ("b", other, 1)):
        own = {name[2:]: value for name, value in changes.items() if name.startswith(letter + "_")}
        person = {name: own.pop(name) for name in ("club", "country", "rank") if name in own}
        values = {"group": 30, "place": place, "size": 2, "wins": 0, "mms": 60, "start": 30}
        sides.append(Paired(replace(player, **person), **(values | {"category": 0} | own)))
    return sides


def part(name, event=EVENT, round_=3, **changes):
    return weights_of(event, round_, *pair(**changes))[name]


def with_weights(**changes):
    return replace(EVENT, weights=GoWeights(**changes))


def test_the_parts():
    assert tuple(weights_of(EVENT, 1, *pair())) == PARTS
    assert part("constant") == 1


def test_met():
    assert (part("met"), part("met", a_met=frozenset({2}))) == (5 * 10**14, 0)


def test_a_fixed_random_number_depends_on_the_names_alone():
    one, other = pair()
    total = sum(
        ord(letter) * place for place, letter in enumerate("Name01FirstName02First", start=1)
    )

    assert fixed_random(999, one, other) == fixed_random(999, other, one)
    assert fixed_random(999, one, other) == total * 1234567 % 1000
    assert (part("random"), part("random", with_weights(random=999))) == (0, total * 1234567 % 1000)


@pytest.mark.parametrize(
    ("balances", "weight"),
    [((1, -1), 10**6), ((-2, 1), 10**6), ((0, 2), 500_000), ((-2, 0), 500_000), ((0, 1), 0),
     ((1, 1), 0), ((0, 0), 0)],
)  # fmt: skip
def test_colours(balances, weight):
    one, other = balances

    assert part("colour", a_balance=one, b_balance=other) == weight
    # Not where there is a handicap.
    assert part("colour", a_balance=one, b_balance=other, b_mms=50) == 0


def test_categories_only_where_there_are_some():
    event = replace(EVENT, settings=replace(SETTINGS, category_limits=(0,)))

    assert part("category", b_category=1) == 0
    assert part("category", event) == 2 * 10**13
    assert part("category", event, b_category=1) == 2 * 10**13 // 2 * 5 // 4


def test_score_falls_with_the_gap_between_groups():
    # From floor to bar, and what three rounds add.
    assert groups_in_play(EVENT, 3) == 29
    assert part("score") == 10**11
    assert part("score", b_group=29) == 10**11 * 28 * (58 + 1) // (29 * 58)
    assert part("score", b_group=25) == 10**11 * 24 * (58 + 5) // (29 * 58)


def test_a_swiss_has_as_many_groups_as_rounds():
    assert groups_in_play(replace(EVENT, settings=GoSettings(swiss=True)), 4) == 4


@pytest.mark.parametrize(
    ("changes", "scenario"),
    [
        ({}, 2),
        ({"a_downs": 1}, 1),
        ({"b_ups": 1}, 1),
        ({"a_downs": 1, "b_ups": 1}, 0),
        ({"a_downs": 1, "b_ups": 1, "a_ups": 2, "b_downs": 2}, 0),
        ({"a_ups": 1}, 3),
        ({"a_ups": 1, "b_downs": 1}, 4),
        ({"a_downs": 1, "a_ups": 2}, 2),
    ],
)
def test_draws(changes, scenario):
    singles = {"a_size": 1, "a_place": 0, "b_size": 1, "b_place": 0, "b_group": 29}

    assert part("draw", **singles, **changes) == scenario * 2 * 10**7


def test_without_compensation_nobody_is_drawn_back():
    event = with_weights(compensate=False)

    assert part("draw", event, b_group=29, a_size=1, b_size=1, b_place=0, a_ups=1) == 4 * 10**7


def test_players_of_one_group_are_not_drawn():
    assert part("draw") == 0


@pytest.mark.parametrize(
    ("mode", "values"),
    [
        (Float.MIDDLE, [0, 4 * 10**6, 8 * 10**6, 4 * 10**6, 0]),
        (Float.TOP, [8 * 10**6, 6 * 10**6, 4 * 10**6, 2 * 10**6, 0]),
        (Float.BOTTOM, [0, 2 * 10**6, 4 * 10**6, 6 * 10**6, 8 * 10**6]),
    ],
)
def test_players_are_drawn_from_a_part_of_the_group(mode, values):
    event = with_weights(upper_float=mode, lower_float=Float.TOP)
    base = {"b_group": 29, "b_size": 1, "b_place": 0, "a_size": 5}

    found = [part("draw", event, a_place=place, **base) - 4 * 10**7 for place in range(5)]
    assert found == values


@pytest.mark.parametrize(
    ("seeding", "places", "weight"),
    [
        (Seeding.FOLD, (0, 5), 5 * 10**6),
        (Seeding.FOLD, (0, 0), 0),
        (Seeding.FOLD, (2, 2), 5 * 10**6 - 5 * 10**6 // 5 // 5),
        (Seeding.SLIP, (0, 3), 5 * 10**6),
        (Seeding.SLIP, (1, 2), 5 * 10**6 - 5 * 10**6 * 4 // 6 * 4 // 6),
    ],
)
def test_seeding_within_a_group(seeding, places, weight):
    event = with_weights(later_seeding=seeding)
    sizes = {"a_size": 6, "b_size": 6, "a_place": places[0], "b_place": places[1]}

    assert part("seeding", event, **sizes) == weight
    assert part("seeding", event, **sizes, b_group=29) == 0


def test_split_and_random_is_across_the_halves():
    one, other = pair()
    halves = {"a_size": 4, "b_size": 4, "a_place": 0}
    value = 5 * 10**6 - fixed_random(10**6, one, other)

    assert part("seeding", round_=1, **halves, b_place=1) == 0
    assert part("seeding", round_=1, **halves, b_place=2) == value


def test_clubs_and_countries_are_worth_some_difference_of_score():
    event = replace(EVENT, weights=GoWeights(rank_threshold=9))
    alike = {"a_club": "Utrecht", "b_club": "Utrecht 2", "a_country": "NL", "b_country": "NL"}
    club = alike | {"b_club": "Gent"}
    both = club | {"b_country": "BE"}

    # Groups 29: a club is worth 3.6, a country 1, and half a group on top.
    values = [part("geography", event, **each) for each in (alike, club, both)]
    assert values[0] == 0
    gains = [(36 * 2 + 10) / 580, (36 * 2 + 10 + 10) / 580]
    for value, gain in zip(values[1:], gains, strict=True):
        assert value == pytest.approx(10**11 * (1 - (1 - gain) * (1 + gain / 2)), abs=2)


@pytest.mark.parametrize("above", [{"wins": 5}, {"rank": 9}, {"rank": 8, "wins": 2}, {"start": 33}])
def test_clubs_do_not_count_above_the_thresholds(above):
    event = replace(EVENT, weights=GoWeights(rank_threshold=9))
    one = {f"a_{name}": value for name, value in above.items()}
    both = one | {f"b_{name}": value for name, value in above.items()}

    assert part("geography", event, **one) == 10**11 // 2
    assert part("geography", event, **both) == 10**11


def test_thresholds_can_be_off():
    weights = GoWeights(rank_threshold=9, wins_threshold=False, bar_threshold=False)
    event = replace(EVENT, weights=weights)

    assert part("geography", event, a_wins=5) == 0
    assert part("geography", event, a_start=33) == 0
    assert part("geography", event, a_wins=10) == 10**11 // 2


@pytest.mark.parametrize(
    ("mms", "stones"), [((60, 60), 0), ((60, 58), 0), ((60, 56), 1), ((60, 20), 9)]
)
def test_handicaps_are_one_less_than_the_difference(mms, stones):
    one, other = pair(a_mms=mms[0], b_mms=mms[1])

    assert handicap_of(EVENT, one, other) == handicap_of(EVENT, other, one) == stones


def test_handicaps_are_limited_by_the_threshold_and_by_rank_where_set():
    low = replace(EVENT, settings=replace(SETTINGS, handicap_threshold=0))
    by_rank = replace(EVENT, settings=replace(SETTINGS, handicap_by_mms=False))

    assert handicap_of(low, *pair(a_mms=72, b_mms=58)) == 0
    assert handicap_of(low, *pair(a_mms=72, b_mms=50)) == 4
    assert handicap_of(by_rank, *pair(a_rank=3, b_mms=20)) == 2


SIX = "By the settings 6 stones, for scores of 22 and 15: h6."


def said(event_, *games, stones=(), stored=(), round_=1):
    pairings = Pairings(games, handicaps=stones)
    return [
        (handicap.line, str(handicap.message), handicap.stones)
        for handicap in other_handicaps(event_, round_, pairings, dict(stored))
    ]


def test_a_pair_made_by_hand_has_the_stones_of_the_settings():
    two = event(-8, -15)

    assert said(two, (1, 2)) == [(1, SIX, 6)]
    assert said(two, (1, 2), stones=(6,)) == []
    assert said(two, (1, 2), stones=(9,)) == [(1, SIX, 6)]


def test_stones_that_the_settings_do_not_give():
    even = event(-8, -9)

    assert said(even, (1, 2), stones=(2,)) == [
        (1, "By the settings an even game, for scores of 22 and 21.", 0)
    ]


def test_the_stronger_player_has_white_where_there_is_a_handicap():
    two = event(-8, -15)
    weaker = "Name02, First is the weaker player, and has White in a game with a handicap."

    assert said(two, (2, 1), stones=(6,)) == [(1, weaker, None)]
    assert said(event(-8, -9), (2, 1)) == []


def test_a_game_that_was_saved_so_is_not_asked_about():
    two = event(-8, -15)

    assert said(two, (1, 2), stored=[((1, 2), 0)]) == []
    assert said(two, (1, 2), stones=(3,), stored=[((1, 2), 0)]) == [(1, SIX, 6)]


def test_scores_are_those_before_the_round_with_their_halves():
    jigo = game(1, 2, 3, JIGO)
    after = event(-7, -15, -20, -16, games=(game(1, 1, 4), jigo))

    assert said(after, (1, 2), stones=(9,), round_=2) == [
        (1, "By the settings 8 stones, for scores of 24 and 15½: h8.", 8)
    ]


def test_in_a_swiss_scores_are_wins():
    rules = {"swiss": True, "handicap_by_mms": False}
    after = event(-7, -15, -20, -16, games=(game(1, 1, 3), game(1, 2, 4)), settings=rules)

    assert said(after, (1, 4), round_=2) == [
        (1, "By the settings 8 stones, for scores of 1 and 0: h8.", 8)
    ]
