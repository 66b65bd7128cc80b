from fractions import Fraction

import pytest

from clubscore.text.problems import Refused
from events.sessions.core.domain.adjustment import NOT_PLAYED, Artificial, Average
from events.sessions.scoring.domain.board_score import Line
from events.sessions.scoring.formats.traveller_row import read_row
from tests.events.sessions.scoring.formats.sheets import mistakes, places, sheet

ARABIC_ONE = "\u0661"
FULL_WIDTH = "\uff14\uff12\uff10"  # 420


def test_every_kind_of_line():
    assert sheet(
        "1,1,12,4S,N,10,420,",
        "1,2,11,4S,n,10,,",
        "2,1,11,,,,620,",
        "2,2,12,PASS,,,,",
        "3,1,12,,,,,A+-",
        "3,2,11,,,,,np",
    ).lines == (
        Line(1, ("1",), ("12",), 420),
        Line(1, ("2",), ("11",), 420),
        Line(2, ("1",), ("11",), 620),
        Line(2, ("2",), ("12",), 0),
        Line(3, ("1",), ("12",), None, Artificial(Average.PLUS, Average.MINUS)),
        Line(3, ("2",), ("11",), None, NOT_PLAYED),
    )


@pytest.mark.parametrize("result", ["4S,N,10,420", "4S,N,10,", "4S,,,420", "4S,,,", ",,,420"])
def test_adjustment_stands_for_the_result_beside_it(result):
    assert sheet(f"1,1,2,{result},A6040").lines == (
        Line(1, ("1",), ("2",), None, Artificial(Fraction(60), Fraction(40))),
    )


@pytest.mark.parametrize(
    ("result", "score"), [("=", 420), ("+1", 450), ("1", 450), ("-2", -100), ("−2", -100)]
)
def test_result_instead_of_tricks(result, score):
    lines = sheet(f"1,1,2,4S,N,{result}", header="board,ns,ew,contract,by,result").lines
    assert lines == (Line(1, ("1",), ("2",), score),)


@pytest.mark.parametrize("played", ["PASS,,,", "PASS,N,0,", "P,N,,0", "pass,,0,0"])
def test_passed_out(played):
    assert sheet(f"1,1,2,{played},").lines[0].score_ns == 0


@pytest.mark.parametrize("score", ["−50", "-50"])
def test_minus_is_a_hyphen_or_a_real_minus_sign(score):
    assert sheet(f"1,1,2,4S,N,9,{score},").lines[0].score_ns == -50
    assert sheet(f"1,1,2,,,,,60:420/40:{score}") == sheet("1,1,2,,,,,60:420/40:-50")


@pytest.mark.parametrize("described", ["4S,,10", "4S,N,", "4S,,"])
def test_score_stands_where_the_contract_is_told_in_part(described):
    assert sheet(f"1,1,2,{described},420,").lines[0].score_ns == 420


@pytest.mark.parametrize(
    ("described", "score"),
    [("4S,,10", "450"), ("4S,N,", "-420"), ("4S,,", "430"), ("4S,,10", "-50"), ("4S,,", "0")],
)
def test_score_that_a_contract_told_in_part_cannot_give(described, score):
    assert places(f"1,1,2,{described},{score},") == [(2, "score", score)]


def test_score_that_a_contract_told_in_part_cannot_give_in_words():
    assert mistakes("1,1,2,4S,N,,-420,")[0][3] == (
        "4♠ cannot give −420 to North–South on board 1 with the declarer and tricks given."
    )


