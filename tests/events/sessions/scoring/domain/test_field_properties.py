"""What must hold of every field, whoever plays and however it is scored."""

from dataclasses import replace
from fractions import Fraction

from hypothesis import given, strategies as st

from events.common.domain import Rounding
from events.sessions.core.domain.adjustment import (
    NOT_PLAYED,
    Artificial,
    Component,
    Split,
    Weighted,
)
from events.sessions.core.domain.contract import Side
from events.sessions.scoring.domain.board_score import components
from events.sessions.scoring.domain.field import score_board, score_field
from events.sessions.scoring.domain.imps import imps
from events.sessions.scoring.domain.settings import Method, Settings
from tests.events.sessions.scoring.domain.fields import points_of, standings_of
from tests.events.sessions.scoring.domain.strategies import (
    ADJUSTMENTS,
    ARTIFICIAL,
    SETTINGS,
    fields,
    weighted,
)

MATCHPOINTS = st.builds(
    Settings,
    scale=st.sampled_from([1, 2]),
    winners=st.sampled_from([1, 2]),
    neuberg=st.booleans(),
    small_groups=st.booleans(),
)


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
    if not isinstance(scores, Weighted):
        return scores
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


@given(fields(ADJUSTMENTS), SETTINGS)
def test_assigned_score_is_the_score_itself(lines, settings):
    plain = [replace(one, adjustment=None) for one in lines]
    assigned = [
        replace(one, score_ns=None, adjustment=Weighted((Component(Fraction(1), one.score_ns),)))
        for one in plain
    ]
    there, back = score_field(plain, settings), score_field(assigned, settings)
    assert points_of(back) == points_of(there)
    assert back.standings == there.standings


@given(fields(ADJUSTMENTS), SETTINGS)
def test_split_score_with_equal_sides_is_weighted(lines, settings):
    split = [
        replace(one, adjustment=Split(one.adjustment, one.adjustment))
        if isinstance(one.adjustment, Weighted)
        else one
        for one in lines
    ]
    assert points_of(score_field(split, settings)) == points_of(score_field(lines, settings))


@given(fields(ADJUSTMENTS), MATCHPOINTS)
def test_two_points_a_win_are_twice_as_many_as_one(lines, settings):
    two = score_field(lines, replace(settings, scale=2))
    one = score_field(lines, replace(settings, scale=1))
    for key, values in points_of(one).items():
        assert (
            tuple(value if value is None else 2 * value for value in values)
            == (points_of(two)[key])
        )
    assert [(s.contestant, 2 * s.of, s.percentage, str(s.place)) for s in one.standings] == [
        (s.contestant, s.of, s.percentage, str(s.place)) for s in two.standings
    ]


@given(fields(ADJUSTMENTS), SETTINGS, st.data())
def test_groups_of_a_fouled_board_are_boards_with_the_same_expectation(lines, settings, data):
    settings = replace(settings, session_average=False, expected=7)
    fouled = [replace(one, group=data.draw(st.sampled_from("abc"))) for one in lines]
    # Each group as a board of its own.
    apart = [replace(one, board=10 * one.board + "abc".index(one.group)) for one in fouled]
    scored = points_of(score_field(fouled, settings))
    assert scored == {
        (board // 10, ns, ew): values
        for (board, ns, ew), values in points_of(score_field(apart, settings)).items()
    }


@given(fields(), st.integers(4, 9))
def test_fouled_groups_keep_the_value_of_the_board(lines, expected):
    """Whatever the groups, all results together are worth top times results, as if not fouled."""
    settings = Settings(expected=expected, small_groups=False)
    fouled = [replace(one, group=str(index % 3)) for index, one in enumerate(lines)]
    for board in score_field(fouled, settings).boards:
        total = sum(score.ns_points + score.ew_points for score in board.lines)
        assert total == board.lines[0].top * len(board.lines)


@given(fields(), SETTINGS)
def test_expecting_the_results_that_are_there_is_no_formula(lines, settings):
    boards = {one.board for one in lines}
    by_board = [[one for one in lines if one.board == board] for board in boards]
    fewest = min(map(len, by_board), default=0)
    even = [one for results in by_board for one in results[:fewest]]
    with_formula = score_field(even, replace(settings, neuberg=True))
    without = score_field(even, replace(settings, neuberg=False))
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
        own_lines = [one for one in lines if one.board == board.board]
        assert score_board(own_lines, settings).lines == board.lines
