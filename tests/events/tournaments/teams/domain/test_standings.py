"""Four teams who all met, worked out by hand: see :mod:`quartet`."""

from dataclasses import replace
from fractions import Fraction

import pytest

from clubscore.text.problems import Refused
from events.tournaments.core.domain.results import Code
from events.tournaments.core.domain.team_facts import TeamBye
from events.tournaments.teams.domain.event import TeamMatch
from events.tournaments.teams.domain.standings import USUAL, team_lines
from events.tournaments.teams.domain.tie_breaks import known_code
from tests.events.tournaments.teams.domain.quartet import EVENT, HALF, A, B, C, D, match, with_rules


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
