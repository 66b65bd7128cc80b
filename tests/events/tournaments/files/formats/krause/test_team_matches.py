"""Matches put together from the lines of the players; see :mod:`team_files` for the file.

TRF26 files in which teams meet each other: whose points are whose.
"""

from dataclasses import replace
from fractions import Fraction

import pytest

from events.tournaments.core.domain.results import Code, PointSystem
from events.tournaments.core.domain.tournament import Team
from events.tournaments.files.formats.krause.team_matches import team_event
from events.tournaments.files.formats.krause.writer import Format, write
from events.tournaments.teams.domain.event import Board, TeamBye, TeamMatch
from events.tournaments.teams.domain.standings import game_points
from tests.events.tournaments.files.formats.krause.files import Told, file, player, told
from tests.events.tournaments.files.formats.krause.team_files import teams_file
from tests.events.tournaments.files.formats.krause.test_teams import newer_team

WON, LOST, DRAWN = (Code.WIN, Code.LOSS), (Code.LOSS, Code.WIN), (Code.DRAW, Code.DRAW)

FORFEIT = (Code.FORFEIT_WIN, Code.FORFEIT_LOSS)

ROUND_1 = (
    TeamMatch(1, 1, 3, (Board(1, 5, *WON), Board(2, 6, *DRAWN))),
    TeamMatch(1, 4, 2, (Board(7, 3, *WON), Board(8, 4, *LOST))),
)

NO_RANKS = "there are no ranks; all ranks are recalculated"


def event(*more, cells=None, notices=()):
    found = told(teams_file(*more, cells=cells))
    assert found.notices == [*notices, NO_RANKS]
    value = team_event(found.value)
    assert value
    return value


def test_matches_with_white_s_team_first_and_the_bye():
    found = event()

    assert found.matches == ROUND_1
    assert found.byes == (TeamBye(1, 5, Code.PAIRING_BYE),)
    assert (found.rounds, found.rules.boards, found.kind) == (3, 2, "Team: Swiss-System")
    assert [(each.number, each.short, each.strength) for each in found.teams[:2]] == [
        (1, "ANC", 1999),
        (2, "BEL", 1998),
    ]


def test_the_bye_of_a_record_counts_what_it_says():
    found = event("320  1.0  1.5 005")

    assert found.byes == (TeamBye(1, 5, Code.PAIRING_BYE),)
    assert found.rules.bye_game_points(Code.PAIRING_BYE) == Fraction(3, 2)


def test_an_empty_board_is_lost_by_forfeit():
    """Anchors has nobody on board 2, or on board 1, where record 300 says so."""
    cells = {2: ("",), 6: ("0000 - +",)}
    assert event(cells=cells).matches[0] == TeamMatch(
        1, 1, 3, (Board(1, 5, *WON), Board(None, 6, *FORFEIT[::-1]))
    )

    named = event(
        "300 001   1   3    0    2",
        cells={1: ("",), 5: ("0000 - +",), 2: ("6 b =",)},
    )
    assert named.matches[0].boards == (Board(None, 5, *FORFEIT[::-1]), Board(2, 6, *DRAWN))


def test_an_empty_board_of_the_first_team_without_a_record():
    found = event(cells={1: ("",), 5: ("0000 - +",)})

    assert found.matches[0].boards == (Board(None, 5, *FORFEIT[::-1]), Board(2, 6, *DRAWN))


def test_an_empty_board_of_the_other_team():
    found = event(cells={2: ("0000 - +",), 6: ("",)})

    assert found.matches[0].boards == (Board(1, 5, *WON), Board(2, None, *FORFEIT))


def test_a_line_up_in_another_order_is_told_unless_a_record_has_it():
    cells = {1: ("6 w 1",), 2: ("5 b =",), 5: ("2 w =",), 6: ("1 b 0",)}
    turned = event(
        cells=cells,
        notices=[
            "round 1: Cogs: player 5 on board 2 comes before player 6, who sits above, in the order"
            " of the team."
        ],
    )
    assert turned.matches[0].boards == (Board(1, 6, *WON), Board(2, 5, *DRAWN))

    named = event("300 001   3   1    6    5", cells=cells)
    assert named.matches[0].boards == turned.matches[0].boards


def test_games_without_a_result():
    found = event(cells={1: ("5 w *",), 5: ("1 b *",)})

    assert found.matches[0].boards[0] == Board(1, 5, Code.PENDING, Code.PENDING)


def test_a_forfeited_match():
    gone = {1: ("",), 2: ("",), 5: ("",), 6: ("",)}
    found = event("330 -+ 001   3   1", cells=gone)
    match = TeamMatch(1, 3, 1, (), FORFEIT[::-1])

    assert found.matches == (match, ROUND_1[1])
    assert game_points(match, found.rules) == (0, 2)


def test_a_forfeited_match_with_its_boards():
    lines = {1: ("5 w +",), 2: ("6 b +",), 5: ("1 b -",), 6: ("2 w -",)}
    found = event("330 +- 001   1   3", cells=lines)

    assert found.matches[0] == TeamMatch(
        1, 1, 3, (Board(1, 5, *FORFEIT), Board(2, 6, *FORFEIT)), FORFEIT
    )


@pytest.mark.parametrize(
    ("record", "said"),
    [
        ("330 +- 001   1   3", "Anchors and Cogs have games in round 1; the record is left out"),
        ("330 +- 001   5   1", "Eels and Anchors have games in round 1; the record is left out"),
        ("330 +- 001   1   9", "there is no team 9; the record is left out"),
        ("320  1.0  1.0 009", "there is no team 9; the record is left out"),
        (
            "320  1.0  1.0 001",
            "Anchors has a match in round 1, or a bye already; this one is left out",
        ),
        ("330 x", '"330 x" cannot be read; it is left out'),
    ],
)
def test_a_record_that_contradicts_the_games_is_reported_with_its_line(record, said):
    found = event(record, notices=[f"line 24: {said}"])

    assert found.matches == ROUND_1
    assert found.byes == (TeamBye(1, 5, Code.PAIRING_BYE),)


def test_a_bye_that_a_team_asked_for():
    found = event("240 H 001    5", cells={9: ("",), 10: ("",)})

    assert found.byes == (TeamBye(1, 5, Code.HALF_BYE),)


def test_a_team_that_meets_two_others():
    cells = {2: ("8 b =",), 8: ("2 w =",), 4: ("",), 6: ("",)}
    found = event(
        cells=cells,
        notices=[
            "round 1: players of Anchors meet players of Drums, but a team has another match in"
            " this round; these games count in no match",
        ],
    )

    assert [(each.white, each.black) for each in found.matches] == [(1, 3), (4, 2)]


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
    teams = (Team("Mill", (2, 1)), *first.teams[1:])
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

    assert any("(record 299) are kept, and not counted here" in each for each in found.notices)
