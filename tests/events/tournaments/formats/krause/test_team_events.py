"""TRF26 files in which teams meet each other: whose points are whose."""

from dataclasses import replace
from fractions import Fraction

import pytest

from events.tournaments.domain.results import PointSystem
from events.tournaments.domain.tournament import Team
from events.tournaments.formats.krause.writer import Format, write
from tests.events.tournaments.formats.krause.files import Told, file, player, told
from tests.events.tournaments.formats.krause.test_teams import newer_team

POINTS = "162  W 1.0    D 0.5    L 0.0    A 0.0    P 5.0"
TEAMS = (newer_team(1, "Mill", 1, 2), newer_team(2, "Town", 3, 4), newer_team(3, "Lane", 5, 6))
KEPT = ("192 FIDE_TEAM_SWISS", "320  1.0  5.0 003", "362  TW 2.0    TD 1.0")
NOTICE = (
    "line 10: Teams play each other in this tournament. The players and their games are read; "
    "match points, byes and places of the teams (records 310, 320, 362) are kept for the download "
    "and not calculated"
)


def round_with_a_bye(points: str, *more: str) -> str:
    """Two teams play on two boards, the third has the bye; its members have these points."""
    players = (
        player(1, "3 w 1", points="1.0", rank="1"),
        player(2, "4 b =", points="0.5", rank="2"),
        player(3, "1 b 0", points="0.0", rank="4"),
        player(4, "2 w =", points="0.5", rank="3"),
        player(5, "0000 - U", points=points, rank="5"),
        player(6, "0000 - U", points=points, rank="6"),
    )
    return file(*players, more=more or (POINTS, *TEAMS, *KEPT))


def worth(found: Told) -> Fraction:
    return found.value.system.pairing_bye


def test_a_team_s_bye_brings_its_members_nothing() -> None:
    found = told(round_with_a_bye("0.0"))

    assert (found.errors, found.adjustments, found.notices) == ([], [], [NOTICE])
    assert found.value.teams == (Team("Mill", (1, 2)), Team("Town", (3, 4)), Team("Lane", (5, 6)))
    assert found.value.system == PointSystem(pairing_bye=Fraction(0))


@pytest.mark.parametrize(
    ("points", "expected"), [("0.5", "1/2"), ("1.0", "1"), ("2.5", "5/2"), ("5.0", "5")]
)
def test_a_program_that_gives_the_members_a_part_of_it_is_believed(
    points: str, expected: str
) -> None:
    found = told(round_with_a_bye(points))

    assert found.adjustments == []
    assert worth(found) == Fraction(expected)


def test_points_that_no_bye_explains_are_still_reported() -> None:
    found = told(round_with_a_bye("3.0"))

    assert worth(found) == 0
    assert found.adjustments == [
        f"line {line}, player {number}: the points are given as 3.0, but the results add up to "
        "0.0; the results count"
        for line, number in ((7, 5), (8, 6))
    ]


def test_club_teams_beside_an_individual_tournament_change_nothing() -> None:
    found = told(round_with_a_bye("5.0", POINTS, *TEAMS, "192 FIDE_DUTCH"))

    assert worth(found) == 5
    assert "line 8, player 6, round 1: only one pairing-allocated bye" in found.notices[0]


def test_the_records_of_teams_are_written_back() -> None:
    first = told(round_with_a_bye("0.0")).value
    text = write(first, format=Format.TRF26).text
    lines = text.splitlines()

    assert all(line in lines for line in (POINTS, *TEAMS, *KEPT))
    assert [line[:3] for line in lines].count("310") == len(TEAMS)
    assert [line[:3] for line in lines].count("162") == 1
    assert write(told(text).value, format=Format.TRF26).text == text


def test_a_team_and_points_that_were_changed_are_written_as_they_are_now() -> None:
    first = told(round_with_a_bye("0.0")).value
    teams = (Team("Mill", (2, 1)), *first.teams[1:])
    changed = replace(first, teams=teams, system=replace(first.system, draw=Fraction(1, 4)))
    lines = write(changed, format=Format.TRF26).text.splitlines()

    assert POINTS not in lines
    assert TEAMS[0] not in lines
    assert TEAMS[1] in lines
    assert [line[:3] for line in lines].count("310") == len(TEAMS)


def test_the_older_format_has_the_teams_once() -> None:
    text = write(told(round_with_a_bye("0.0")).value, format=Format.TRF16).text

    tags = [line[:3] for line in text.splitlines()]
    assert (tags.count("013"), tags.count("310")) == (len(TEAMS), 0)
    assert worth(told(text)) == 0


def test_strictly_these_records_are_errors() -> None:
    found = told(round_with_a_bye("0.0"), strict=True)

    assert "line 9: invalid record 162" in found.errors
    assert "line 10: invalid record 310" in found.errors
