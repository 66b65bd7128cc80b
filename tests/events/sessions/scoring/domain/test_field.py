from dataclasses import replace
from fractions import Fraction

import pytest

from events.common.domain import Rounding
from events.sessions.core.domain.adjustment import Average, read_adjustment
from events.sessions.core.domain.contract import Side
from events.sessions.scoring.domain.board_score import Line
from events.sessions.scoring.domain.field import max_results, score_board, score_field
from events.sessions.scoring.domain.ranking import Penalty
from events.sessions.scoring.domain.settings import ImpsBy, Method, Settings
from tests.events.sessions.scoring.domain.fields import points_of, standings_of


def line(board, ns, ew, score, adjustment=None, section=""):
    value = read_adjustment(adjustment) if adjustment else None
    return Line(board, (ns,), (ew,), score, value, section)


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


@pytest.mark.parametrize(
    ("settings", "five", "one"),
    [
        # Board 2 has two of three results: M' = (2 + 1)·3/2 − 1 of 4. Who sits out adds nothing.
        (Settings(), (4, 4), (Fraction(11, 2), 8)),
        (Settings(sit_out=60), (4 + Fraction(12, 5), 8), (Fraction(11, 2), 8)),
        (Settings(sit_out=60, neuberg=False), (4 + Fraction(12, 5), 8), (4, 6)),
        (Settings(sit_out=55, rounding=Rounding.BOARD_TENTH), (Fraction(31, 5), 8), None),
        (Settings(sit_out=60, method=Method.CROSS_IMPS), (Fraction(21, 2), None), None),
    ],
)
def test_boards_sat_out_are_worth_a_part_of_a_full_top(settings, five, one):
    lines = [
        line(1, 1, 2, 170), line(1, 3, 4, 50), line(1, 5, 6, 620),
        line(2, 1, 3, 110), line(2, 2, 4, 50),
    ]  # fmt: skip
    field = score_field(lines, settings)
    found = {each.contestant: (each.points, each.of) for each in field.standings}
    assert found[5] == five
    assert one is None or found[1] == one
    assert points_of(field) == points_of(score_field(lines, replace(settings, sit_out=0)))


@pytest.mark.parametrize(
    ("ruling", "neuberg", "third"),
    [
        # EW of the third table is not compared: theirs are two results of three, (M + 1)·3/2 − 1.
        ("100:420|A+", True, (3, Fraction(12, 5))),
        ("100:420|A+", False, (3, Fraction(12, 5))),
        ("100:420|NP", True, (3, None)),
    ],
)
def test_a_score_for_one_side_alone(ruling, neuberg, third):
    lines = [line(1, 1, 2, 420), line(1, 3, 4, 170), line(1, 5, 6, None, ruling)]
    settings = Settings(neuberg=neuberg, small_groups=False, session_average=False)
    points = list(points_of(score_field(lines, settings)).values())
    assert points == [(3, Fraction(1, 2)), (0, Fraction(7, 2)), third]


@pytest.mark.parametrize(
    ("settings", "found"),
    [
        (Settings(), (4, 4, 1)),
        (Settings(unopposed=Average.EQUAL), (8, 12, 3)),
        (Settings(unopposed=Average.PLUS), (12, 12, 3)),
        (Settings(unopposed=Average.PLUS, session_average=False), (Fraction(44, 5), 12, 3)),
        (Settings(unopposed=Average.PLUS, method=Method.CROSS_IMPS), (Fraction(33, 2), None, 3)),
        (Settings(unopposed=Average.EQUAL, method=Method.CROSS_IMPS), (Fraction(21, 2), None, 3)),
        (
            Settings(
                unopposed=Average.PLUS,
                method=Method.CROSS_IMPS,
                cross_imps_mean=False,
                cross_imps_award_each=True,
            ),
            (33, None, 3),
        ),
        (Settings(unopposed=Average.PLUS, method=Method.TOTAL), (620, None, 1)),
    ],
)
def test_boards_whose_opponents_are_away_are_worth_what_the_club_gives(settings, found):
    lines = [line(1, 1, 2, 170), line(1, 3, 4, 50), line(1, 5, 6, 620)]
    field = score_field(lines, settings, unopposed={(None, 5): 2})
    (five,) = [each for each in field.standings if each.contestant == 5]
    assert (five.points, five.of, five.boards) == found
    assert (five.unopposed is None) == (five.boards == 1)
    assert points_of(field) == points_of(score_field(lines, settings))
    # A fraction with a denominator of its own: a percentage of one third is more than 0.
    thirds = [line(1, 1, 2, 170), line(1, 3, 4, 50), line(1, 5, 6, 620), line(1, 7, 8, 20)]
    plus = replace(settings, unopposed=Average.PLUS, method=Method.MATCHPOINTS)
    (one,) = [
        each
        for each in score_field(thirds, plus, unopposed={(None, 1): 1}).standings
        if each.contestant == 1
    ]
    own = Fraction(4, 6) if plus.session_average else Fraction(3, 5)
    assert (one.points, one.of) == (4 + 6 * own, 12)


