from dataclasses import replace

import pytest

from events.tournaments.domain.crosstable import crosstable
from events.tournaments.domain.tiebreaks.standings import standings
from events.tournaments.domain.tournament import Tournament
from events.tournaments.domain.withdrawals import cancelled, counted_results
from tests.events.tournaments.domain.tiebreaks.tables import table

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
        replace(each, left_after=after) if each.number == number else each
        for each in tournament.entrants
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

    assert [(line.number, line.place) for line in lines] == [
        (1, "1"), (2, "2"), (3, "3"), (4, "4"),
    ]  # fmt: skip


def test_from_half_of_the_games_on_they_count_and_the_others_are_lost_by_default() -> None:
    gone = left(TWO_GAMES, 4, 2, 3)

    assert cancelled(gone, 3) == {4: False}
    assert points(gone) == {1: "2", 2: "2", 3: "1/2", 4: "3/2"}
    last = [
        each.results[2].code.value if each.results[2] else ""
        for each in counted_results(gone, 3).entrants
    ]
    assert last == ["1", "+", "0", "-"]


def test_in_an_odd_field_the_table_says_whose_bye_is_the_free_round() -> None:
    gone = left(FIVE, 5, 2, 5)

    results = [each.results[2] for each in counted_results(gone, 3).entrants]
    assert [each and (each.opponent, each.code.value) for each in results] == [
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
