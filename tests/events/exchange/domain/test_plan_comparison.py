from dataclasses import replace
from fractions import Fraction

import pytest

from events.common.domain import Rounding
from events.exchange.domain.plan_comparison import compare, rounded, standings_of
from events.exchange.domain.session_plan import PlannedContestant, PlannedLine, SessionPlan
from events.sessions.core.domain.line_result import LineResult
from events.sessions.scoring.domain.settings import Method, Settings

SCORES = {
    1: (420, 420, 450, -50, 170),
    2: (-100, 110, 110, 140),
    3: (50, 90, 100),
    4: (0, 0, 620, -50, -50),
}


def plan() -> SessionPlan:
    keys = [("A", "", str(number)) for number in range(1, 11)]
    lines = [
        PlannedLine("A", board, (keys[place],), (keys[5 + (place + board) % 5],), LineResult(score))
        for board, scores in SCORES.items()
        for place, score in enumerate(scores)
    ]
    contestants = tuple(
        PlannedContestant(key, number, (), None, is_percentage=True)
        for number, key in enumerate(keys, start=1)
    )
    return SessionPlan("t", "2026-01-19", Method.MATCHPOINTS, 2, contestants, tuple(lines))


def published(settings: Settings) -> SessionPlan:
    """The plan with the scores that a program of these settings would publish."""
    scores = {
        standing.contestant: standing.points if standing.percentage is None else standing.percentage
        for standing in standings_of(plan(), settings)
    }
    contestants = tuple(
        replace(
            contestant,
            published=rounded(scores[contestant.key], 2),
            is_percentage=settings.method is Method.MATCHPOINTS,
        )
        for contestant in plan().contestants
    )
    return replace(plan(), contestants=contestants, method=settings.method, datums=settings.datums)


@pytest.mark.parametrize(
    "settings",
    [
        Settings(winners=2),
        Settings(winners=2, neuberg=False),
        Settings(winners=2, rounding=Rounding.BOARD_TENTH),
        Settings(winners=2, missing_ties=True),
        Settings(winners=2, sit_out=60),
        Settings(winners=2, sit_out=60, neuberg=False),
        Settings(Method.BUTLER, winners=2),
        Settings(Method.BUTLER, winners=2, butler_drop=0),
        Settings(Method.BUTLER, winners=2, butler_percent=25),
        Settings(Method.BUTLER, winners=2, butler_drop=0, butler_even=True),
        Settings(Method.BUTLER, winners=2, datums=((1, 600), (3, -200))),
    ],
)
def test_settings_of_the_program_are_found(settings):
    found = compare(published(settings))
    assert (found.settings, found.published, found.differing) == (settings, 10, ())


def test_score_that_nothing_explains_is_a_difference():
    first, *others = published(Settings(winners=2)).contestants
    found = compare(replace(plan(), contestants=(replace(first, published="99.99"), *others)))
    (difference,) = found.differing
    assert (difference.contestant, difference.published, found.agreeing) == ("A1", "99.99", 9)


@pytest.mark.parametrize(
    ("points", "scale", "said"),
    [
        ((("2", "0"), ("0", "2")), 2, []),
        ((("1.0", "0.0"), ("0.0", "1.0")), 1, []),
        ((("2", "0"), ("1", None)), 2, [
            "Board 1, NS A2 against EW A4: the file gives 1 / – matchpoints, our scoring 0 / 2.",
        ]),
        (((None, None), ("2", None)), 2, [
            "Board 1, NS A2 against EW A4: the file gives 2 / – matchpoints, our scoring 0 / 2.",
        ]),
        ((("0", None), (None, None)), 2, [
            "Board 1, NS A1 against EW A3: the file gives 0 / – matchpoints, our scoring 2 / 0.",
        ]),
        ((("", "50 of 100"), (None, "50%")), 2, []),
    ],
)  # fmt: skip
def test_matchpoints_beside_the_results_are_compared(points, scale, said):
    keys = [("A", "", str(number)) for number in range(1, 5)]
    lines = tuple(
        PlannedLine("A", 1, (keys[place],), (keys[2 + place],), LineResult(score), points=given)
        for place, (score, given) in enumerate(zip((420, -50), points, strict=True))
    )
    found = compare(replace(plan(), contestants=(), lines=lines))
    assert (list(map(str, found.notices)), found.settings.scale) == (said, scale)


def test_of_many_results_with_other_matchpoints_some_are_named():
    lines = tuple(replace(line, points=("77", "77")) for line in plan().lines)
    found = compare(replace(plan(), lines=lines))
    assert len(found.notices) == 6
    assert str(found.notices[-1]).startswith("In all, 17 of 17 results have other matchpoints in")


@pytest.mark.parametrize(
    ("value", "decimals", "text"),
    [(Fraction(1, 8), 2, "0.13"), (Fraction(-1, 8), 2, "-0.13"), (Fraction(5), 0, "5"),
     (Fraction(-1, 1000), 2, "0.00"), (Fraction(100), 2, "100.00")],
)  # fmt: skip
def test_rounding_as_it_is_printed(value, decimals, text):
    assert rounded(value, decimals) == text
