"""Direct encounter, worked out by hand. Byes make the players equal in points, nothing else."""

import pytest

from tests.events.tournaments.standings.domain.tables import places, points, table, values


def test_two_who_met() -> None:
    """Ada and Ben have 2 points, and Ben beat Ada. Cat is tied with nobody."""
    tournament = table("""
        1 Ada: F  F  2w0
        2 Ben: F  Z  1b1
        3 Cat: H  H  H
    """)
    assert values(tournament, "DE") == points("2 1 -")
    assert places(tournament, "DE") == ["1 Ben", "2 Ada", "3 Cat"]


def test_equals_are_compared_once_more() -> None:
    """Among the four Ada and Ben have 2, Cleo and Dan 1. Ada beat Ben, Cleo beat Dan."""
    tournament = table("""
        1 Ada:  Z  2w1  3w1  4w0
        2 Ben:  Z  1b0  4w1  3w1
        3 Cleo: F  4w1  1b0  2b0
        4 Dan:  F  3b0  2b0  1b1
    """)
    assert values(tournament, "DE") == points("1 2 3 4")


def test_equals_who_drew_stay_equal() -> None:
    """Ada beat both, Ben and Cleo drew: their game does not part them."""
    tournament = table("""
        1 Ada:  Z  Z  2w1  3w1  .
        2 Ben:  F  H  1b0  .    3w=
        3 Cleo: F  H  .    1b0  2b=
    """)
    assert values(tournament, "DE") == points("1 2 2")
    assert places(tournament, "DE") == ["1 Ada", "2= Ben", "2= Cleo"]


def test_a_circle_decides_nothing() -> None:
    circle = table("""
        1 Ada:  2w1  .    3b0
        2 Ben:  1b0  3w1  .
        3 Cleo: .    2b0  1w1
    """)
    assert values(circle, "DE") == points("- - -")
    assert places(circle, "DE") == ["1= Ada", "1= Ben", "1= Cleo"]


def test_several_games_count_by_their_average() -> None:
    """Ben won both games against Ada: 1, not 2. So it is a circle of wins, and nothing decided."""
    tournament = table("""
        1 Ada:  F  2w0  3w1  2b0  .
        2 Ben:  Z  1b1  .    1w1  3w0
        3 Cleo: F  .    1b0  .    2b1
    """)
    assert values(tournament, "DE") == points("- - -")


def test_average_of_two_games_can_decide() -> None:
    """Ada 1 and a draw against Ben: ¾ to ¼."""
    tournament = table("""
        1 Ada:  Z  2w1  2b=
        2 Ben:  F  1b0  1w=
    """)
    assert values(tournament, "DE") == points("1 2")


def test_who_stays_ahead_whatever_happens_is_placed() -> None:
    """Ben and Cleo did not meet, and could reach 1; Ada has 2. They stay as they are."""
    tournament = table("""
        1 Ada:  Z  2w1  3w1
        2 Ben:  F  1b0  F
        3 Cleo: F  F    1b0
    """)
    assert values(tournament, "DE") == points("1 2 2")


def test_second_place_may_be_certain_too() -> None:
    """Ada 3, Ben 2 from Cleo and Dan. Cleo and Dan, who did not meet, could reach 1."""
    tournament = table("""
        1 Ada:  Z  Z  Z  2w1  3w1  4w1
        2 Ben:  F  Z  Z  1b0  4w1  3w1
        3 Cleo: F  F  F  .    1b0  2b0
        4 Dan:  F  F  F  .    2b0  1b0
    """)
    assert values(tournament, "DE") == points("1 2 3 3")


def test_who_is_left_is_compared_once_more() -> None:
    """Ada has 2 and is to meet Dan. Ben 1½, Cleo 1, Dan ½ and at most 1½: Ada is placed, Ben is
    not. Among themselves the three have all met: Ben 1½, Cleo 1, Dan ½."""
    tournament = table("""
        1 Ada:  Z  Z  2w1  3w1  .
        2 Ben:  H  Z  1b0  4w1  3w=
        3 Cleo: F  Z  4w=  1b0  2b=
        4 Dan:  F  H  3b=  2b0  .
    """)
    assert values(tournament, "DE") == points("1 2 3 4")


def test_who_is_left_may_stay_tied() -> None:
    """Ada beat all. Ben beat Cleo, but Dan, who met neither, could still have 2."""
    tournament = table("""
        1 Ada:  Z  Z  Z  2w1  3w1  4w1
        2 Ben:  F  F  Z  1b0  .    3w1
        3 Cleo: F  F  F  .    1b0  2b0
        4 Dan:  F  F  F  .    .    1b0
    """)
    assert values(tournament, "DE") == points("1 2 2 2")


def test_nothing_is_placed_while_it_is_uncertain() -> None:
    """Ada beat Ben, but Cleo could beat both."""
    tournament = table("""
        1 Ada:  Z  2w1
        2 Ben:  F  1b0
        3 Cleo: F  Z
    """)
    assert values(tournament, "DE") == points("- - -")


FORFEITS = """
    1 Ada:  2w+  .    3b1
    2 Ben:  1b-  3w1  F
    3 Cleo: F    2b0  1w0
"""


@pytest.mark.parametrize(("kind", "expected"), [("Swiss", "- - -"), ("Round robin", "1 2 -")])
def test_forfeits_count_in_a_round_robin_only(kind: str, expected: str) -> None:
    assert values(table(FORFEITS, kind=kind), "DE") == points(expected)


def test_round_robin_that_is_not_over_decides_nothing() -> None:
    """Ben and Cleo have not met; only Swiss tournaments place who is certain to be ahead."""
    tournament = table(
        """
        1 Ada:  Z  2w1  3w1
        2 Ben:  F  1b0  F
        3 Cleo: F  F    1b0
        """,
        kind="Round robin",
    )
    assert values(tournament, "DE") == points("- - -")


def test_it_looks_at_those_who_are_still_tied() -> None:
    """Ada, Ben and Cleo have 2 each and form a circle. By games with Black Ben has 1, the others
    2; after that Ada and Cleo alone are compared, and Cleo beat Ada."""
    circle = table("""
        1 Ada:  2w1  .    3b0  4b1
        2 Ben:  1b0  3w1  .    F
        3 Cleo: .    2b0  1w1  5b1
        4 Dan:  .    .    .    1w0
        5 Eve:  .    .    .    3w0
    """)
    assert places(circle, "DE", "BPG")[:3] == ["1= Ada", "1= Cleo", "3 Ben"]
    assert places(circle, "BPG", "DE")[:3] == ["1 Cleo", "2 Ada", "3 Ben"]
    assert places(circle, "DE", "BPG", "DE")[:3] == ["1 Cleo", "2 Ada", "3 Ben"]
