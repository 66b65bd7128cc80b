"""Direct encounter, worked out by hand. Byes make the players equal in points, nothing else.

Tie-breaks from ratings; those of played rounds are in test_played.

The parts of go's scores, of a small McMahon tournament.
"""

from fractions import Fraction

import pytest

from events.tournaments.standings.domain.catalogue import chosen
from events.tournaments.standings.domain.explanation import explain
from events.tournaments.standings.domain.rules import difference
from events.tournaments.standings.domain.stage import stage
from events.tournaments.standings.domain.standings import rank
from tests.events.tournaments.go.domain.test_event import FIELD, HALF, mcmahon
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


@pytest.mark.parametrize(
    ("percent", "expected"),
    [
        (100, 800),
        (99, 677),
        (76, 202),
        (75, 193),
        (51, 7),
        (50, 0),
        (49, -7),
        (24, -202),
        (0, -800),
    ],
)
def test_difference_of_a_percentage(percent: int, expected: int) -> None:
    assert difference(percent) == expected


def test_averages_are_rounded_with_halves_up() -> None:
    """Ada (1800 + 1801) / 2 = 1800½; Ben and Cleo met 2000 only."""
    tournament = table("""
        1 Ada 2000:  2w1  3b=
        2 Ben 1800:  1b0  .
        3 Cleo 1801: .    1w=
    """)
    assert values(tournament, "ARO") == points("1801 2000 2000")
    # 1½ of 2 is 75 %, +193; 0 % is -800; 50 %.
    assert values(tournament, "TPR") == points("1994 1200 2000")


def test_percentages_are_rounded_with_halves_up() -> None:
    """½ of 4 is 12½ %, that is 13 %: the difference of 87 %, 322, below the average of 1500."""
    tournament = table("""
        1 Ada 1500:  2w=  3w0  4w0  5w0
        2 Ben 1500:  1b=  .    .    .
        3 Cleo 1500: .    1b1  .    .
        4 Dan 1500:  .    .    1b1  .
        5 Eve 1500:  .    .    .    1b1
    """)
    assert values(tournament, "TPR") == points("1178 1500 2300 2300 2300")


@pytest.mark.parametrize("kind", ["Swiss", "Round robin"])
def test_only_games_at_the_board_count(kind: str) -> None:
    """Ada won the forfeit and has a bye: Cleo only, in a game too short to be rated. Ben played
    nobody."""
    tournament = table(
        """
        1 Ada 2000:  2w+  3bW  U
        2 Ben 1800:  1b-  .    .
        3 Cleo 1700: .    1wL  Z
        """,
        kind=kind,
    )
    assert values(tournament, "ARO", through=3) == points("1700 - 2000")
    assert values(tournament, "TPR", through=3) == points("2500 - 1200")


@pytest.mark.parametrize("code", ["ARO", "ARO/C1", "TPR", "RTNG"])
def test_they_are_dropped_when_a_player_is_unrated(code: str) -> None:
    tournament = table("""
        1 Ada 2000:  2w1
        2 Ben 1800:  1b0
        3 Cleo:      U
    """)
    assert values(tournament, code) == points("- - -")


@pytest.mark.parametrize("settings", [{}, {"unrated_as": 1200}])
def test_a_tie_break_may_say_what_the_unrated_have(settings) -> None:
    """The modifier comes before the settings."""
    tournament = table("1 Ada 2000: 2w1 3b1\n2 Ben: 1b0 .\n3 Cleo 1800: . 1w0", **settings)
    assert values(tournament, "ARO/U1500") == points("1650 2000 2000")
    assert values(tournament, "ARO/C1/U1500")[0] == 1800
    assert values(tournament, "RTNG/U1500") == points("2000 1500 1800")
    explanation = explain(
        tournament, rank(stage(tournament), chosen(["TPR/U1500"])), number=1, code="TPR-U1500"
    )
    assert not any("not every player" in str(note) for note in explanation.notes)


def explained(made, number, code):
    ranking = rank(stage(made), chosen([code]))
    explanation = explain(made, ranking, number=number, code=code)
    lines = [
        (line.round, line.opponent, line.score, line.points, line.amount)
        for line in explanation.lines
    ]
    remarks = [" ".join(map(str, line.remarks)) for line in explanation.lines]
    return explanation.value, lines, remarks, [str(note) for note in explanation.notes]


def test_a_mcmahon_score_has_a_part_for_every_round():
    assert explained(mcmahon(*FIELD), 2, "MMS") == (
        29,
        [(1, 1, None, 1, 1), (2, None, None, 1, 1)],
        ["", "Pairing-allocated bye."],
        ["The player began with 27."],
    )


def test_rounds_without_a_game_are_rounded_down_together():
    assert explained(mcmahon(*FIELD), 4, "MMS") == (
        Fraction(41, 2),
        [(1, 3, None, HALF, HALF), (2, None, None, HALF, HALF)],
        ["", "Absent."],
        [
            "The player began with 20.",
            "Rounds without a game add up to ½, which is rounded down to 0.",
        ],
    )


def test_stones_are_added_to_an_opponents_score_or_subtracted():
    made = mcmahon(*FIELD)
    assert explained(made, 1, "SOS") == (
        Fraction(123, 2),
        [(1, 2, 29, 0, 31), (2, 3, Fraction(61, 2), 1, Fraction(61, 2))],
        ["Stones given, added: 2.", ""],
        [],
    )
    assert explained(made, 2, "SOS") == (
        56,
        [(1, 1, 31, 1, 29), (2, None, None, None, 27)],
        [
            "Stones taken, subtracted: 2.",
            "Pairing-allocated bye. A round without a game counts the player’s own start score.",
        ],
        [],
    )


def test_a_round_without_a_game_counts_nothing_in_a_swiss():
    assert explained(mcmahon(*FIELD, swiss=True), 4, "SOS") == (
        HALF,
        [(1, 3, HALF, HALF, HALF), (2, None, None, None, 0)],
        ["", "Zero-point bye, or absent. A round without a game counts nothing."],
        [],
    )
