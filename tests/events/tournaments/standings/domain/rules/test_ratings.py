"""Tie-breaks from ratings; those of played rounds are in test_played."""

import pytest

from events.tournaments.standings.domain.catalogue import chosen
from events.tournaments.standings.domain.explanation import explain
from events.tournaments.standings.domain.rules.ratings import difference
from events.tournaments.standings.domain.stage import stage
from events.tournaments.standings.domain.standings import rank
from tests.events.tournaments.standings.domain.tables import points, table, values


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
