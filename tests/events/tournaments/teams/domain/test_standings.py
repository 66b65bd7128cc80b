"""Four teams who all met, worked out by hand: see :mod:`quartet`.

Team standings worked out by hand: eight players, places 1 to 8 but for a shared one.
"""

from dataclasses import replace
from fractions import Fraction

import pytest

from clubscore.text.problems import Refused
from events.common.domain import Place
from events.tournaments.core.domain.results import Code
from events.tournaments.core.domain.team_facts import TeamBye, TeamRules
from events.tournaments.core.domain.tournament import Team
from events.tournaments.standings.domain.standings import Standing
from events.tournaments.teams.domain.event import Board, TeamMatch
from events.tournaments.teams.domain.standings import (
    USUAL,
    Member,
    TeamStanding,
    game_points,
    game_points_by_round,
    known_code,
    outcome,
    points_by_board,
    team_lines,
    team_standings,
)
from tests.events.tournaments.teams.domain.quartet import EVENT, HALF, A, B, C, D, match, with_rules

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


def values(code, event=EVENT):
    return {line.number: line.values[0] for line in team_lines(event, [code])}


def places(codes, event=EVENT):
    return [(str(line.place), line.number) for line in team_lines(event, codes)]


def test_match_points_come_first_and_equal_teams_share_a_place():
    assert places([]) == [("1", B), ("2=", A), ("2=", C), ("4", D)]
    assert [(line.match_points, line.game_points) for line in team_lines(EVENT, [])] == [
        (4, 9 * HALF),
        (3, 3),
        (3, 5 * HALF),
        (2, 2),
    ]


def test_game_points_come_first_where_they_decide():
    event = with_rules(by_game_points=True)

    assert [line.number for line in team_lines(event, [])] == [B, A, C, D]
    assert values("MPVGP", event) == {A: 3, B: 4, C: 3, D: 2}


def test_three_points_for_a_win():
    event = with_rules(win=Fraction(3))

    assert [line.match_points for line in team_lines(event, [])] == [6, 4, 4, 2]


@pytest.mark.parametrize(
    ("code", "expected"),
    [
        ("MPVGP", {A: 3, B: 9 * HALF, C: 5 * HALF, D: 2}),
        ("BH", {A: 9, B: 8, C: 9, D: 10}),
        ("BH:GP", {A: 9, B: 15 * HALF, C: 19 * HALF, D: 10}),
        # A: 2 x 4 of B, 1 x 2 of D, 0 of C.
        ("EMMSB", {A: 10, B: 10, C: 8, D: 6}),
        # A: 1½ x 4, 1 x 2, ½ x 3; C: 1 x 2, 0, 1½ x 3; D: 1 x 3, 1 x 3, 0.
        ("EMGSB", {A: 19 * HALF, B: 23 * HALF, C: 13 * HALF, D: 6}),
        # A: 2 x 4½, 1 x 2.
        ("EGMSB", {A: 11, B: 9, C: 8, D: 11 * HALF}),
        # A: 1½ x 4½, 1 x 2, ½ x 2½.
        ("EGGSB", {A: 10, B: 21 * HALF, C: 13 * HALF, D: 11 * HALF}),
        # A, B and C without the product of D; D without one of those of A and C, 3 each.
        ("EMMSB/C1", {A: 8, B: 6, C: 6, D: 3}),
        ("DE", {A: 2, B: None, C: 1, D: None}),
    ],
)
def test_tie_breaks_of_teams(code, expected):
    assert values(code) == expected


def test_extended_direct_encounter_among_equals():
    """With A-C 1-1 all four have 4, 4, 2 and 2 match points."""
    matches = tuple(
        match(3, A, C, "==") if each.round == 3 and each.white == A else each
        for each in EVENT.matches
    )
    event = replace(EVENT, matches=matches)

    # A 4, B 4, C 2, D 2: A beat B, and C drew with D on match points and game points.
    assert values("EDE", event) == {A: 1, B: 2, C: None, D: None}


def test_top_boards_and_bottom_boards():
    """A and C: on board 1 A has 2, C 1 + 0 + ½."""
    assert values("TBR") == {A: 1, B: None, C: 2, D: None}
    assert values("BBE") == {A: 1, B: None, C: 2, D: None}


def test_board_count_is_only_for_teams_with_equal_game_points():
    """D: 2 x 1, then 1 x ½ + 2 x ½."""
    assert values("BC") == {A: None, B: 7, C: None, D: 7 * HALF}


def test_board_count_puts_the_lowest_first():
    """D and C have 1 game point each after round 1, D on board 2 and C on board 1."""
    lines = team_lines(EVENT, ["BC"], through=1)

    assert [(str(line.place), line.number, line.values[0]) for line in lines[1:3]] == [
        ("2", C, 1),
        ("3", D, 2),
    ]


def test_a_bye_and_a_forfeit_of_a_team_are_unplayed_rounds():
    """B has the bye in round 1 (1 MP): its dummy has at most a draw in each of the 3 rounds."""
    others = tuple(each for each in EVENT.matches if B not in (each.white, each.black))
    event = replace(
        EVENT,
        matches=(*others, TeamMatch(2, B, C, (), (Code.FORFEIT_WIN, Code.FORFEIT_LOSS))),
        byes=(TeamBye(1, B, Code.PAIRING_BYE), TeamBye(3, B, Code.ZERO_BYE)),
    )

    # B 3 + 1 of the last round as a draw = 4 for others; A 1, C 3, D 2 match points.
    assert {line.number: line.match_points for line in team_lines(event, [])} == {
        A: 1,
        B: 3,
        C: 3,
        D: 2,
    }
    # Dummies: 3 (own, at most 3), 3 (at most C's 3), 3.
    assert values("BH", event)[B] == 9


def test_standings_after_a_round_and_before_the_results():
    later = replace(EVENT, matches=(*EVENT.matches[:3], TeamMatch(2, B, C)))

    first, *_rest = team_lines(later, USUAL, through=1)
    assert (first.number, first.match_points, first.provisional) == (A, 2, False)
    assert team_lines(later, USUAL)[0].provisional


def test_a_tournament_without_matches_has_standings():
    assert places(USUAL, replace(EVENT, matches=())) == [
        (f"{place}=", number) for place, number in ((1, A), (1, B), (1, C), (1, D))
    ]


@pytest.mark.parametrize("code", ["bh-c1", "BH:GP/C1", "mpvgp", "EMGSB/C1", "DE:GP"])
def test_codes_are_known_in_any_spelling(code):
    assert known_code(code) == code.upper().replace("-", "/")


@pytest.mark.parametrize("code", ["ARO", "EDE:GP", "X", "", "TPR:MP"])
def test_other_codes_are_refused(code):
    with pytest.raises(Refused) as refusal:
        team_lines(EVENT, [code])
    (problem,) = refusal.value.problems
    assert f"“{code}” is not a known tie-break of teams." in str(problem)


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
