from dataclasses import replace

import pytest

from clubscore.text.problems import Refused
from events.tournaments.core.domain.tournament import Entrant, Tournament
from events.tournaments.core.domain.withdrawals import (
    berger,
    cancelled,
    counted_results,
    double_berger,
)
from events.tournaments.pairing.domain.proposal import System, Task
from events.tournaments.pairing.domain.systems import pair_round_robin
from events.tournaments.standings.domain.standings import crosstable, standings
from tests.events.tournaments.standings.domain.tables import table

ONE_GAME = table("""
    1 Ada:  4w0  2w1  3b1
    2 Ben:  3w1  1b0  U
    3 Cleo: 2b0  U    1w0
    4 Dan:  1b1  .    .
""")

TWO_GAMES = table("""
    1 Ada:  4w0  2w1  3b1
    2 Ben:  3w1  1b0  U
    3 Cleo: 2b0  4b=  1w0
    4 Dan:  1b1  3w=  .
""")

FIVE = table("""
    1 Ada:  U    2w1  3b1
    2 Ben:  5w0  1b0  U
    3 Cleo: 4w1  5b=  1w0
    4 Dan:  3b0  U    U
    5 Eve:  2b1  3w=  .
""")


def left(tournament: Tournament, number: int, after: int, rounds: int) -> Tournament:
    entrants = tuple(
        replace(entrant, left_after=after) if entrant.number == number else entrant
        for entrant in tournament.entrants
    )
    return replace(tournament, entrants=entrants, kind="Round robin", rounds=rounds)


def points(tournament: Tournament) -> dict[int, str]:
    return {line.number: str(line.points) for line in standings(tournament, tie_breaks=[])}


def test_before_half_of_the_games_all_are_cancelled() -> None:
    gone = left(ONE_GAME, 4, 1, 3)

    assert cancelled(gone, 3) == {4: True}
    assert points(gone) == {1: "2", 2: "1", 3: "0", 4: "0"}


def test_whose_games_count_for_nobody_comes_last() -> None:
    """Alone, also behind somebody without a point."""
    lines = standings(left(ONE_GAME, 4, 1, 3), tie_breaks=[])

    assert [(line.number, str(line.place)) for line in lines] == [
        (1, "1"), (2, "2"), (3, "3"), (4, "4"),
    ]  # fmt: skip


def test_from_half_of_the_games_on_they_count_and_the_others_are_lost_by_default() -> None:
    gone = left(TWO_GAMES, 4, 2, 3)

    assert cancelled(gone, 3) == {4: False}
    assert points(gone) == {1: "2", 2: "2", 3: "1/2", 4: "3/2"}
    last = [
        entrant.results[2].code.value if entrant.results[2] else ""
        for entrant in counted_results(gone, 3).entrants
    ]
    assert last == ["1", "+", "0", "-"]


def test_in_an_odd_field_the_table_says_whose_bye_is_the_free_round() -> None:
    gone = left(FIVE, 5, 2, 5)

    results = [entrant.results[2] for entrant in counted_results(gone, 3).entrants]
    assert [result and (result.opponent, result.code.value) for result in results] == [
        (3, "1"), (None, "U"), (1, "0"), (5, "+"), (4, "-"),
    ]  # fmt: skip


def test_in_a_double_round_robin_half_is_of_both_cycles() -> None:
    assert cancelled(left(TWO_GAMES, 4, 2, 6), 3) == {4: True}


def test_in_an_earlier_round_the_games_counted() -> None:
    gone = left(ONE_GAME, 4, 1, 3)

    assert counted_results(gone, 0) == gone
    assert points(replace(gone, entrants=gone.entrants)) != points(replace(gone, kind="Swiss"))


@pytest.mark.parametrize("kind", ["Swiss", "Knockout", ""])
def test_elsewhere_who_leaves_keeps_the_results(kind: str) -> None:
    gone = replace(left(ONE_GAME, 4, 1, 3), kind=kind)

    assert counted_results(gone, 3) == gone


def test_pairings_of_another_table_leave_one_bye_in_an_even_field() -> None:
    other = table("""
        1 Ada:  2w1  3b1  U
        2 Ben:  1b0  4w0  3w1
        3 Cleo: 4w0  1w0  2b0
        4 Dan:  3b1  2b1  .
    """)
    gone = left(other, 4, 2, 3)

    assert counted_results(gone, 3).entrants[0].results[2].code.value == "+"


def test_the_crosstable_shows_cancelled_games_in_brackets() -> None:
    found = crosstable(left(ONE_GAME, 4, 1, 3), tie_breaks=[])

    assert [[cell.text if cell else "" for cell in row.cells] for row in found.rows] == [
        ["(4w0)", "2w1", "3b1"],
        ["3w1", "1b0", "(–1)"],
        ["2b0", "(–1)", "1w0"],
        ["(1b1)", "", ""],
    ]
    assert [str(row.progress[-1]) for row in found.rows] == ["2", "1", "0", "0"]


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

    assert [colour for colour in colours.values() if "www" in colour or "bbb" in colour] == []


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
