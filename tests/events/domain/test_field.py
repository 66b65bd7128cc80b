from dataclasses import replace
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from events.domain.adjustments import NOT_PLAYED, Artificial, Split, read_adjustment
from events.domain.boardscore import components
from events.domain.contract import Side
from events.domain.field import (
    Line,
    Method,
    Penalty,
    Rounding,
    Settings,
    most_results,
    score_board,
    score_field,
)
from events.domain.imps import imps
from tests.events.domain.strategies import ADJUSTMENTS, ARTIFICIAL, SETTINGS, fields, weighted

MATCHPOINTS = st.builds(
    Settings,
    scale=st.sampled_from([1, 2]),
    winners=st.sampled_from([1, 2]),
    neuberg=st.booleans(),
    small_groups=st.booleans(),
)


def line(board, ns, ew, score, adjustment=None, section=""):
    value = read_adjustment(adjustment) if adjustment else None
    return Line(board, (ns,), (ew,), score, value, section)


def points_of(field):
    """Both sides' points of every line, by board and contestants."""
    return {
        (score.line.board, score.line.ns, score.line.ew): (score.ns_points, score.ew_points)
        for board in field.boards
        for score in board.lines
    }


def standings_of(field):
    return {
        (standing.direction, standing.contestant): (standing.points, standing.of, standing.place)
        for standing in field.standings
    }


# What must hold of every field


@given(fields(), MATCHPOINTS, st.integers(0, 8))
def test_points_of_a_board_add_up_to_top_times_results(lines, settings, more):
    settings = replace(settings, expected=8 + more)
    for board in score_field(lines, settings).boards:
        scores = board.lines
        total = sum(score.ns_points + score.ew_points for score in scores)
        small = len(scores) <= 3 and 3 * len(scores) <= settings.expected
        percentages = settings.neuberg and settings.small_groups and small
        assert total == scores[0].top * len(scores) * (Fraction(6, 5) if percentages else 1)


@given(fields(weighted()), SETTINGS, st.integers(-50, 50))
def test_adding_a_constant_to_every_score_changes_no_matchpoints(lines, settings, tens):
    settings = replace(settings, method=Method.MATCHPOINTS)
    plain = [replace(line, adjustment=None) for line in lines]
    shifted = [replace(line, score_ns=line.score_ns + 10 * tens) for line in plain]
    assert points_of(score_field(shifted, settings)) == points_of(score_field(plain, settings))


@given(fields(ADJUSTMENTS), SETTINGS)
def test_swapping_directions_mirrors_everything(lines, settings):
    mirrored = [replace(one, ns=one.ew, ew=one.ns, **_mirrored(one)) for one in lines]
    there = score_field(lines, settings)
    back = score_field(mirrored, settings)
    assert points_of(back) == {
        (board, ew, ns): (ew_points, ns_points)
        for (board, ns, ew), (ns_points, ew_points) in points_of(there).items()
    }
    swap = {Side.NS: Side.EW, Side.EW: Side.NS, None: None}
    assert standings_of(back) == {
        (swap[direction], contestant): values
        for (direction, contestant), values in standings_of(there).items()
    }


def _mirrored(one):
    adjustment = one.adjustment
    if isinstance(adjustment, Artificial):
        adjustment = Artificial(adjustment.ew, adjustment.ns)
    elif isinstance(adjustment, Split):
        adjustment = Split(_negative(adjustment.ew), _negative(adjustment.ns))
    elif adjustment is not None and adjustment is not NOT_PLAYED:
        adjustment = _negative(adjustment)
    return {"score_ns": -one.score_ns, "adjustment": adjustment}


def _negative(scores):
    return replace(
        scores,
        components=tuple(replace(part, score_ns=-part.score_ns) for part in scores.components),
    )


@given(fields(ADJUSTMENTS), SETTINGS, st.randoms())
def test_order_of_the_lines_does_not_matter(lines, settings, random):
    shuffled = random.sample(lines, len(lines))
    there, back = score_field(lines, settings), score_field(shuffled, settings)
    assert points_of(back) == points_of(there)
    assert back.standings == there.standings


@given(fields(ADJUSTMENTS), SETTINGS)
def test_percentages_are_from_0_to_100(lines, settings):
    for standing in score_field(lines, settings).standings:
        assert standing.percentage is None or 0 <= standing.percentage <= 100


@given(fields(), SETTINGS)
def test_expecting_the_results_that_are_there_is_no_formula(lines, settings):
    results = {sum(one.board == board for one in lines) for board in {one.board for one in lines}}
    if len(results) == 1:
        with_formula = score_field(lines, replace(settings, neuberg=True))
        without = score_field(lines, replace(settings, neuberg=False))
        assert points_of(with_formula) == points_of(without)


