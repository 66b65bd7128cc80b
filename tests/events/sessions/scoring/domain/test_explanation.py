from dataclasses import replace
from fractions import Fraction

import pytest
from hypothesis import given, strategies as st

from events.common.domain import Rounding
from events.sessions.core.domain.adjustment import read_adjustment
from events.sessions.core.domain.contract import Side
from events.sessions.scoring.domain.board_score import Line
from events.sessions.scoring.domain.explanation import (
    Against,
    Awarded,
    DatumScore,
    Mean,
    Neuberg,
    OwnShare,
    Rounded,
    ShortBoard,
    SmallGroup,
    Ties,
    datum_of,
    explain,
)
from events.sessions.scoring.domain.field import score_field
from events.sessions.scoring.domain.imps import DatumRule, datum
from events.sessions.scoring.domain.settings import Method, Settings
from tests.events.sessions.scoring.domain.strategies import ADJUSTMENTS, SETTINGS, fields


def line(board, ns, ew, score, adjustment=None, **more):
    value = read_adjustment(adjustment) if adjustment else None
    return Line(board, (ns,), (ew,), score, value, **more)


def explained(lines, which=0, side=Side.NS, **choices):
    chosen = Settings(**choices)
    return explain(score_field(lines, chosen), chosen, lines[which], side)


@st.composite
def fouled_fields(draw):
    """Fields with every adjustment, several sections and deals, and lines that are not in."""
    lines = draw(fields(ADJUSTMENTS))
    return [
        replace(
            each,
            group=draw(st.sampled_from(["", "", "B"])),
            section=draw(st.sampled_from("AB")),
            score_ns=None if draw(st.integers(0, 9)) == 0 else each.score_ns,
        )
        for each in lines
    ]


ALL_SETTINGS = st.builds(
    replace,
    SETTINGS,
    one_field=st.booleans(),
    expected=st.none() | st.integers(1, 12),
    datums=st.sampled_from([(), ((1, 120),)]),
)


@given(fouled_fields(), ALL_SETTINGS)
def test_every_explanation_comes_to_the_scored_points(lines, chosen):
    field = score_field(lines, chosen)
    for board in field.boards:
        for score in board.lines:
            for side, points in ((Side.NS, score.ns_points), (Side.EW, score.ew_points)):
                explanation = explain(field, chosen, score.line, side)
                assert (explanation.total, explanation.top) == (points, score.top)
                value = explanation.compared
                for step in explanation.steps:
                    assert isinstance(step, Awarded) or _start(step) == value
                    value = step.value
                assert explanation.total in (None, value)


def _start(step):
    """What a step starts from, on the scale of the session."""
    if isinstance(step, SmallGroup):
        return step.points * step.top / (2 * (step.expected - 1))
    return step.total if isinstance(step, Mean) else step.points


def test_partners_of_an_individual_are_looked_at_together():
    lines = [
        Line(1, (1, 2), (3, 4), 420),
        Line(1, (5, 6), (7, 8), 110),
        Line(2, (1, 3), (2, 4), None, read_adjustment("A+-")),
        Line(2, (5, 7), (6, 8), 110),
    ]
    # One partner has a top, the other a bottom: 2 of 4.
    [awarded] = explained(lines, 2).steps
    assert (awarded.own, awarded.percentage) == (OwnShare(Fraction(2), Fraction(4)), 60)


def test_matchpoints_are_told_score_by_score():
    lines = [line(1, n, n + 10, score) for n, score in enumerate((420, 450, 420, -50, -50))]
    found = explained(lines)
    assert found.parts[0].against == (
        Against(450, Fraction(1), Fraction(0)),
        Against(420, Fraction(1), Fraction(1)),
        Against(-50, Fraction(2), Fraction(2)),
    )
    assert (found.compared, found.steps, found.top, found.percentage) == (
        5,
        (),
        8,
        Fraction(125, 2),
    )
    against = explained(lines, side=Side.EW, scale=1).parts[0].against
    assert [(each.score, each.points) for each in against] == [
        (50, 0),
        (-420, Fraction(1, 2)),
        (-450, 1),
    ]


