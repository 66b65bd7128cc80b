from fractions import Fraction

import pytest

from events.tournaments.domain.pairing.baku import baku, upper_group
from events.tournaments.domain.pairing.proposal import System, Task
from events.tournaments.domain.results import PointSystem
from events.tournaments.domain.tournament import Entrant, Tournament

HALF = Fraction(1, 2)


def field(players, rounds, **options):
    entrants = tuple(Entrant(number, "P") for number in range(1, players + 1))
    return Tournament("T", rounds=rounds, entrants=entrants, **options)


def virtual(tournament, number, rounds):
    """The virtual points of a player in every round."""
    tasks = (
        Task(System.DUTCH, tournament, round_, frozenset(), accelerations=baku(tournament))
        for round_ in range(1, rounds + 1)
    )
    entrant = tournament.entrants[number - 1]
    return [task.pairing_score(entrant) for task in tasks]


def test_161_players_have_an_upper_group_of_82():
    assert upper_group(161) == 82


def test_nine_rounds_have_virtual_points_in_five():
    tournament = field(161, 9)

    assert virtual(tournament, 82, 9) == [1, 1, 1, HALF, HALF, 0, 0, 0, 0]
    assert virtual(tournament, 83, 9) == [0] * 9


@pytest.mark.parametrize("players", [0, 1])
def test_hardly_anybody(players):
    assert len(baku(field(players, 5))) == 2 * players


def test_a_win_must_be_worth_two_draws():
    assert baku(field(8, 5, system=PointSystem(win=Fraction(3), draw=Fraction(1)))) == ()
