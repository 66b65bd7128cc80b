import itertools
from dataclasses import replace

import pytest

from clubscore.text.problems import Refused
from events.tournaments.core.domain.go_settings import GoSettings, GoWeights, Seeding
from events.tournaments.core.domain.wishes import Wishes
from events.tournaments.go.domain.event import GoEvent, GoResult, GoTask
from events.tournaments.pairing.domain.go_groups import paired_players
from events.tournaments.pairing.engines import mcmahon as module
from events.tournaments.pairing.engines.mcmahon import bye_of, matching, pair_go, pair_weights
from tests.events.tournaments.go_events import BLACK, event, field, game


def task(event_, number):
    return GoTask(event_.before(number), number, event_.players_of(number))


def pairs(proposal):
    return [(pair.white, pair.black) for pair in proposal.pairs]


def play(event_, rounds):
    """The event after so many rounds, all won by White."""
    for number in range(1, rounds + 1):
        proposal = pair_go(task(event_, number))
        games = tuple(game(number, *pair) for pair in pairs(proposal))
        byes = {(number, who) for who in proposal.byes}
        event_ = replace(event_, games=event_.games + games, byes=event_.byes | byes)
    return event_


def test_a_tournament_has_no_rematch_and_one_bye_each():
    played = play(GoEvent("T", field(21), settings=GoSettings(bar=3, floor=-20)), 5)
    met = [frozenset((each.white, each.black)) for each in played.games]
    byes = [number for _round, number in played.byes]

    assert len(met) == len(set(met)) == 50
    assert len(byes) == len(set(byes)) == 5


def test_the_pairing_has_the_largest_weight_of_all():
    played = play(GoEvent("T", field(8, seed=3)), 2)
    here = task(played, 3)
    weights = {
        frozenset((one, other)): sum(parts.values()) for one, other, parts in pair_weights(here)
    }

    def best(numbers):
        if not numbers:
            return 0
        first, *rest = numbers
        return max(
            weights[frozenset((first, other))] + best([each for each in rest if each != other])
            for other in rest
        )

    assert sum(weights[frozenset(pair)] for pair in pairs(pair_go(here))) == best(range(1, 9))


def test_a_draw_repeats():
    here = task(GoEvent("T", field(30)), 1)

    assert pair_go(here) == pair_go(here)


def test_the_weaker_takes_black_with_stones():
    (pair,) = pair_go(task(event(-1, -5), 1)).pairs

    assert (pair.white, pair.black) == (1, 2)
    assert str(pair.why) == "Score 29 against 25; handicap 3."


def test_the_reason_says_where_scores_are_capped_for_the_handicap():
    here = event(-1, -5)
    capped = replace(here, settings=replace(here.settings, handicap_threshold=-3))
    (pair,) = pair_go(task(capped, 1)).pairs

    assert str(pair.why) == (
        "Score 29 against 25; handicap 1. For the handicap, scores above 27 count as 27."
    )


def test_the_reason_has_the_whole_score():
    here = event(-1, -5, games=[game(1, 1, 3, GoResult.JIGO), game(1, 4, 2)])
    here = replace(here, players=(*here.players, *event(-1, -5, -9, -9).players[2:]))
    (pair,) = pair_go(GoTask(here, 2, frozenset({1, 2}))).pairs
    assert str(pair.why) == "Score 29½ against 25; handicap 3."

    in_swiss = replace(here, settings=GoSettings(swiss=True, handicap_ceiling=0))
    (pair,) = pair_go(GoTask(in_swiss, 2, frozenset({1, 2}))).pairs
    assert str(pair.why) in ("Score ½ against 0; even game.", "Score 0 against ½; even game.")


def test_the_lower_balance_has_white_in_an_even_game():
    games = [game(1, 1, 3), game(1, 4, 2)]
    (pair, *_) = pair_go(task(event(0, 0, 0, 0, games=games), 2)).pairs

    assert {pair.white, pair.black} == {1, 4} or (pair.white, pair.black) in ((2, 1), (3, 4))


def test_a_rematch_says_that_nothing_else_was_possible():
    (pair,) = pair_go(task(event(0, 0, games=[game(1, 1, 2)]), 2)).pairs

    assert str(pair.why).endswith("They have met before: nothing else was possible.")


@pytest.mark.parametrize(
    ("byes", "games", "who"),
    [((), (), 3), (((1, 3),), (game(1, 1, 2),), 2), (((1, 3), (2, 2)), (game(1, 1, 2),), 1)],
)
def test_the_bye_goes_to_the_weakest_of_those_who_had_the_fewest(byes, games, who):
    here = event(2, 0, -3, games=games, byes=byes)
    players = paired_players(here, 3, {1, 2, 3})

    assert bye_of(here, players) == who


def test_in_a_swiss_wins_count_forty_times():
    games = [game(1, 1, 2, BLACK)]
    here = event(2, -20, -5, games=games, settings=GoSettings(swiss=True))

    # 2 + 0, -20 + 40, -5 + 0.
    assert bye_of(here, paired_players(here, 2, {1, 2, 3})) == 3


def test_weights_leave_out_the_bye():
    found = pair_weights(task(event(2, 0, -3), 1))

    assert [(one, other) for one, other, _parts in found] == [(1, 2)]


def test_nobody_is_refused():
    with pytest.raises(Refused, match="Nobody"):
        pair_go(GoTask(event(0), 1, frozenset()))


def test_a_single_player_has_the_bye():
    proposal = pair_go(task(event(0), 1))
    assert proposal.byes == (1,)
    assert str(proposal.bye_why).startswith("Who had the fewest byes")


@pytest.mark.parametrize(
    ("wishes", "opponent"),
    [
        (Wishes(), 3),
        (Wishes(never=(frozenset({1, 3}), frozenset({1, 2}))), 4),
        (Wishes(avoid=(frozenset({1, 3}), frozenset({1, 4}))), 2),
        (Wishes(prefer=(frozenset({1, 2}),)), 2),
        (Wishes(avoid=(frozenset({1, 2, 3, 4}),)), 3),
    ],
)
def test_wishes(wishes, opponent):
    four = event(0, 0, 0, 0, weights=GoWeights(first_seeding=Seeding.SLIP))
    proposal = pair_go(GoTask(four, 1, frozenset({1, 2, 3, 4}), wishes))

    assert next(set(pair) - {1} for pair in pairs(proposal) if 1 in pair) == {opponent}


def test_who_is_never_to_meet_may_leave_no_pairing():
    never = Wishes(never=(frozenset({1, 2, 3, 4}),))

    with pytest.raises(Refused):
        pair_go(GoTask(event(0, 0, 0, 0), 1, frozenset({1, 2, 3, 4}), never))


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