@given(fields(weighted()), MATCHPOINTS)
def test_matchpoints_are_those_of_comparing_pair_by_pair(lines, settings):
    field = score_field(lines, settings)
    most = max(len(board.lines) for board in field.boards)
    for board in field.boards:
        for scored in board.lines:
            raw = sum(
                one.weight * other.weight * _compared(one.score_ns, other.score_ns)
                for rival in board.lines
                if rival.line is not scored.line
                for one in components(scored.line, Side.NS)
                for other in components(rival.line, Side.NS)
            )
            expected = _by_hand(Fraction(raw), len(board.lines), most, settings)
            assert scored.ns_points == expected


def _compared(own, other):
    return 2 * (own > other) + (own == other)


def _by_hand(raw, results, most, settings):
    half = Fraction(settings.scale, 2)
    if not settings.neuberg or results == most:
        return raw * half
    if settings.small_groups and results <= 3 and results <= Fraction(most, 3):
        return (60 + 5 * (raw - (results - 1))) / 100 * 2 * (most - 1) * half
    return ((raw + 1) * most / results - 1) * half


@given(fields(weighted()), st.booleans(), st.booleans())
def test_cross_imps_are_those_of_comparing_pair_by_pair(lines, neuberg, mean):
    settings = Settings(method=Method.CROSS_IMPS, neuberg=neuberg, cross_imps_mean=mean)
    field = score_field(lines, settings)
    most = max(len(board.lines) for board in field.boards)
    for board in field.boards:
        results = len(board.lines)
        factor = Fraction(1)
        if results > 1:
            factor = Fraction(1, results - 1 if mean else 1)
            if neuberg:
                factor *= Fraction(most * (results - 1), results * (most - 1))
        for scored in board.lines:
            raw = sum(
                one.weight * other.weight * imps(one.score_ns - other.score_ns)
                for rival in board.lines
                if rival.line is not scored.line
                for one in components(scored.line, Side.NS)
                for other in components(rival.line, Side.NS)
            )
            assert scored.ns_points == raw * factor
            assert scored.ew_points == -raw * factor


@given(fields(ADJUSTMENTS), SETTINGS)
def test_standings_add_up_the_lines(lines, settings):
    settings = replace(settings, rounding=Rounding.EXACT)
    field = score_field(lines, settings)
    for standing in field.standings:
        points, of, boards = Fraction(0), Fraction(0), 0
        for score in (score for board in field.boards for score in board.lines):
            for side, value in ((Side.NS, score.ns_points), (Side.EW, score.ew_points)):
                listed = standing.direction in (None, side)
                if listed and standing.contestant in score.line.side(side) and value is not None:
                    points += value
                    of += score.top or 0
                    boards += 1
        assert (standing.points, standing.boards) == (points, boards)
        assert standing.of == (of if settings.method is Method.MATCHPOINTS else None)


@given(fields(ARTIFICIAL), MATCHPOINTS)
def test_a_board_alone_is_scored_as_in_the_field(lines, settings):
    settings = replace(settings, session_average=False, expected=7)
    for board in score_field(lines, settings).boards:
        own = [one for one in lines if one.board == board.board]
        assert score_board(own, settings).lines == board.lines


# Adjusted scores that look at the session


def test_average_plus_is_the_own_percentage_where_that_is_more():
    # Pair 1 has 4 of 4, pair 3 has 2 of 4 on the other boards.
    lines = [
        line(1, 1, 11, 420), line(1, 3, 13, 170), line(1, 5, 15, -50),
        line(2, 1, 13, None, "A+-"), line(2, 3, 15, None, "A+-"), line(2, 5, 11, None, "A-+"),
    ]  # fmt: skip
    points = points_of(score_field(lines, Settings(winners=2)))
    assert points[2, (1,), (13,)] == (4, Fraction(8, 5))
    assert points[2, (3,), (15,)] == (Fraction(12, 5), Fraction(8, 5))
    # Pair 5 has 0 of 4, so has EW pair 11: 40 % falls to 0, 60 % stays.
    assert points[2, (5,), (11,)] == (0, Fraction(12, 5))


def test_average_plus_and_minus_are_fixed_where_the_setting_is_off():
    lines = [line(1, 1, 2, 420), line(1, 3, 4, 170), line(2, 1, 4, None, "A+-")]
    points = points_of(score_field(lines, Settings(session_average=False, neuberg=False)))
    assert points[2, (1,), (4,)] == (0, 0)
    points = points_of(score_field(lines, Settings(session_average=False)))
    assert points[2, (1,), (4,)] == (Fraction(6, 5), Fraction(4, 5))


