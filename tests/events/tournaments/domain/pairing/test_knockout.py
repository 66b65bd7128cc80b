from dataclasses import replace

import pytest

from clubscore.problems import Refused
from events.tournaments.domain.pairing.knockout import bracket, pair_knockout, rounds_of
from events.tournaments.domain.pairing.proposal import System, Task
from events.tournaments.domain.results import Code, Colour, Result
from events.tournaments.domain.tournament import Entrant, Tournament


def task(results, round_, absent=()):
    """``results`` are by number, a text of opponent and code for every round: ``2+1 B``."""
    entrants = tuple(
        Entrant(number, f"P{number}", results=tuple(map(result, rounds.split())))
        for number, rounds in results.items()
    )
    present = frozenset(results) - set(absent)
    return Task(System.KNOCKOUT, Tournament("T", entrants=entrants), round_, present)


def result(text):
    if text == "U":
        return Result(None, None, Code.PAIRING_BYE)
    return Result(int(text[:-1]), Colour.WHITE, Code(text[-1]))


def pairs(proposal):
    return [(pair.white, pair.black) for pair in proposal.pairs]


@pytest.mark.parametrize(
    ("players", "seeds"),
    [
        (1, [1]),
        (2, [1, 2]),
        (3, [1, 4, 3, 2]),
        (8, [1, 8, 5, 4, 3, 6, 7, 2]),
        (
            16,
            [1, 16, 9, 8, 5, 12, 13, 4, 3, 14, 11, 6, 7, 10, 15, 2],
        ),
    ],
)
def test_the_bracket_unfolds(players, seeds):
    assert bracket(players) == seeds


@pytest.mark.parametrize(("players", "rounds"), [(0, 0), (1, 0), (2, 1), (5, 3), (8, 3), (9, 4)])
def test_rounds(players, rounds):
    assert rounds_of(players) == rounds


def test_the_best_have_the_byes_of_the_first_round():
    proposal = pair_knockout(task(dict.fromkeys(range(1, 6), ""), 1))

    assert (pairs(proposal), proposal.byes) == ([(5, 4)], (1, 3, 2))


def test_winners_meet_in_the_order_of_the_bracket():
    results = {1: "U", 2: "U", 3: "6=", 4: "50", 5: "41", 6: "30"}

    assert pairs(pair_knockout(task(results, 2))) == [(1, 5), (3, 2)]


def test_who_meets_somebody_absent_goes_on_with_a_bye():
    proposal = pair_knockout(task({1: "41", 2: "31", 3: "20", 4: "10"}, 2, absent=[2]))

    assert (pairs(proposal), proposal.byes) == ([], (1,))


def test_a_draw_has_no_winner():
    with pytest.raises(Refused, match="players 1 and 4 in round 1 has no winner"):
        pair_knockout(task({1: "4=", 2: "31", 3: "20", 4: "1="}, 2))


def test_who_lost_the_play_off_after_a_draw_has_left():
    drawn = task({1: "4=", 2: "31", 3: "20", 4: "1="}, 2, absent=[1])
    entrants = tuple(
        replace(each, left_after=1) if each.number == 1 else each
        for each in drawn.tournament.entrants
    )
    drawn = replace(drawn, tournament=replace(drawn.tournament, entrants=entrants))

    assert pairs(pair_knockout(drawn)) == [(4, 2)]


@pytest.mark.parametrize(
    ("results", "reason"), [({}, "Nobody"), ({1: "21", 2: "10"}, "is round 1")]
)
def test_no_such_round(results, reason):
    with pytest.raises(Refused, match=reason):
        pair_knockout(task(results, 2))
