"""What the matches of four teams brought, worked out by hand: see :mod:`quartet`."""

from dataclasses import replace
from fractions import Fraction

import pytest

from events.tournaments.core.domain.results import Code
from events.tournaments.core.domain.team_facts import TeamBye, TeamRules
from events.tournaments.teams.domain.event import Board, TeamMatch
from events.tournaments.teams.domain.matches import (
    game_points,
    game_points_by_round,
    outcome,
    points_by_board,
)
from tests.events.tournaments.teams.domain.quartet import EVENT, HALF, A, B, C, D, match

RULES = TeamRules(boards=2)

WON_BY_FORFEIT = Board(11, None, Code.FORFEIT_WIN, Code.FORFEIT_LOSS)

EMPTY = Board(None, None, Code.FORFEIT_LOSS, Code.FORFEIT_LOSS)

LOST = Board(12, 22, Code.LOSS, Code.WIN)

PENDING = Board(12, 22, Code.PENDING, Code.PENDING)


@pytest.mark.parametrize(
    ("boards", "points", "codes"),
    [
        (match(1, A, B, "1=").boards, (3 * HALF, HALF), (Code.WIN, Code.LOSS)),
        (match(1, A, B, "0=").boards, (HALF, 3 * HALF), (Code.LOSS, Code.WIN)),
        ((WON_BY_FORFEIT, LOST), (1, 1), (Code.DRAW, Code.DRAW)),
        ((WON_BY_FORFEIT, EMPTY), (1, 0), (Code.FORFEIT_WIN, Code.FORFEIT_LOSS)),
        ((EMPTY, EMPTY), (0, 0), (Code.FORFEIT_LOSS, Code.FORFEIT_LOSS)),
        ((WON_BY_FORFEIT, PENDING), (1, 0), (Code.PENDING, Code.PENDING)),
        ((), (0, 0), (Code.PENDING, Code.PENDING)),
    ],
)
def test_game_points_and_outcome_of_the_boards(boards, points, codes):
    played = TeamMatch(1, A, B, boards)

    assert (game_points(played, RULES), outcome(played, RULES)) == (points, codes)


def test_a_forfeited_match_is_won_on_every_board():
    forfeited = TeamMatch(1, A, B, (), (Code.FORFEIT_LOSS, Code.FORFEIT_WIN))

    assert game_points(forfeited, RULES) == (0, 2)
    assert outcome(forfeited, RULES) == (Code.FORFEIT_LOSS, Code.FORFEIT_WIN)


def test_a_team_s_bye_is_a_draw_in_match_points_and_on_every_board():
    assert RULES.match_system.pairing_bye == 1
    assert RULES.bye_game_points(Code.PAIRING_BYE) == 1
    assert TeamRules(boards=4).bye_game_points(Code.PAIRING_BYE) == 2


def test_a_team_s_bye_is_worth_what_the_tournament_says():
    rules = TeamRules(boards=4, bye_match=Fraction(2), bye_game=Fraction(5, 2))

    assert rules.match_system.pairing_bye == 2
    assert rules.bye_game_points(Code.PAIRING_BYE) == Fraction(5, 2)


@pytest.mark.parametrize(
    ("code", "points"), [(Code.FULL_BYE, 2), (Code.HALF_BYE, 1), (Code.ZERO_BYE, 0)]
)
def test_a_bye_that_was_asked_for_counts_on_every_board(code, points):
    assert RULES.bye_game_points(code) == points


def test_game_points_by_round():
    assert game_points_by_round(EVENT)[A] == {1: 3 * HALF, 2: 1, 3: HALF}


def test_points_by_board():
    """A has a win, a draw and a draw on board 1, and a draw, a draw and a loss on board 2."""
    assert points_by_board(EVENT)[A] == {1: 2, 2: 1}
    assert points_by_board(EVENT, through=1)[A] == {1: 1, 2: HALF}


def test_the_pairing_s_bye_is_a_win_on_every_board_for_the_tie_breaks_by_board():
    event = replace(EVENT, matches=(), byes=(TeamBye(1, D, Code.PAIRING_BYE),))

    assert points_by_board(event)[D] == {1: 1, 2: 1}
    assert points_by_board(event)[C] == {}