def test_percentage_given_as_a_number_is_fixed():
    lines = [line(1, 1, 2, 420), line(1, 3, 4, 170), line(2, 1, 4, None, "A6040")]
    points = points_of(score_field(lines, Settings()))
    assert points[2, (1,), (4,)] == (Fraction(6, 5), Fraction(4, 5))


def test_several_average_pluses_do_not_count_for_each_other():
    # 100 % on the only board played: both averages plus are 100 %.
    lines = [
        line(1, 1, 2, 420), line(1, 3, 4, 170),
        line(2, 1, 4, None, "A+-"), line(3, 1, 2, None, "A+-"),
    ]  # fmt: skip
    field = score_field(lines, Settings())
    assert standings_of(field)[None, 1] == (6, 6, "1")


def test_average_plus_without_other_boards_is_60():
    field = score_field([line(1, 1, 2, None, "A+-")], Settings(expected=3))
    assert points_of(field)[1, (1,), (2,)] == (Fraction(12, 5), Fraction(8, 5))


def test_average_plus_is_rounded_like_every_board():
    lines = [
        line(1, 1, 2, 420), line(1, 3, 4, 170), line(1, 5, 6, 50),
        line(2, 1, 4, 420), line(2, 3, 6, 420), line(2, 5, 2, 420),
        line(3, 1, 6, None, "A+-"), line(3, 3, 2, 50), line(3, 5, 4, 50),
    ]  # fmt: skip
    settings = Settings(rounding=Rounding.BOARD_TENTH)
    # 4 + 2 of 8 on the other boards are 75 % of 4.
    assert points_of(score_field(lines, settings))[3, (1,), (6,)] == (3, Fraction(8, 5))


@pytest.mark.parametrize("method", [Method.BUTLER, Method.CROSS_IMPS])
def test_averages_in_imps_do_not_look_at_the_session(method):
    lines = [line(1, 1, 2, 1430), line(1, 3, 4, 170), line(2, 1, 4, None, "A+-")]
    points = points_of(score_field(lines, Settings(method=method)))
    assert points[2, (1,), (4,)] == (3, -3)


def test_more_than_the_whole_board_is_warned_of():
    lines = [
        line(1, 1, 2, None, "A6060"), line(1, 3, 4, None, "A6040"), line(2, 1, 4, None, "A++"),
    ]  # fmt: skip
    assert [str(warning) for warning in score_field(lines, Settings()).warnings] == [
        "Board 1, NS 1 against EW 2: the adjusted score gives both sides together more than 100 %.",
        "Board 2, NS 1 against EW 4: the adjusted score gives both sides together more than 100 %.",
    ]


def test_artificial_score_in_total_points_is_warned_of():
    field = score_field([line(1, 1, 2, None, "A6040")], Settings(method=Method.TOTAL))
    assert [str(warning) for warning in field.warnings] == [
        "Board 1, NS 1 against EW 2: an artificial adjusted score is worth nothing in total points."
    ]


# Settings


def test_one_winner_collects_from_both_directions():
    lines = [line(1, 1, 2, 420), line(1, 3, 4, 170), line(2, 2, 3, 420), line(2, 4, 1, 170)]
    assert standings_of(score_field(lines, Settings())) == {
        (None, 1): (4, 4, "1"),
        (None, 2): (2, 4, "2="),
        (None, 3): (0, 4, "4"),
        (None, 4): (2, 4, "2="),
    }


def test_two_winners_may_have_the_same_numbers():
    lines = [line(1, 1, 1, 420), line(1, 2, 2, 170)]
    assert standings_of(score_field(lines, Settings(winners=2))) == {
        (Side.NS, 1): (2, 2, "1"),
        (Side.NS, 2): (0, 2, "2"),
        (Side.EW, 1): (0, 2, "2"),
        (Side.EW, 2): (2, 2, "1"),
    }


SECTIONS = [
    line(1, "A1", "A2", 420, section="A"), line(1, "A3", "A4", 170, section="A"),
    line(1, "B1", "B2", 420, section="B"), line(1, "B3", "B4", 450, section="B"),
]  # fmt: skip


def test_sections_as_one_field():
    field = score_field(SECTIONS, Settings(winners=2))
    assert [(board.board, board.section, len(board.lines)) for board in field.boards] == [
        (1, "", 4)
    ]
    assert standings_of(field)[Side.NS, "B1"] == (3, 6, "2=")


