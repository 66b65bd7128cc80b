"""TRF26 files in which teams meet each other: whose points are whose."""

from dataclasses import replace
from fractions import Fraction

import pytest

from events.tournaments.core.domain.results import PointSystem
from events.tournaments.core.domain.tournament import Team
from events.tournaments.files.domain import Format
from events.tournaments.files.formats.krause.writer import write
from events.tournaments.teams.domain.from_games import team_event
from tests.events.tournaments.files.formats.krause.files import Told, file, player, told
from tests.events.tournaments.files.formats.krause.test_teams import newer_team

POINTS = "162  W 1.0    D 0.5    L 0.0    A 0.0    P 5.0"
TEAMS = (newer_team(1, "Mill", 1, 2), newer_team(2, "Town", 3, 4), newer_team(3, "Lane", 5, 6))
KEPT = ("192 FIDE_TEAM_SWISS", "320  1.0  5.0 003", "362  TW 2.0    TD 1.0")
NOTICES = [
    f'line {line}: the team "{name}" has 15.0 match points and 28.0 game points here; its matches '
    f"give {match} and {game}"
    for line, name, match, game in (
        (10, "Mill", "2.0", "1.5"),
        (11, "Town", "0.0", "0.5"),
        (12, "Lane", "1.0", "5.0"),
    )
]


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

    assert (found.errors, found.adjustments, found.notices) == ([], [], NOTICES)
    assert found.value.teams == (
        Team("Mill", (1, 2), 1, "NICK", 2486),
        Team("Town", (3, 4), 2, "NICK", 2486),
        Team("Lane", (5, 6), 3, "NICK", 2486),
    )
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

    assert all(line in lines for line in (POINTS, *KEPT))
    assert [line for line in lines if line.startswith("310")] == [
        "310   1 Mill                             NICK    2486    2.0    1.5   1     1    2",
        "310   2 Town                             NICK    2486    0.0    0.5   3     3    4",
        "310   3 Lane                             NICK    2486    1.0    5.0   2     5    6",
    ]
    assert [line[:3] for line in lines].count("310") == len(TEAMS)
    assert [line[:3] for line in lines].count("162") == 1
    assert write(told(text).value, format=Format.TRF26).text == text


def test_a_team_and_points_that_were_changed_are_written_as_they_are_now() -> None:
    first = told(round_with_a_bye("0.0")).value
    teams = (replace(first.teams[0], members=(2, 1)), *first.teams[1:])
    changed = replace(first, teams=teams, system=replace(first.system, draw=Fraction(1, 4)))
    lines = write(changed, format=Format.TRF26).text.splitlines()

    assert POINTS not in lines
    assert (
        "310   1 Mill                             NICK    2486    2.0   1.25   1     2    1"
        in lines
    )
    assert [line[:3] for line in lines].count("310") == len(TEAMS)


def test_where_teams_have_points_besides_their_records_are_written_back() -> None:
    """Record 299 is not counted, so that ours would be wrong."""
    more = ("299 -  -1.0", "802   1 NICK    15.0   28.0    2 w  1.5")
    first = told(round_with_a_bye("0.0", POINTS, *TEAMS, *KEPT, *more)).value
    lines = write(first, format=Format.TRF26).text.splitlines()

    assert all(line in lines for line in (*TEAMS, *more))


def test_the_tie_breaks_of_teams_are_not_those_of_the_players() -> None:
    more = ("202 EDE,emgsb/c1,BH,TPR", "212 PTS,ARO")
    found = told(round_with_a_bye("0.0", POINTS, *TEAMS, *KEPT, *more))
    event = team_event(found.value)

    assert found.value.tie_breaks == ()
    assert event
    assert event.tie_breaks == ("EDE", "EMGSB/C1", "BH")
    assert 'line 16: "TPR" is not a known tie-break; it is left out' in found.notices
    text = write(found.value, format=Format.TRF26).text
    assert all(line in text for line in more)


def test_an_individual_tournament_has_no_matches() -> None:
    assert team_event(told(round_with_a_bye("0.0", POINTS, *TEAMS, "192 FIDE_DUTCH")).value) is None
    assert team_event(told(round_with_a_bye("0.0", POINTS)).value) is None


def test_the_older_format_has_the_teams_once() -> None:
    text = write(told(round_with_a_bye("0.0")).value, format=Format.TRF16).text

    tags = [line[:3] for line in text.splitlines()]
    assert (tags.count("013"), tags.count("310")) == (len(TEAMS), 0)
    assert worth(told(text)) == 0


def test_strictly_these_records_are_errors() -> None:
    found = told(round_with_a_bye("0.0"), strict=True)

    assert "line 9: invalid record 162" in found.errors
    assert "line 10: invalid record 310" in found.errors


def test_other_points_are_said_not_to_be_counted() -> None:
    found = told(round_with_a_bye("0.0", POINTS, *TEAMS, *KEPT, "299 -  -1.0"))

    assert any("(record 299) are kept, and not counted here" in notice for notice in found.notices)
