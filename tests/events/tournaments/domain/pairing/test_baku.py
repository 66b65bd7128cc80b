from fractions import Fraction

import pytest

from events.tournaments.domain.pairing.baku import baku, upper_group
from events.tournaments.domain.pairing.proposal import System, Task
from events.tournaments.domain.results import Code, PointSystem, Result
from events.tournaments.domain.tournament import Entrant, Tournament

HALF = Fraction(1, 2)


def field(players, rounds, **options):
    entrants = tuple(Entrant(number, "P") for number in range(1, players + 1))
    return Tournament("T", rounds=rounds, entrants=entrants, **options)


def virtual(tournament, number, rounds):
    """The virtual points of a player in every round."""
    tasks = (
        Task(
            System.DUTCH,
            tournament,
            round_,
            frozenset(),
            accelerations=baku(tournament, range(1, 999)),
        )
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
    assert len(baku(field(players, 5), range(99))) == 2 * players


def test_a_win_must_be_worth_two_draws():
    system = PointSystem(win=Fraction(3), draw=Fraction(1))

    assert baku(field(8, 5, system=system), range(99)) == ()


def test_only_those_present_are_halved_in_round_1():
    assert [each.numbers for each in baku(field(8, 4), {1, 3, 4, 5, 6})] == [
        frozenset(range(1, 6)),
        frozenset(range(1, 6)),
    ]


def test_a_late_entry_belongs_to_the_group_by_strength_and_its_last_player_stays():
    played = Result(None, None, Code.PAIRING_BYE)
    order = (1, 2, 9, 3, 4, 8)
    entrants = tuple(
        Entrant(number, "P", results=(None if number > 4 else played,)) for number in order
    )
    tournament = Tournament("T", rounds=4, entrants=entrants)

    # Four were halved: 1 and 2; number 9 stands behind them, number 8 too.
    assert baku(tournament, set(order))[0].numbers == {1, 2}
    stronger = Tournament("T", rounds=4, entrants=(entrants[2], *entrants[:2], *entrants[3:]))
    assert baku(stronger, set(order))[0].numbers == {9, 1, 2}