def test_sections_each_its_own_field():
    field = score_field(SECTIONS, Settings(winners=2, one_field=False))
    assert [(board.board, board.section, len(board.lines)) for board in field.boards] == [
        (1, "A", 2),
        (1, "B", 2),
    ]
    assert standings_of(field)[Side.NS, "B1"] == (0, 2, "2")
    assert [standing.section for standing in field.standings] == ["A"] * 4 + ["B"] * 4


def test_partners_of_an_individual_get_the_points_of_their_side():
    lines = [
        Line(1, (1, 2), (3, 4), 420), Line(1, (5, 6), (7, 8), 170),
        Line(2, (1, 3), (5, 7), 50), Line(2, (2, 4), (6, 8), 50),
    ]  # fmt: skip
    standings = standings_of(score_field(lines, Settings()))
    assert {contestant: values[0] for (_, contestant), values in standings.items()} == {
        1: 3, 2: 3, 3: 1, 4: 1, 5: 1, 6: 1, 7: 3, 8: 3,
    }  # fmt: skip


def test_fewer_results_expected_than_there_are_are_as_many_as_there_are():
    lines = [line(1, 1, 2, 420), line(1, 3, 4, 170), line(1, 5, 6, 50), line(2, 1, 4, 420)]
    expected = points_of(score_field(lines, Settings(expected=3)))
    assert points_of(score_field(lines, Settings(expected=2))) == expected
    assert points_of(score_field(lines, Settings())) == expected
    assert score_board(lines[:3], Settings(expected=2)) == score_board(lines[:3], Settings())


def test_most_results_of_any_board():
    lines = [
        line(1, 1, 2, 420, section="A"), line(1, 3, 4, None, "A=", section="A"),
        line(1, 5, 6, None, "NP", section="A"), line(1, 1, 2, 420, section="B"),
        line(2, 1, 2, None, section="B"),
    ]  # fmt: skip
    assert most_results(lines) == 3
    assert most_results(lines, one_field=False) == 2
    assert most_results([]) == 0


def test_rounding_of_boards_and_totals():
    lines = [
        line(1, 1, 11, 420), line(1, 2, 12, 170), line(1, 3, 13, 50), line(1, 4, 14, 0),
        line(1, 5, 15, -50), line(1, 6, 16, -100), line(1, 7, 17, -150),
    ]  # fmt: skip
    points = {
        rounding: standings_of(score_field(lines, Settings(expected=10, rounding=rounding)))
        for rounding in Rounding
    }
    assert [points[rounding][None, 1][0] for rounding in Rounding] == [
        Fraction(123, 7),
        Fraction(176, 10),
        Fraction(1757, 100),
        Fraction(1757, 100),
    ]


def test_penalties_come_off_the_total_and_touch_nobody_else():
    lines = [line(1, 1, 2, 420), line(1, 3, 4, 170), line(1, 5, 6, 170)]
    penalties = [Penalty(1, tops=Fraction(1, 4)), Penalty(5, points=Fraction(1, 3))]
    field = score_field(lines, Settings(), penalties)
    assert standings_of(field) == standings_of(score_field(lines, Settings())) | {
        (None, 1): (3, 4, "1="),
        (None, 4): (3, 4, "1="),
        (None, 6): (3, 4, "1="),
        (None, 3): (1, 4, "4"),
        (None, 5): (Fraction(2, 3), 4, "5"),
    }
    assert {standing.contestant: standing.penalty for standing in field.standings} == {
        1: 1, 2: 0, 3: 0, 4: 0, 5: Fraction(1, 3), 6: 0,
    }  # fmt: skip


def test_who_played_too_little_is_listed_without_a_place():
    lines = [
        line(1, 1, 2, 420), line(1, 3, 4, 170), line(2, 1, 4, 420), line(2, 3, 6, 170),
    ]  # fmt: skip
    field = score_field(lines, Settings(minimum_part=Fraction(3, 4)))
    assert [(standing.place, standing.contestant) for standing in field.standings] == [
        ("1", 1), ("2", 4), ("3", 3), ("", 2), ("", 6),
    ]  # fmt: skip


def test_nothing_played_is_listed_without_a_place():
    field = score_field([line(1, 1, 2, None, "NP")], Settings())
    assert [
        (standing.place, standing.points, standing.of, standing.boards)
        for standing in field.standings
    ] == [("", 0, 0, 0), ("", 0, 0, 0)]


def test_no_lines_no_field():
    field = score_field([], Settings())
    assert (field.boards, field.standings, field.warnings) == ((), (), ())


@pytest.mark.parametrize(
    "settings", [{"scale": 3}, {"winners": 0}, {"butler_drop": 3}, {"expected": 0}]
)
def test_settings_that_make_no_sense_are_our_mistake(settings):
    with pytest.raises(ValueError):
        Settings(**settings)
