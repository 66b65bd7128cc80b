from fractions import Fraction

import pytest

from clubscore.problems import Refused
from events.tournaments.domain.tiebreaks.standings import Standing, standings
from events.tournaments.domain.tournament import Tournament
from tests.events.tournaments.domain.tiebreaks.tables import places, points, table

FIVE = table("""
    1 Ada 1500:  2w1  3b0  4w=
    2 Ben 1600:  1b0  4w1  5b=
    3 Cleo 1700: 4b1  1w1  .
    4 Dan 1400:  3w0  2b0  1b=
    5 Eve 1500:  U    .    2w=
""")


def test_a_line_holds_points_and_values_in_their_order() -> None:
    lines = standings(FIVE, tie_breaks=["WIN", "RTNG"])
    assert lines[0] == Standing(3, "1", Fraction(2), tuple(points("2 1700")), provisional=False)
    assert lines[4] == Standing(4, "5", Fraction(1, 2), tuple(points("0 1400")), provisional=False)


def test_places_are_shared_when_no_tie_break_parts_them() -> None:
    assert places(FIVE) == ["1 Cleo", "2= Ada", "2= Ben", "2= Eve", "5 Dan"]


def test_tie_breaks_part_those_who_are_tied() -> None:
    assert places(FIVE, "RTNG") == ["1 Cleo", "2 Ben", "3= Ada", "3= Eve", "5 Dan"]
    assert places(FIVE, "RTNG", "WON") == ["1 Cleo", "2 Ben", "3 Ada", "4 Eve", "5 Dan"]
    assert places(FIVE, "TPN") == ["1 Cleo", "2 Ada", "3 Ben", "4 Eve", "5 Dan"]


def test_points_among_the_tie_breaks_change_nothing() -> None:
    assert standings(FIVE, tie_breaks=["PTS", "WON"]) == standings(FIVE, tie_breaks=["WON"])


def test_who_has_no_value_comes_after_those_who_have() -> None:
    """Ada and Eve have a point each; Eve met nobody, so she has no average."""
    tournament = table("""
        1 Eve:  U
        2 Ada:  3w1
        3 Ben:  2b0
    """)
    assert places(tournament, "AOB") == ["1 Ada", "2 Eve", "3 Ben"]


def test_standings_after_an_earlier_round() -> None:
    assert places(FIVE, through=1) == ["1= Ada", "1= Cleo", "1= Eve", "4= Ben", "4= Dan"]
    assert places(FIVE, through=0) == ["1= Ada", "1= Ben", "1= Cleo", "1= Dan", "1= Eve"]


def test_standings_with_games_to_play_are_provisional() -> None:
    tournament = table("1 Ada: 2w1 2b*\n2 Ben: 1b0 1w*")
    assert [line.provisional for line in standings(tournament, tie_breaks=[])] == [False, False]
    lines = standings(tournament, tie_breaks=[], through=2)
    assert [(line.number, line.provisional) for line in lines] == [(1, True), (2, True)]


def test_a_tournament_without_players_has_no_standings() -> None:
    assert standings(Tournament("Empty"), tie_breaks=["BH", "DE", "KS", "ARO"]) == ()


def test_a_tournament_without_results_ties_everybody() -> None:
    tournament = table("1 Ada:\n2 Ben:", rounds=5)
    assert places(tournament, "BH", "KS", "DE", "FB", "AOB", "PS") == ["1= Ada", "1= Ben"]


def test_unknown_tie_break_is_refused() -> None:
    with pytest.raises(Refused, match="“XX” is not a known tie-break"):
        standings(FIVE, tie_breaks=["BH", "XX"])
