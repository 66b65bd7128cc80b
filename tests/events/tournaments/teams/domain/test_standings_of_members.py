"""Team standings worked out by hand: eight players, places 1 to 8 but for a shared one."""

from fractions import Fraction

import pytest

from events.common.domain import Place
from events.tournaments.core.domain.tournament import Team
from events.tournaments.standings.domain.standings import Standing
from events.tournaments.teams.domain.standings_of_members import (
    Member,
    TeamStanding,
    team_standings,
)

LINES = [
    Standing(number, place, Fraction(points), (), provisional=False)
    for number, place, points in (
        (11, Place(1), "4"),
        (12, Place(2), "3.5"),
        (13, Place(3, True), "3"),
        (14, Place(3, True), "3"),
        (15, Place(5), "2"),
        (16, Place(6), "1.5"),
        (17, Place(7), "1"),
        (18, Place(8), "0"),
    )
]

KINGS = Team("Kings", (18, 11, 15))

QUEENS = Team("Queens", (12, 16, 17))

ROOKS = Team("Rooks", (13, 14))


def summary(teams: list[Team], count: int | None = None) -> list[tuple[str, str, Fraction, int]]:
    return [
        (str(line.place), line.team.name, line.points, line.places)
        for line in team_standings(teams, LINES, count=count)
    ]


def test_all_members_count() -> None:
    """Kings 4 + 2 + 0, Queens 3½ + 1½ + 1, Rooks 3 + 3: the lowest sum of places is 3 + 3."""
    assert summary([KINGS, QUEENS, ROOKS]) == [
        ("1", "Rooks", 6, 6),
        ("2", "Kings", 6, 14),
        ("3", "Queens", 6, 15),
    ]


def test_the_best_members_count() -> None:
    """Kings 4 + 2, Queens 3½ + 1½, Rooks 3 + 3; Kings and Rooks both have places 1 + 5 and 3 + 3,
    and the better best player."""
    assert summary([ROOKS, QUEENS, KINGS], count=2) == [
        ("1", "Kings", 6, 6),
        ("2", "Rooks", 6, 6),
        ("3", "Queens", 5, 8),
    ]


def test_a_team_with_too_few_members_is_behind_a_complete_one() -> None:
    """Rooks have 3 + 3 from two, Kings 4 + 2 + 0 from three."""
    assert summary([ROOKS, KINGS], count=3) == [("1", "Kings", 6, 14), ("2", "Rooks", 6, 6)]


def test_members_are_in_the_order_of_the_standings() -> None:
    assert team_standings([KINGS], LINES, count=2) == (
        TeamStanding(
            KINGS,
            Place(1),
            Fraction(6),
            6,
            (
                Member(11, 1, Fraction(4), counts=True),
                Member(15, 5, Fraction(2), counts=True),
                Member(18, 8, Fraction(0), counts=False),
            ),
        ),
    )


def test_equal_teams_share_a_place() -> None:
    found = summary(
        [Team("Blue", (14,)), Team("Amber", (13,)), Team("Empty", ()), Team("Red", (16,))]
    )
    assert found == [
        ("1=", "Amber", 3, 3),
        ("1=", "Blue", 3, 3),
        ("3", "Red", Fraction(3, 2), 6),
        ("4", "Empty", 0, 0),
    ]


@pytest.mark.parametrize("count", [None, 2])
def test_no_teams(count: int | None) -> None:
    assert team_standings([], LINES, count=count) == ()