def test_neuberg_is_explained_with_its_numbers():
    lines = [line(1, n, n + 10, score) for n, score in enumerate((420, 50, 0, -50))]
    lines += [line(2, n, n + 10, 100) for n in range(5)]
    assert explained(lines, 1).steps == (Neuberg(Fraction(4), Fraction(1), 4, 5, Fraction(21, 4)),)
    assert explained(lines, 1, scale=1).steps == (
        Neuberg(Fraction(2), Fraction(1, 2), 4, 5, Fraction(21, 8)),
    )
    assert explained(lines, 1, neuberg=False).steps == ()
    # 4 and a tie with the one that is missing.
    assert explained(lines, 1, missing_ties=True).steps == (Ties(4, 1, 4, 5, 5),)
    assert explained(lines, 1, missing_ties=True, scale=1).steps == (
        Ties(Fraction(2), Fraction(1, 2), 4, 5, Fraction(5, 2)),
    )


def test_a_small_group_is_told_as_a_percentage():
    lines = [line(1, 1, 2, 420), line(1, 3, 4, 50)]
    lines += [line(2, n, n + 10, 100) for n in range(6)]
    assert explained(lines, 0).steps == (
        SmallGroup(Fraction(2), 2, 6, Fraction(65), Fraction(10), Fraction(13, 2)),
    )
    [step] = explained(lines, 1, scale=1).steps
    assert (step.percentage, step.value) == (55, Fraction(11, 4))


def test_a_weighted_score_is_told_part_by_part():
    lines = [line(1, 1, 2, None, "60:420(4SN=)/40:-50"), line(1, 3, 4, 110)]
    found = explained(lines)
    assert [(part.weight, part.score, str(part.played), part.points) for part in found.parts] == [
        (Fraction(3, 5), 420, "4SN=", 2),
        (Fraction(2, 5), -50, "None", 0),
    ]
    assert found.compared == Fraction(6, 5)
    against = explained(lines, 1, Side.EW).parts[0].against
    assert against == (
        Against(50, Fraction(2, 5), Fraction(0)),
        Against(-420, Fraction(3, 5), Fraction(2)),
    )


def test_only_results_of_the_same_deal_are_compared():
    lines = [line(1, n, n + 10, 100 * n, group="B" if n > 2 else "") for n in range(1, 5)]
    assert [each.score for each in explained(lines, 0).parts[0].against] == [200]
    assert [each.score for each in explained(lines, 3).parts[0].against] == [300]


def test_average_plus_looks_at_the_other_boards():
    lines = [line(1, 1, 2, 420), line(1, 3, 4, 50), line(2, 1, 4, None, "A+-"), line(2, 3, 2, 50)]
    plus, minus = (explained(lines, 2, side, winners=1).steps for side in Side)
    assert plus == (
        Awarded(
            lines[2].adjustment.ns,
            True,
            OwnShare(Fraction(2), Fraction(2)),
            Fraction(100),
            Fraction(2),
        ),
    )
    assert minus[0].own == OwnShare(Fraction(2), Fraction(2))
    assert (minus[0].percentage, minus[0].value) == (40, Fraction(4, 5))
    [fixed] = explained(lines, 2, session_average=False).steps
    assert (fixed.follows, fixed.own, fixed.percentage) == (False, None, 60)
    [alone] = explained(lines[2:], 0).steps
    assert (alone.follows, alone.own, alone.percentage) == (True, None, 60)


@pytest.mark.parametrize(
    ("method", "value"), [("butler", 3), ("cross-imps", 3), ("total", 0), ("mp", Fraction(6, 5))]
)
def test_average_plus_by_method(method, value):
    lines = [line(1, 1, 2, None, "A+-"), line(1, 3, 4, 50)]
    [awarded] = explained(lines, method=Method(method)).steps
    assert (awarded.percentage, awarded.value) == (60, value)


