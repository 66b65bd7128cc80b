from fractions import Fraction

import pytest

from clubscore.problems import sentence
from events.tournaments.domain.pairing.boards import in_board_order, initial_colour, pairing_scores
from events.tournaments.domain.pairing.proposal import Acceleration, Pair, System, Task
from events.tournaments.domain.results import Code, Colour, Result
from events.tournaments.domain.tournament import Entrant, Tournament

WHY = sentence("")


def task(wins, accelerations=()):
    """Players from 1 with so many wins each, before the round after."""
    rounds = max(wins)
    entrants = tuple(
        Entrant(
            number,
            "P",
            results=tuple(
                Result(None, None, Code.FULL_BYE if round_ < won else Code.ZERO_BYE)
                for round_ in range(rounds)
            ),
        )
        for number, won in enumerate(wins, start=1)
    )
    present = frozenset(range(1, len(wins) + 1))
    tournament = Tournament("T", entrants=entrants)
    return Task(System.DUTCH, tournament, rounds + 1, present, accelerations=accelerations)


def ordered(games, here):
    pairs = [Pair(white, black, WHY) for white, black in games]
    return [(pair.white, pair.black) for pair in in_board_order(pairs, here, pairing_scores(here))]


def test_boards_go_by_the_higher_ranked_then_both_then_the_number():
    here = task([2, 1, 2, 2, 1, 0])

    assert ordered([(6, 5), (2, 4), (3, 1)], here) == [(3, 1), (2, 4), (6, 5)]


def test_the_smallest_number_of_the_higher_ranked_decides():
    # The higher ranked of 1 and 4 is 4, which has more points.
    here = task([1, 2, 1, 2])

    assert ordered([(1, 4), (3, 2)], here) == [(3, 2), (1, 4)]


def test_virtual_points_count():
    here = task([1, 1, 1, 1], (Acceleration(Fraction(1), 2, 2, frozenset({3, 4})),))

    assert ordered([(1, 2), (3, 4)], here) == [(3, 4), (1, 2)]


@pytest.mark.parametrize("lot", Colour)
def test_the_lot_is_seen_from_round_1(lot):
    games = [(1, 3), (4, 2)] if lot is Colour.WHITE else [(3, 1), (2, 4)]
    results = {}
    for white, black in games:
        results[white] = Result(black, Colour.WHITE, Code.WIN)
        results[black] = Result(white, Colour.BLACK, Code.LOSS)
    entrants = tuple(Entrant(number, "P", results=(results[number],)) for number in (1, 2, 3, 4))

    assert initial_colour(Tournament("T", entrants=entrants)) is lot
    # Number 1 came later: number 2 was the first of those who were paired.
    late = (Entrant(1, "P", results=(None,)), *entrants[1:])
    assert initial_colour(Tournament("T", entrants=late)) is lot.other


def test_there_is_no_lot_before_round_1():
    assert initial_colour(Tournament("T", entrants=(Entrant(1, "P"),))) is None
