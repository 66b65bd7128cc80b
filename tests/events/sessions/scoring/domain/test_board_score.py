from fractions import Fraction

from events.sessions.core.domain.adjustment import read_adjustment
from events.sessions.scoring.domain.board_score import Frequency, Line, LineScore, frequencies
from events.sessions.scoring.domain.field import score_board
from events.sessions.scoring.domain.settings import Settings


def line(ns, ew, score, adjustment=None, group=""):
    value = read_adjustment(adjustment) if adjustment else None
    return Line(1, (ns,), (ew,), score, value, group=group)


def points(lines, **settings):
    board = score_board(lines, Settings(**settings))
    return [(score.ns_points, score.ew_points) for score in board.lines]


def test_lines_come_back_in_their_order_with_points_and_top():
    lines = [line(1, 2, 420), line(3, 4, -50), line(5, 6, 420)]
    assert score_board(lines, Settings()).lines == (
        LineScore(lines[0], Fraction(3), Fraction(1), Fraction(4)),
        LineScore(lines[1], Fraction(0), Fraction(4), Fraction(4)),
        LineScore(lines[2], Fraction(3), Fraction(1), Fraction(4)),
    )


def test_board_without_lines():
    assert score_board([], Settings()).lines == ()


def test_line_that_is_not_in_counts_nowhere():
    lines = [line(1, 2, 420), line(3, 4, None), line(5, 6, 110)]
    assert points(lines) == [(2, 0), (None, None), (0, 2)]


def test_line_not_played_counts_nowhere():
    assert points([line(1, 2, 420), line(3, 4, 420, "NP"), line(5, 6, 110)]) == [
        (2, 0),
        (None, None),
        (0, 2),
    ]


def test_artificial_line_counts_among_the_results_but_in_no_comparison():
    # E = 3, A = 2: (M + 1) · 3/2 − 1 for M = 2 and 0.
    lines = [line(1, 2, 420), line(3, 4, 110), line(5, 6, 620, "A6040")]
    assert points(lines) == [
        (Fraction(7, 2), Fraction(1, 2)),
        (Fraction(1, 2), Fraction(7, 2)),
        (Fraction(12, 5), Fraction(8, 5)),
    ]


def test_artificial_line_without_neuberg_is_a_part_of_the_short_top():
    lines = [line(1, 2, 420), line(3, 4, 110), line(5, 6, 620, "A6040")]
    assert points(lines, neuberg=False) == [(2, 0), (0, 2), (Fraction(6, 5), Fraction(4, 5))]


def test_weighted_score_is_compared_score_by_score():
    # 60 % of +420 beats both others, 40 % of −50 neither: 0.6 · 4 + 0.4 · 0. Against it, +110
    # loses 0.6 and wins 0.4 of a comparison.
    lines = [line(1, 2, None, "60:420/40:-50"), line(3, 4, 110), line(5, 6, 110)]
    assert points(lines) == [
        (Fraction(12, 5), Fraction(8, 5)),
        (Fraction(9, 5), Fraction(11, 5)),
        (Fraction(9, 5), Fraction(11, 5)),
    ]


def test_weighted_score_is_not_compared_with_itself():
    assert points([line(1, 2, None, "50:420/50:-50")], neuberg=False) == [(0, 0)]


def test_assigned_score_is_a_weighted_one_of_a_single_component():
    lines = [line(1, 2, None, "100:420"), line(3, 4, 110)]
    assert points(lines) == points([line(1, 2, 420), line(3, 4, 110)])


def test_weighted_imps():
    # Cross-IMPs: +420 is 7 above +110, −50 is 4 below (160): 0.6 · 7 − 0.4 · 4.
    lines = [line(1, 2, None, "60:420/40:-50"), line(3, 4, 110)]
    assert points(lines, method="cross-imps") == [
        (Fraction(13, 5), Fraction(-13, 5)),
        (Fraction(-13, 5), Fraction(13, 5)),
    ]


def test_split_score_has_a_frequency_for_each_side():
    # NS are compared with +110 as +420, EW as −50.
    lines = [line(1, 2, None, "100:420|100:-50"), line(3, 4, 110)]
    assert points(lines) == [(2, 2), (0, 0)]


def test_fouled_board_is_compared_group_by_group():
    first = [line(n, n + 20, score, group="a") for n, score in enumerate(range(100, 800, 100))]
    second = [line(n + 7, n + 27, score, group="b") for n, score in enumerate((110, 140, 170))]
    scores = score_board(first + second, Settings()).lines
    assert [score.ns_points for score in scores] == [
        *(Fraction(n, 7) for n in (3, 23, 43, 63, 83, 103, 123)),
        Fraction(9),
        Fraction(54, 5),
        Fraction(63, 5),
    ]
    assert {score.top for score in scores} == {18}


def test_group_of_three_where_eight_are_expected():
    lines = [line(n, n + 20, score, group="b") for n, score in enumerate((110, 140, 170))]
    assert [ns for ns, _ in points(lines, expected=8)] == [Fraction(5, 3), 7, Fraction(37, 3)]


def test_frequencies_from_the_best_score_down():
    lines = [line(1, 2, 420), line(3, 4, -50), line(5, 6, 420), line(7, 8, 0, "A6040")]
    assert frequencies(score_board(lines, Settings(neuberg=False))) == (
        Frequency(420, 2, Fraction(3), Fraction(1)),
        Frequency(-50, 1, Fraction(0), Fraction(4)),
    )


def test_an_assigned_score_is_one_of_the_frequencies():
    lines = [
        line(1, 2, -50, "100:420(4SN=)"),
        line(3, 4, 420),
        line(5, 6, -50),
        line(7, 8, 0, "50:420/50:-50"),
    ]
    plain = [line(1, 2, 420), *lines[1:]]
    found = frequencies(score_board(lines, Settings()))
    assert [(frequency.score, frequency.count) for frequency in found] == [(420, 2), (-50, 1)]
    assert found == frequencies(score_board(plain, Settings()))


def test_frequencies_of_a_fouled_board_are_apart():
    lines = [line(1, 2, 420, group="a"), line(3, 4, 420, group="b")]
    assert frequencies(score_board(lines, Settings(neuberg=False))) == (
        Frequency(420, 1, Fraction(0), Fraction(0), "a"),
        Frequency(420, 1, Fraction(0), Fraction(0), "b"),
    )


def test_is_scored():
    assert [
        one.is_scored
        for one in (
            line(1, 2, 420),
            line(1, 2, None),
            line(1, 2, 420, "NP"),
            line(1, 2, None, "A6040"),
        )
    ] == [True, False, False, True]