def test_butler_tells_its_datum():
    lines = [line(1, n, n + 10, score) for n, score in enumerate((620, 600, 600, 170, -100))]
    found = explained(lines, method=Method.BUTLER)
    assert found.datum.scores == (
        DatumScore(620, Fraction(1), Fraction(1)),
        DatumScore(600, Fraction(2), Fraction(0)),
        DatumScore(170, Fraction(1), Fraction(0)),
        DatumScore(-100, Fraction(1), Fraction(1)),
    )
    assert (found.datum.counted, found.datum.mean, found.datum.value) == (3, Fraction(1370, 3), 460)
    assert (found.parts[0].against, found.total, found.top) == ((), 4, None)


@given(
    st.dictionaries(st.integers(-76, 76).map(lambda n: 50 * n), st.integers(1, 9), min_size=1),
    st.builds(
        DatumRule, st.integers(0, 2), st.integers(0, 40), in_parts=st.booleans(),
        to_even=st.booleans(),
    ),
)  # fmt: skip
def test_datum_is_that_of_the_scoring(counts, rule):
    shares = {score: Fraction(count) for score, count in counts.items()}
    assert datum_of(shares, rule).value == datum(counts, 1, rule)


def test_given_datum_is_told_unless_the_board_was_fouled():
    lines = [line(1, n, n + 10, score) for n, score in enumerate((620, 600, 170))]
    found = explained(lines, method=Method.BUTLER, datums=((1, 400),))
    assert (found.datum.value, found.datum.rule, found.datum.scores, found.total) == (
        400, None, (), 6,
    )  # fmt: skip
    lines.append(replace(line(1, 8, 9, 50), group="B"))
    assert explained(lines, method=Method.BUTLER, datums=((1, 400),)).datum.value == 460


def test_cross_imps_tell_the_mean_and_the_short_board():
    lines = [line(1, n, n + 10, score) for n, score in enumerate((420, 50, 50))]
    lines += [line(2, n, n + 10, 100) for n in range(4)]
    found = explained(lines, method=Method.CROSS_IMPS)
    assert found.parts[0].against == (Against(50, Fraction(2), Fraction(9)),)
    assert found.steps == (
        Mean(Fraction(18), 2, Fraction(9)),
        ShortBoard(Fraction(9), 3, 4, Fraction(8, 9), Fraction(8)),
    )
    summed = explained(lines, method=Method.CROSS_IMPS, cross_imps_mean=False)
    assert summed.steps == (ShortBoard(Fraction(18), 3, 4, Fraction(8, 9), Fraction(16)),)


def test_total_points_are_the_score():
    found = explained([line(1, 1, 2, -50)], side=Side.EW, method=Method.TOTAL)
    assert (found.parts[0].score, found.total, found.percentage) == (50, 50, None)


def test_rounding_comes_last():
    lines = [line(1, n, n + 10, score) for n, score in enumerate((420, 50, 0, -50))]
    lines += [line(2, n, n + 10, 100) for n in range(5)]
    found = explained(lines, 1, rounding=Rounding.BOARD_TENTH)
    assert found.steps[-1] == Rounded(Fraction(21, 4), 10, Fraction(53, 10))


@pytest.mark.parametrize("adjustment", [None, "NP"])
def test_a_line_that_does_not_count_has_no_points(adjustment):
    lines = [line(1, 1, 2, None, adjustment), line(1, 3, 4, 50)]
    found = explained(lines)
    assert (found.parts, found.steps, found.total, found.percentage) == ((), (), None, None)


def test_a_line_of_another_field_is_not_found():
    lines = [line(1, 1, 2, 50)]
    with pytest.raises(LookupError):
        explain(score_field(lines, Settings()), Settings(), line(1, 3, 4, 50), Side.NS)
