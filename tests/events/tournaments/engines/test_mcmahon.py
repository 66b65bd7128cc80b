from dataclasses import replace

import pytest

from clubscore.problems import Refused
from events.tournaments.domain.go.event import GoEvent, GoResult, GoTask
from events.tournaments.domain.go.groups import paired_players
from events.tournaments.domain.go.rules import GoSettings, GoWeights, Seeding
from events.tournaments.domain.pairing.wishes import Wishes
from events.tournaments.engines.mcmahon import bye_of, pair_go, pair_weights
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