@pytest.mark.parametrize(
    ("row", "place"),
    [
        ("x,1,2,,,,420,", ("board", "x")),
        (",1,2,,,,420,", ("board", "")),
        ("0,1,2,,,,0,", ("board", "0")),
        ("-1,1,2,,,,0,", ("board", "-1")),
        ("1000,1,2,,,,0,", ("board", "1000")),
        ("1.5,1,2,,,,0,", ("board", "1.5")),
        (f"{ARABIC_ONE},1,2,,,,0,", ("board", ARABIC_ONE)),
        ("1,,2,,,,420,", ("ns", "")),
        ("1,1,,,,,420,", ("ew", "")),
        ("1,1,0,,,,420,", ("ew", "0")),
        ("1,1,-2,,,,420,", ("ew", "-2")),
        ("1,1,1.5,,,,420,", ("ew", "1.5")),
        ("1,1,2,8S,N,10,420,", ("contract", "8S")),
        ("1,1,2,4Z,N,10,420,", ("contract", "4Z")),
        ("1,1,2,4Sxxx,N,10,420,", ("contract", "4Sxxx")),
        ("1,1,2,4S,Q,10,420,", ("by", "Q")),
        ("1,1,2,4S,NS,10,420,", ("by", "NS")),
        ("1,1,2,4S,,10,,", ("by", "")),
        ("1,1,2,PASS,Q,,,", ("by", "Q")),
        ("1,1,2,4S,N,,,", ("tricks", "")),
        ("1,1,2,4S,N,14,,", ("tricks", "14")),
        ("1,1,2,4S,N,-1,,", ("tricks", "-1")),
        ("1,1,2,4S,N,+1,,", ("tricks", "+1")),
        ("1,1,2,4S,N,=,,", ("tricks", "=")),
        ("1,1,2,PASS,N,10,0,", ("tricks", "10")),
        ("1,1,2,4S,N,10,430,", ("score", "430")),
        ("1,1,2,4S,N,10,-420,", ("score", "-420")),
        ("1,1,2,4S,E,10,420,", ("score", "420")),
        ("1,1,2,PASS,,,50,", ("score", "50")),
        ("1,1,2,,,,412,", ("score", "412")),
        ("1,1,2,,,,620,", ("score", "620")),
        ("1,1,2,,,,4x0,", ("score", "4x0")),
        ("1,1,2,,,,1.5,", ("score", "1.5")),
        ("1,1,2,,,,+-50,", ("score", "+-50")),
        (f"1,1,2,,,,{FULL_WIDTH},", ("score", FULL_WIDTH)),
        ("1,1,2,,,,9999999,", ("score", "9999999")),
        ("1,1,2,,,,,", ("score", "")),
        ("1,1,2", ("score", "")),
        ("1,1,2,,N,10,,", ("score", "")),
        ("1,1,2,,N,10,420,", ("contract", "")),
        ("1,1,2,,,,,A604", ("adjustment", "A604")),
        ("1,1,2,,,,,A60101/40", ("adjustment", "A60101/40")),
        ("1,1,2,,,,,A101/0", ("adjustment", "A101/0")),
        ("1,1,2,,,,,B6040", ("adjustment", "B6040")),
        ("1,1,2,,,,,60:420/30:-50", ("adjustment", "60:420/30:-50")),
        ("1,1,2,,,,,60:420/60:-50", ("adjustment", "60:420/60:-50")),
        ("1,1,2,,,,,100:420/0:-50", ("adjustment", "100:420/0:-50")),
        ("1,1,2,,,,,60:421/40:-50", ("adjustment", "60:421/40:-50")),
        ("1,1,2,,,,,60:420/40", ("adjustment", "60:420/40")),
        ("1,1,2,,,,420,NP", ("adjustment", "NP")),
        ("1,1,2,,,,420,,9", (None, "9")),
    ],
)
def test_mistake_in_a_line(row, place):
    assert places(row) == [(2, *place)]


def test_line_that_is_too_short():
    assert places("1,1") == [(2, "ew", ""), (2, "score", "")]


@pytest.mark.parametrize(
    ("row", "place"),
    [
        ("1,1,2,4S,N,10,+1", ("result", "+1")),
        ("1,1,2,4S,N,,+4", ("result", "+4")),
        ("1,1,2,4S,N,,-11", ("result", "-11")),
        ("1,1,2,4S,N,,ten", ("result", "ten")),
        ("1,1,2,4S,N,,++1", ("result", "++1")),
        ("1,1,2,PASS,,,+1", ("result", "+1")),
        ("1,1,2,4S,N,,", ("tricks", "")),
    ],
)
def test_mistake_in_tricks_and_result(row, place):
    assert places(row, header="board,ns,ew,contract,by,tricks,result") == [(2, *place)]


def test_missing_result():
    header = "board,ns,ew,contract,by,result"
    assert places("1,1,2,4S,N,", header=header) == [(2, "result", "")]


def test_mistake_in_a_section():
    header = "section,board,ns,ew,score"
    assert places("*,1,1,2,0", header=header) == [(2, "section", "*")]


def test_contradiction_says_what_the_contract_would_give():
    assert mistakes("1,1,2,4S,N,10,430,") == [
        (
            2,
            "score",
            "430",
            "The contract would give +420: 4♠N=, North not vulnerable on"
            " board 1. The score says +430.",
        )
    ]


def test_exotic_scores_pass_when_told_but_contradictions_do_not():
    assert sheet("1,1,2,,,,412,", any_score=True).lines[0].score_ns == 412
    for row in ("1,1,2,4S,N,10,412,", "1,1,2,4S,,,412,"):
        with pytest.raises(Refused):
            sheet(row, any_score=True)


@pytest.mark.parametrize("column", ["board", "ns", "ew", "section", "score", "adjustment"])
def test_number_of_any_length_is_a_mistake(column):
    texts = {"board": "1", "ns": "1", "ew": "2", "score": "420", column: "9" * 5000}
    problems = []

    assert read_row(1, texts, problems, False) is None
    assert [problem.column for problem in problems] == [column]
