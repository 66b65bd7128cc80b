"""Matches and their standings."""

from fractions import Fraction

import pytest

from events.sessions.domain.teams.board_imps import BoardOfMatch
from events.sessions.domain.teams.scales import SCALES
from events.sessions.domain.teams.standings import MatchResult, Scoring, rank, score_match

WBF = SCALES["wbf2013"]


def match(number, home, away, points, imps=(0, 0)):
    values = tuple(map(Fraction, points))
    return MatchResult(number, 1, home, away, 8, 8, 8, tuple(map(Fraction, imps)), values)


def boards(*imps):
    return [
        BoardOfMatch(
            number,
            None if each is None else (Fraction(each), Fraction(-each)),
            None if each is None else (Fraction(int(each > 0)), Fraction(int(each < 0))),
        )
        for number, each in enumerate(imps, start=1)
    ]


@pytest.mark.parametrize(
    ("scoring", "points"),
    [
        # 12–5 on eight boards: a margin of 7 is 12.77.
        (Scoring.VP, (Fraction("12.77"), Fraction("7.23"))),
        (Scoring.IMPS, (7, -7)),
        (Scoring.POINT_A_BOARD, (2, 1)),
        (Scoring.WON_LOST, (1, 0)),
    ],
)
def test_what_a_match_counts(scoring, points):
    found = score_match(MatchResult(1, 1, 1, 2, 8), boards(10, -5, 2, None), scoring, WBF)

    assert found.imps == (12, 5)
    assert found.points == points
    assert (found.scored, found.expected, found.is_complete) == (3, 4, False)


def test_the_scale_of_the_boards_that_were_played():
    two = [*boards(6, 1), BoardOfMatch(3, is_played=False), BoardOfMatch(4, is_played=False)]

    whole = score_match(MatchResult(1, 1, 1, 2, 4), two, Scoring.VP, WBF)
    played = score_match(MatchResult(1, 1, 1, 2, 4), two, Scoring.VP, WBF, by_boards_played=True)

    assert whole.points == tuple(Fraction(each, 100) for each in WBF(4).points(7))
    assert played.points == tuple(Fraction(each, 100) for each in WBF(2).points(7))
    assert whole.is_complete


def test_halves_of_an_imp_go_away_from_zero():
    board = [BoardOfMatch(1, (Fraction(13, 2), Fraction(-13, 2)), (Fraction(1), Fraction(0)))]

    found = score_match(MatchResult(1, 1, 1, 2, 8), board, Scoring.VP, WBF)

    assert found.points == (Fraction("12.77"), Fraction("7.23"))


def test_no_points_before_the_first_board():
    found = score_match(MatchResult(1, 1, 1, 2, 8), boards(None), Scoring.VP, WBF)

    assert found.points is None


def places(*matches, added=None):
    ranked = rank(range(1, 5), matches, added or {})
    return [(row.place, row.side, row.points) for row in ranked]


def test_ties_are_split_by_the_match_between_those_tied():
    assert places(
        match(1, 1, 2, (12, 8), (5, 0)),
        match(2, 3, 4, (4, 16), (0, 20)),
        match(3, 1, 4, (8, 12)),
        match(4, 2, 3, (12, 8), (30, 0)),
    ) == [("1", 4, 28), ("2", 1, 20), ("3", 2, 20), ("4", 3, 12)]


def test_else_by_the_margin_of_all_matches_and_at_last_shared():
    assert places(
        match(1, 1, 2, (10, 10)),
        match(2, 3, 4, (10, 10)),
        match(3, 1, 3, (12, 8), (20, 10)),
        match(4, 2, 4, (12, 8), (21, 10)),
    ) == [("1", 2, 22), ("2", 1, 22), ("3", 3, 18), ("4", 4, 18)]
    assert places(match(1, 1, 2, (10, 10)), match(2, 3, 4, (10, 10))) == [
        ("1=", 1, 10),
        ("1=", 2, 10),
        ("1=", 3, 10),
        ("1=", 4, 10),
    ]


def test_what_the_director_adds_counts():
    assert places(match(1, 1, 2, (12, 8)), added={1: Fraction(-5)})[:2] == [
        ("1", 2, 8),
        ("2", 1, 7),
    ]


def test_won_drawn_and_lost():
    first = rank(
        [1, 2],
        [match(1, 1, 2, (12, 8), (5, 0)), match(2, 2, 1, (10, 10)), match(3, 1, None, (12, 0))],
        {},
    )[0]

    assert (first.side, first.played, first.won, first.drawn, first.lost) == (1, 2, 1, 1, 0)
    assert (first.imps, first.points) == (5, 34)
