"""Matches and their standings.

A team that leaves when all meet all.

Mismatches and wrongly seated matches, by the worked figures of the White Book.
"""

from fractions import Fraction

import pytest

from events.sessions.matches.domain.match import BoardOfMatch
from events.sessions.matches.domain.scales import SCALES
from events.sessions.matches.domain.standings import (
    MatchResult,
    Scoring,
    Wrong,
    after_withdrawals,
    met_stronger,
    met_weaker,
    rank,
    remedies,
    score_match,
)

WBF = SCALES["wbf2013"]


def match(number, home, away, points, imps=(0, 0)):
    values = tuple(map(Fraction, points))
    return MatchResult(number, 1, home, away, 8, 8, 8, tuple(map(Fraction, imps)), values)


def boards(*imps):
    return [
        BoardOfMatch(
            number,
            None if imp is None else (Fraction(imp), Fraction(-imp)),
            None if imp is None else (Fraction(int(imp > 0)), Fraction(int(imp < 0))),
        )
        for number, imp in enumerate(imps, start=1)
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
    match_result = score_match(MatchResult(1, 1, 1, 2, 8), boards(10, -5, 2, None), scoring, WBF)

    assert match_result.imps == (12, 5)
    assert match_result.points == points
    assert (match_result.scored, match_result.expected, match_result.is_complete) == (3, 4, False)


def test_the_scale_of_the_boards_that_were_played():
    two = [*boards(6, 1), BoardOfMatch(3, is_played=False), BoardOfMatch(4, is_played=False)]

    whole = score_match(MatchResult(1, 1, 1, 2, 4), two, Scoring.VP, WBF)
    played = score_match(MatchResult(1, 1, 1, 2, 4), two, Scoring.VP, WBF, by_boards_played=True)

    assert whole.points == tuple(Fraction(point, 100) for point in WBF(4).points(7))
    assert played.points == tuple(Fraction(point, 100) for point in WBF(2).points(7))
    assert whole.is_complete


def test_halves_of_an_imp_go_away_from_zero():
    board = [BoardOfMatch(1, (Fraction(13, 2), Fraction(-13, 2)), (Fraction(1), Fraction(0)))]

    match_result = score_match(MatchResult(1, 1, 1, 2, 8), board, Scoring.VP, WBF)

    assert match_result.points == (Fraction("12.77"), Fraction("7.23"))


def test_no_points_before_the_first_board():
    match_result = score_match(MatchResult(1, 1, 1, 2, 8), boards(None), Scoring.VP, WBF)

    assert match_result.points is None


def places(*matches, added=None):
    ranked = rank(range(1, 5), matches, added or {})
    return [(str(row.place), row.side, row.points) for row in ranked]


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


def withdrawal_match(number, round_, home, away, home_points):
    points = (Fraction(home_points), Fraction(20 - home_points))
    return MatchResult(
        number, round_, home, away, 8, 8, 8, (Fraction(0),) * 2, points, last_round=round_
    )


MATCHES = [
    withdrawal_match(1, 1, 1, 4, 16),
    withdrawal_match(2, 1, 2, 3, 10),
    withdrawal_match(3, 2, 1, 3, 14),
    withdrawal_match(4, 2, 4, 2, 5),
    withdrawal_match(5, 3, 1, 2, 12),
    withdrawal_match(6, 3, 3, 4, 10),
]


def test_before_half_all_its_matches_are_cancelled():
    match_results = after_withdrawals(MATCHES, {4: 1}, total=20)

    assert [withdrawal.points for withdrawal in match_results] == [
        None,
        (10, 10),
        (14, 6),
        None,
        (12, 8),
        None,
    ]
    assert all(withdrawal.is_complete for withdrawal in match_results)


def test_after_half_the_others_get_the_best_of_three():
    match_results = after_withdrawals(MATCHES, {4: 2}, total=20)

    # Team 3 has 10 and 6 of its matches; 4 had 4 and 5, so that its opponents made 15.5 of it.
    assert match_results[5].points == (Fraction(31, 2), 0)
    assert match_results[:5] == MATCHES[:5]


def test_at_least_sixty_per_cent():
    strong = [*MATCHES[:3], withdrawal_match(4, 2, 4, 2, 18), *MATCHES[4:]]

    # Those who met team 4 made 9 of it on average, and team 3 has 8: 60 % is 12.
    assert after_withdrawals(strong, {4: 2}, total=20)[5].points == (12, 0)


@pytest.mark.parametrize(("points", "given"), [(12, 14), (20, 20), (0, 5), (8, 11)])
def test_against_a_stronger_opponent(points, given):
    assert met_stronger(Fraction(points)) == given


@pytest.mark.parametrize(("points", "given"), [(13, 11), (5, 5), (3, 3), (20, Fraction(65, 4))])
def test_against_a_weaker_opponent(points, given):
    assert met_weaker(Fraction(points)) == given


def test_before_there_are_points_only_the_seating_can_be_wrong():
    found = {remedy.wrong: remedy.points for remedy in remedies(None)}

    assert found == {Wrong.SEATED: (8, 8), Wrong.SEATED_BY_DIRECTOR: (12, 12)}


def test_only_the_points_of_the_side_concerned_change():
    found = {remedy.wrong: remedy.points for remedy in remedies((Fraction(13), Fraction(7)))}

    assert found[Wrong.HOME_MET_WEAKER] == (11, 7)
    assert found[Wrong.AWAY_MET_STRONGER] == (13, Fraction(41, 4))
