from fractions import Fraction

import pytest

from events.common.domain import Rounding
from events.sessions.core.domain.adjustment import read_adjustment
from events.sessions.core.domain.contract import Side
from events.sessions.pages.views.explanation import ExplanationRows, explanation_rows, number
from events.sessions.scoring.domain.board_score import Line
from events.sessions.scoring.domain.explanation import explain
from events.sessions.scoring.domain.field import score_field
from events.sessions.scoring.domain.settings import Method, Settings


def line(board: int, pair: int, score: int | None, adjustment: str = "") -> Line:
    value = read_adjustment(adjustment) if adjustment else None
    return Line(board, (pair,), (pair + 20,), score, value)


def full(board: int, results: int) -> list[Line]:
    return [line(board, pair, 100) for pair in range(results)]


def described(
    lines: list[Line], which: int = 0, side: Side = Side.NS, **choices: object
) -> ExplanationRows:
    settings = Settings(**choices)
    return explanation_rows(explain(score_field(lines, settings), settings, lines[which], side))


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (Fraction(3), "3"),
        (Fraction(-5, 2), "−2.5"),
        (Fraction(1, 8), "0.13 (1/8)"),
        (Fraction(-89, 7), "−12.71 (−89/7)"),
    ],
)
def test_a_number_has_its_fraction_where_decimals_do_not_say_it_all(
    value: Fraction, text: str
) -> None:
    assert number(value) == text


def test_matchpoints_by_neuberg() -> None:
    lines = [line(1, n, score) for n, score in enumerate((420, 50, 0, -50))] + full(2, 5)
    rows = described(lines, 1)
    assert [(row.score, row.count, row.each, row.points) for row in rows.parts[0].rows] == [
        ("+420", "1", "0", "0"),
        ("0", "1", "2", "2"),
        ("−50", "1", "2", "2"),
    ]
    assert (rows.parts[0].heading, rows.parts[0].total, rows.parts[0].sentence) == ("+50", "4", "")
    assert rows.steps == [
        "Neuberg’s formula brings a board with fewer results to the same top. Here A = 4 results"
        " are compared, and the fullest board has E = 5: (M + 1) × E ÷ A − 1 = (4 + 1) × 5 ÷ 4 −"
        " 1 = 5.25."
    ]
    assert (rows.points, rows.top, rows.exact_steps) == ("5.25", "8", [])
    opens = '<details class="exact"><summary>{}</summary><span>{}</span></details>'
    assert rows.percentage == opens.format("65.63", "525/8 %")
    rows = described(lines, 1, scale=1)
    steps = [step.rpartition("½ = ")[2] for step in (*rows.steps, *rows.exact_steps)]
    assert (steps, rows.points) == (["2.63.", "2.63 (21/8)."], opens.format("2.63", "21/8"))


def test_a_small_group() -> None:
    lines = [line(1, 1, 420), line(1, 2, 50), *full(2, 6)]
    assert described(lines).steps == [
        "So few results (A = 2 of E = 6) get a percentage of the top instead, with M on the scale"
        " of 2 for a win: 60 + 5 × (M − (A − 1)) = 60 + 5 × (2 − 1) = 65 %, and that of the top"
        " 10 is 6.5."
    ]


def test_a_weighted_score() -> None:
    rows = described([line(1, 1, None, "60:420(4SN=)/40:-50"), line(1, 2, 110)])
    assert [part.heading for part in rows.parts] == ["60 % 4♠N= +420", "40 % −50"]
    assert rows.steps == ["By their weights: 60 % × 2 + 40 % × 0 = 1.2."]
    other = described([line(1, 1, None, "60:420(4SN=)/40:-50"), line(1, 2, 110)], 1)
    assert [(row.score, row.count) for row in other.parts[0].rows] == [
        ("+420", "0.6"),
        ("−50", "0.4"),
    ]


