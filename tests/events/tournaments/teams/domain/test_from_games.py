"""Matches put together from the lines of the players; see :mod:`team_files` for the file."""

from fractions import Fraction

import pytest

from events.tournaments.core.domain.results import Code
from events.tournaments.core.domain.team_facts import TeamBye
from events.tournaments.teams.domain.event import Board, TeamMatch
from events.tournaments.teams.domain.from_games import team_event
from events.tournaments.teams.domain.matches import game_points
from tests.events.tournaments.files.formats.krause.files import told
from tests.events.tournaments.files.formats.krause.team_files import teams_file

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
    assert [(team.number, team.short, team.strength) for team in found.teams[:2]] == [
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

    named = event("300 001   1   3    0    2", cells={1: ("",), 5: ("0000 - +",), 2: ("6 b =",)})
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
            " this round; these games count in no match"
        ],
    )

    assert [(match.white, match.black) for match in found.matches] == [(1, 3), (4, 2)]