def test_a_contestant_of_one_list_collects_from_both_directions_there():
    # Pair 1 exchanged seats with pair 11 on board 2, and has A+ there, and 4 of 4 on board 1.
    lines = [
        line(1, 1, 11, 420), line(1, 3, 13, 170), line(1, 5, 15, -50),
        line(2, 11, 1, None, "A-+"), line(2, 3, 13, 110), line(2, 5, 15, 50),
    ]  # fmt: skip
    own = {1: Side.NS, 11: Side.EW}
    field = score_field(lines, Settings(winners=2, neuberg=False), lists=own)
    assert points_of(field)[2, (11,), (1,)] == (0, 2)
    found = {
        (standing.direction, standing.contestant): standing.points for standing in field.standings
    }
    assert found == {
        (Side.NS, 1): 6, (Side.NS, 3): 4, (Side.NS, 5): 0,
        (Side.EW, 11): 0, (Side.EW, 13): 2, (Side.EW, 15): 6,
    }  # fmt: skip


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
    assert max_results(lines) == 3
    assert max_results(lines, one_field=False) == 2
    assert max_results([]) == 0


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
    assert [(str(standing.place), standing.contestant) for standing in field.standings] == [
        ("1", 1), ("2", 4), ("3", 3), ("", 2), ("", 6),
    ]  # fmt: skip


def test_nothing_played_is_listed_without_a_place():
    field = score_field([line(1, 1, 2, None, "NP")], Settings())
    assert [
        (str(standing.place), standing.points, standing.of, standing.boards)
        for standing in field.standings
    ] == [("", 0, 0, 0), ("", 0, 0, 0)]


def test_no_lines_no_field():
    field = score_field([], Settings())
    assert (field.boards, field.standings, field.warnings) == ((), (), ())


@pytest.mark.parametrize(
    "settings",
    [
        {"scale": 3},
        {"winners": 0},
        {"butler_drop": 3},
        {"butler_percent": 41},
        {"sit_out": 101},
        {"expected": 0},
    ],
)
def test_settings_that_make_no_sense_are_our_mistake(settings):
    with pytest.raises(ValueError):
        Settings(**settings)


@pytest.mark.parametrize(
    ("imps_by", "best"), [(ImpsBy.TOTAL, 1), (ImpsBy.BOARD, 4), (ImpsBy.UNEQUAL, 4)]
)
def test_imps_are_ranked_by_the_total_or_by_the_board(imps_by, best):
    # Pair 1 has 12 and 3 IMPs, pair 4 has 12 on its only board.
    lines = [line(1, 1, 2, 1430), line(1, 3, 4, 170), line(2, 1, 3, None, "A+-")]
    settings = Settings(method=Method.BUTLER, imps_by=imps_by)
    first = score_field(lines, settings).standings[0]
    assert (first.contestant, first.by_board) == (best, imps_by is not ImpsBy.TOTAL)
    assert first.per_board == (12 if best == 4 else Fraction(15, 2))


def test_imps_are_ranked_by_the_total_where_everybody_played_as_many_boards():
    lines = [line(1, 1, 2, 1430), line(1, 3, 4, 170)]
    settings = Settings(method=Method.BUTLER, imps_by=ImpsBy.UNEQUAL)
    assert not any(standing.by_board for standing in score_field(lines, settings).standings)


@pytest.mark.parametrize("method", [Method.MATCHPOINTS, Method.TOTAL])
def test_only_imps_are_ranked_by_the_board(method):
    lines = [line(1, 1, 2, 1430), line(1, 3, 4, 170), line(2, 1, 3, 50)]
    settings = Settings(method=method, imps_by=ImpsBy.BOARD)
    assert not any(standing.by_board for standing in score_field(lines, settings).standings)
