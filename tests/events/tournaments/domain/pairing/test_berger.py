import pytest

from clubscore.problems import Refused
from events.tournaments.domain.pairing.berger import berger, double_berger, pair_round_robin
from events.tournaments.domain.pairing.proposal import System, Task
from events.tournaments.domain.tournament import Entrant, Tournament

SIX = "1-6 2-5 3-4 | 6-4 5-3 1-2 | 2-6 3-1 4-5 | 6-5 1-4 2-3 | 3-6 4-2 5-1"
EIGHT = (
    "1-8 2-7 3-6 4-5 | 8-5 6-4 7-3 1-2 | 2-8 3-1 4-7 5-6 | 8-6 7-5 1-4 2-3"
    " | 3-8 4-2 5-1 6-7 | 8-7 1-6 2-5 3-4 | 4-8 5-3 6-2 7-1"
)
TEN = {1: "1-10 2-9 3-8 4-7 5-6", 2: "10-6 7-5 8-4 9-3 1-2", 9: "5-10 6-4 7-3 8-2 9-1"}


def games(text):
    return [tuple(map(int, game.split("-"))) for game in text.split()]


def task(numbers, round_, absent=()):
    entrants = tuple(Entrant(number, f"P{number}") for number in numbers)
    present = frozenset(numbers) - set(absent)
    return Task(System.ROUND_ROBIN, Tournament("T", entrants=entrants), round_, present)


def pairs(proposal):
    return [(pair.white, pair.black) for pair in proposal.pairs]


@pytest.mark.parametrize(("players", "table"), [(6, SIX), (8, EIGHT)])
def test_the_tables_are_those_of_the_handbook(players, table):
    assert berger(players) == [games(round_) for round_ in table.split("|")]


def test_the_table_of_ten_is_that_of_the_handbook():
    table = berger(10)

    assert {number: table[number - 1] for number in TEN} == {
        number: games(text) for number, text in TEN.items()
    }


@pytest.mark.parametrize("players", range(2, 42, 2))
def test_everybody_meets_everybody_once(players):
    met = [frozenset(game) for round_ in berger(players) for game in round_]

    assert len(met) == len(set(met)) == players * (players - 1) // 2


@pytest.mark.parametrize("players", [4, 6, 8, 10])
def test_a_double_round_robin_never_gives_three_equal_colours(players):
    colours = dict.fromkeys(range(1, players + 1), "")
    for round_ in double_berger(players, even=True):
        for white, black in round_:
            colours[white] += "w"
            colours[black] += "b"

    assert [each for each in colours.values() if "www" in each or "bbb" in each] == []


def test_the_last_two_rounds_of_the_first_cycle_change_places_in_even_fields_only():
    assert double_berger(6, even=True)[3:5] == [berger(6)[4], berger(6)[3]]
    assert double_berger(6, even=False)[3:5] == berger(6)[3:]


def test_the_dummy_of_an_odd_field_is_a_bye_and_numbers_may_have_gaps():
    proposal = pair_round_robin(task([1, 2, 3, 5, 9], 1))

    assert (pairs(proposal), proposal.byes) == ([(2, 9), (3, 5)], (1,))


def test_who_meets_somebody_absent_has_a_bye():
    proposal = pair_round_robin(task([1, 2, 3, 4], 1, absent=[4]))

    assert (pairs(proposal), proposal.byes) == ([(2, 3)], (1,))


def test_a_round_beyond_the_last_is_refused():
    with pytest.raises(Refused, match="is round 3"):
        pair_round_robin(task([1, 2, 3, 4], 4))

    assert pairs(pair_round_robin(task([1, 2, 3, 4], 4), double=True)) == [(4, 1), (3, 2)]


@pytest.mark.parametrize("numbers", [[], [1, 2]])
def test_nobody_present_is_refused(numbers):
    with pytest.raises(Refused, match="Nobody"):
        pair_round_robin(task(numbers, 1, absent=numbers))


def test_a_single_player_has_the_bye():
    proposal = pair_round_robin(task([7], 1))

    assert proposal.byes == (7,)
    assert str(proposal.bye_why).startswith("The table has no opponent in this round")
