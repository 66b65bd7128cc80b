from fractions import Fraction

import pytest

from clubscore.text.problems import Refused
from events.sessions.core.domain.adjustment import LAWS, Component, Weighted
from events.sessions.core.domain.contract import read_played
from events.sessions.rulings.domain import read_percentage, read_scores


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("60", 60),
        (" 60 % ", 60),
        ("0", 0),
        ("100", 100),
        ("62.5", Fraction(125, 2)),
        ("33,33%", Fraction(3333, 100)),
    ],
)
def test_percentage(text, value):
    assert read_percentage(text) == value


@pytest.mark.parametrize("text", ["101", "100.01", "-5", "6o", "1.234", "1e2", "٦٠"])
def test_percentage_refused(text):
    with pytest.raises(Refused) as refusal:
        read_percentage(text, "ns_percent")
    [problem] = refusal.value.problems
    assert (str(problem), problem.column, problem.value) == (
        f"“{text}” is not a percentage: a number from 0 to 100, with two decimals at most.",
        "ns_percent",
        text,
    )


def test_percentage_that_is_missing():
    with pytest.raises(Refused, match=r"How many per cent\? A number from 0 to 100\."):
        read_percentage(" ")


@pytest.mark.parametrize(
    ("rows", "text"),
    [
        ([("", "4sn=")], "100:420(4SN=)"),
        ([("100", "420")], "100:420"),
        ([("60", "4sn="), ("40 %", "5-")], "60:420(4SN=)/40:-50"),
        ([("", ""), ("50", "p"), (" ", ""), ("50", "42+")], "50:0(PASS)/50:420"),
        ([("33.33", "0"), ("33,33", "50"), ("33.34", "100")], "33.33:0/33.33:50/33.34:100"),
        ([("20", str(50 * n)) for n in range(1, 6)], "20:50/20:100/20:150/20:200/20:250"),
    ],
)
def test_scores(rows, text):
    assert str(read_scores(rows, board=1)) == text


def test_scores_have_their_contracts():
    assert read_scores([("75", "4sn="), ("25", "4sn-1")], board=2) == Weighted(
        (
            Component(Fraction(3, 4), 620, read_played("4SN=")),
            Component(Fraction(1, 4), -100, read_played("4SN-1")),
        )
    )


@pytest.mark.parametrize(
    ("rows", "problems"),
    [
        (
            [("", ""), ("", " ")],
            [("rows", "Which score? Type it as on the traveller: 620, -50, 4hs= or 3ntxw-2.")],
        ),
        ([("60", "420"), ("30", "-50")], [("rows", "The weights add up to 90 %, not 100 %.")]),
        ([("90", "420")], [("rows", "The weights add up to 90 %, not 100 %.")]),
        ([("10", "0")] * 6, [("rows", "These are 6 scores; a weighted score has 5 at most.")]),
        (
            [("60", "420"), ("0", "-50"), ("40", "")],
            [
                ("weight_2", "A score with a weight of 0 % is left out."),
                ("result_3", "Which score has this weight?"),
            ],
        ),
        (
            [("", "420"), ("x", "412")],
            [
                ("weight_1", "How many per cent? A number from 0 to 100."),
                (
                    "weight_2",
                    "“x” is not a percentage: a number from 0 to 100, with two decimals at most.",
                ),
                ("result_2", "+412 is not a score: no contract gives it."),
            ],
        ),
        (
            [("", "a6040")],
            [
                (
                    "result_1",
                    "“a6040” is not the score of a table: 620, -50, 62+, 4hs= or p for passed out.",
                )
            ],
        ),
    ],
)
def test_scores_refused(rows, problems):
    with pytest.raises(Refused) as refusal:
        read_scores(rows, board=1)
    assert [(problem.column, str(problem)) for problem in refusal.value.problems] == problems


def test_laws_are_named_once():
    numbers = [law.number for law in LAWS]
    assert len(numbers) == len(set(numbers))
    assert {"12C1", "12C1(c)", "12C2", "27", "64", "81", "90"} <= set(numbers)
    assert str(LAWS[0].topic) == "assigned adjusted score"