def test_butler() -> None:
    lines = [line(1, n, score) for n, score in enumerate((620, 600, 600, 170, -100))]
    rows = described(lines, method=Method.BUTLER)
    assert [(each.score, each.count, each.dropped) for each in rows.datum] == [
        ("+620", "1", "1"),
        ("+600", "2", ""),
        ("+170", "1", ""),
        ("−100", "1", "1"),
    ]
    assert rows.steps == [
        "The mean of the 3 results that are not left out is 456.67; to the nearest ten, the datum"
        " is +460."
    ]
    assert "456.67 (1370/3)" in rows.exact_steps[0]
    assert rows.parts[0].sentence == ("+620 against the datum +460: a difference of +160, 4 IMPs.")
    one = described([line(1, 1, 110), line(1, 2, 60)], method=Method.BUTLER).parts[0].sentence
    assert one == "+110 against the datum +90: a difference of +20, 1 IMP."


def test_cross_imps() -> None:
    lines = [line(1, n, score) for n, score in enumerate((420, 50, 50))] + full(2, 4)
    rows = described(lines, method=Method.CROSS_IMPS)
    assert rows.is_imps is True
    assert [(row.score, row.difference, row.count, row.each, row.points)
            for row in rows.parts[0].rows] == [("+50", "+370", "2", "9", "18")]  # fmt: skip
    assert rows.steps == [
        "Divided by the number of comparisons: 18 ÷ 2 = 9.",
        "A board with fewer results counts as much as the others. Here A = 3 results are compared,"
        " and the fullest board has E = 4: × E × (A − 1) ÷ (A × (E − 1)), so 9 × 4 × 2 ÷ (3 × 3)"
        " = 8.",
    ]


def test_total_points() -> None:
    rows = described([line(1, 1, -50)], side=Side.EW, method=Method.TOTAL)
    assert (rows.parts[0].sentence, rows.points, rows.top, rows.percentage) == (
        "The points are the score itself: 50.",
        "50",
        "",
        "",
    )


AVERAGES = [line(1, 1, 420), line(1, 2, 50), line(2, 1, None, "A+-"), line(2, 2, 50)]


@pytest.mark.parametrize(
    ("side", "choices", "steps"),
    [
        (
            Side.NS,
            {"winners": 2},
            [
                "Average plus: 60 %, or the percentage on the other boards where that is higher.",
                "On the other boards: 2 of 2, 100 %.",
                "100 % of the top 2 is 2.",
            ],
        ),
        (
            Side.EW,
            {"winners": 2, "session_average": False},
            ["Average minus: 40 %.", "40 % of the top 2 is 0.8."],
        ),
        (
            Side.EW,
            {"winners": 2},
            [
                "Average minus: 40 %, or the percentage on the other boards where that is lower.",
                "On the other boards: 0 of 2, 0 %.",
                "0 % of the top 2 is 0.",
            ],
        ),
        (
            Side.EW,
            {"method": Method.BUTLER},
            ["Average minus: 40 %.", "In IMPs: (40 − 50) × 3 ÷ 10 = −3."],
        ),
        (
            Side.NS,
            {"method": Method.TOTAL},
            ["Average plus: 60 %.", "An artificial score is worth nothing in total points."],
        ),
    ],
)
def test_averages(side: Side, choices: dict, steps: list[str]) -> None:
    rows = described(AVERAGES, 2, side, **choices)
    assert (rows.parts, rows.steps) == ([], steps)


def test_a_fixed_percentage_and_an_average() -> None:
    lines = [line(1, 1, None, "A62.5/="), line(1, 2, 50), line(1, 3, 50)]
    assert described(lines).steps == ["62.5 % of the top 4 is 2.5."]
    assert described(lines, side=Side.EW).steps == ["Average: 50 %.", "50 % of the top 4 is 2."]


def test_rounding() -> None:
    lines = [line(1, n, score) for n, score in enumerate((420, 50, 0, -50))] + full(2, 5)
    rows = described(lines, 1, rounding=Rounding.BOARD_TENTH)
    assert rows.steps[-1] == "Rounded to 0.1, as the session’s settings say: 5.3."
    assert rows.points == "5.3"
