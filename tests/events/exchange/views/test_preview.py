from dataclasses import replace

import pytest

from events.common.domain import Rounding
from events.exchange.domain.plan_comparison import compare
from events.exchange.views.preview import explained
from events.sessions.scoring.domain.settings import Method, Settings
from tests.events.exchange.domain.test_plan_comparison import plan, published

ALL = "All 10 published scores agree with ours."


@pytest.mark.parametrize(
    ("settings", "sentences"),
    [
        (Settings(winners=2), [ALL]),
        (
            Settings(winners=2, neuberg=False),
            [ALL, "This setting explains it: boards with fewer results without Neuberg’s formula."],
        ),
        (
            Settings(winners=2, rounding=Rounding.BOARD_TENTH),
            [ALL, "This setting explains it: each board to 0.1."],
        ),
        (
            Settings(winners=2, sit_out=60),
            [
                ALL,
                "This setting explains it: 60 % of a top for each board sat out (EBU White Book).",
            ],
        ),
        (
            Settings(Method.BUTLER, winners=2, datums=((1, 600), (3, -200))),
            [ALL, "This setting explains it: the datums that the file gives."],
        ),
        (
            Settings(Method.BUTLER, winners=2, butler_percent=25),
            [
                ALL,
                "This setting explains it: dropped from the datum: the best and the worst 25 % of"
                " the results (bridgeakhper).",
            ],
        ),
    ],
)
def test_the_setting_that_explains_a_difference_is_named(settings, sentences):
    assert explained(compare(published(settings))) == sentences


def test_what_nothing_explains_is_admitted():
    first, *others = published(Settings(winners=2)).contestants
    wrong = replace(plan(), contestants=(replace(first, published="99.99"), *others))
    assert explained(compare(wrong)) == [
        "9 of 10 published scores agree with ours.",
        "No setting explains the other differences; these were tried: Neuberg’s formula, small"
        " groups, missing results as ties, sit-outs of 60 %, rounding, 2 or 1 for a win.",
    ]


def test_total_points_have_no_settings():
    first, *_others = plan().contestants
    alone = replace(plan(), method=Method.TOTAL, contestants=(replace(first, published="1"),))
    assert explained(compare(alone)) == [
        "0 of 1 published score agrees with ours.",
        "Total points have no settings that could explain the differences.",
    ]


def test_nothing_published():
    assert explained(compare(plan())) == [
        "The file publishes no scores, so there is nothing to compare."
    ]
    first, *others = plan().lines
    with_points = replace(plan(), lines=(replace(first, points=("77", None)), *others))
    assert explained(compare(with_points)) == [
        "The file publishes no total scores; the matchpoints of 0 of 1 result agree with ours."
    ]
