from collections import Counter

import pytest

from clubscore.problems import Refused
from events.tournaments.domain.pairing.proposal import System, Task
from events.tournaments.domain.pairing.scheveningen import pair_scheveningen, scheveningen
from events.tournaments.domain.tournament import Entrant, Team, Tournament


def task(first, second, round_, absent=()):
    numbers = sorted([*first, *second])
    tournament = Tournament(
        "T",
        entrants=tuple(Entrant(number, "P") for number in numbers),
        teams=(Team("A", tuple(first)), Team("B", tuple(second))),
    )
    return Task(System.SCHEVENINGEN, tournament, round_, frozenset(numbers) - set(absent))


@pytest.mark.parametrize("size", range(1, 7))
def test_everybody_of_one_team_meets_everybody_of_the_other_once(size):
    rounds = scheveningen(size)
    met = Counter(frozenset(game) for round_ in rounds for game in round_)

    assert met == Counter(
        frozenset({("A", one), ("B", two)})
        for one in range(1, size + 1)
        for two in range(1, size + 1)
    )
    for round_ in rounds:
        assert len({place for game in round_ for place in game}) == 2 * size


@pytest.mark.parametrize("size", [4, 6])
def test_even_teams_have_white_on_half_of_the_boards_of_a_round(size):
    whites = [sum(white[0] == "A" for white, _black in round_) for round_ in scheveningen(size)]

    assert whites == [size // 2] * size


def test_the_second_round_of_three():
    proposal = pair_scheveningen(task([1, 3, 5], [2, 4, 6], 2))

    assert [(pair.white, pair.black) for pair in proposal.pairs] == [(4, 1), (3, 6), (2, 5)]


def test_who_meets_somebody_absent_has_a_bye():
    proposal = pair_scheveningen(task([1, 2], [3, 4], 1, absent=[3]))

    assert ([(each.white, each.black) for each in proposal.pairs], proposal.byes) == (
        [(2, 4)],
        (1,),
    )


@pytest.mark.parametrize(
    ("first", "second", "round_", "reason"),
    [
        ([1, 2], [3], 1, "of one size"),
        (range(1, 8), range(8, 15), 1, "1 to 6 players"),
        ([1, 2], [3, 4], 3, "is round 2"),
    ],
)
def test_what_has_no_table_is_refused(first, second, round_, reason):
    with pytest.raises(Refused, match=reason):
        pair_scheveningen(task(first, second, round_))


def test_one_team_is_refused():
    with pytest.raises(Refused, match="has 0"):
        pair_scheveningen(Task(System.SCHEVENINGEN, Tournament("T"), 1, frozenset()))
