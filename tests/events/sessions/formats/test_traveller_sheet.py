import pytest
from hypothesis import given
from hypothesis import strategies as st

from clubscore.intake.decoding import decode
from clubscore.problems import Refused
from events.sessions.domain.scoring.board_score import Line
from events.sessions.formats.traveller_sheet import (
    SectionPair,
    looks_like_lines,
    read_csv,
    read_xlsx,
)
from tests.events.sessions.formats.sheets import HEADER, mistakes, places, sheet


@pytest.mark.parametrize(
    ("header", "row"),
    [
        ("Board, NS ,EW,contract,BY,tricks,score", "1,1,2,4s,N,10,420"),
        ("board;ns;ew;score", "1;1;2;+420"),
        ("board\tns\tew\tscore", "1\t1\t2\t420"),
        ("score,ew,ns,board", "420,2,1,1"),
        ("board,ns,ew,contract,by,result", "1,1,2,4S,N,="),
        ("board,ns,ew,contract,by,tricks,result", "1,1,2,4S,N,10,="),
        ("board,ns,ew,score,", "1,1,2,420,"),
        ("board,ns,ew,score", " 01 ,001, 2 ,420"),
        ('"board","ns","ew","score"', '"1","1","2","420"'),
        ("\nboard,ns,ew,score\n\n,,,", "1,1,2,420"),
    ],
)
def test_other_ways_of_writing_a_line(header, row):
    assert sheet(row, header=header).lines == (Line(1, ("1",), ("2",), 420),)


def test_sections_have_their_own_pairs():
    found = sheet("A,1,1,2,420", "B,1,1,2,420", header="section,board,ns,ew,score")
    assert found.sections
    assert [line.ns for line in found.lines] == [
        (SectionPair("A", "1"),),
        (SectionPair("B", "1"),),
    ]
    assert [line.section for line in found.lines] == ["A", "B"]
    assert str(SectionPair("A", "1")) == "A 1"


# How many lists


@pytest.mark.parametrize(
    ("rows", "winners"),
    [
        (["1,1,2,0", "1,3,4,0"], 2),
        (["1,1,2,0", "1,3,4,0", "2,2,3,0", "2,4,1,0"], 1),
        (["1,1,2,0", "1,2,1,0"], 2),
        (["1,1,1,0", "1,2,2,0"], 2),
        (["1,1,1,0", "1,2,2,0", "1,3,4,0"], 2),
    ],
)
def test_number_of_winners_follows_from_the_lines(rows, winners):
    assert sheet(*rows, header="board,ns,ew,score").winners == winners


def test_number_of_winners_as_told():
    assert sheet("1,1,2,0", header="board,ns,ew,score", winners=1).winners == 1


def test_one_mistaken_number_does_not_make_two_winners():
    rows = ["1,1,2,0", "1,3,4,0", "2,2,3,0", "2,4,1,0", "3,1,3,0", "3,3,4,0"]
    assert mistakes(*rows, header="board,ns,ew,score") == [
        (7, "ns", "3", "Pair 3 already has a line on board 3: line 6.")
    ]


@pytest.mark.parametrize(
    ("rows", "mistake"),
    [
        (["1,1,2,0", "1,3,3,0"], (3, "ew", "3", "Pair 3 plays against itself.")),
        (["1,1,2,0", "1,3,1,0"], (3, "ew", "1", "Pair 1 already has a line on board 1: line 2.")),
    ],
)
def test_number_that_alone_stands_in_both_directions_is_a_slip(rows, mistake):
    assert mistakes(*rows, header="board,ns,ew,score") == [mistake]


# Mistakes


def test_all_mistakes_are_listed_in_the_order_of_the_lines():
    assert places("1,1,2,4Z,Q,14,412,", "", "1,1,3,,,,420,", "1,1,4,,,,x,", "1,1,5,,,,420,") == [
        (2, "contract", "4Z"),
        (2, "by", "Q"),
        (2, "tricks", "14"),
        (2, "score", "412"),
        (5, "score", "x"),
        (6, "ns", "1"),
    ]


def test_pair_twice_on_a_board():
    assert mistakes("1,1,2,,,,0,", "1,3,2,,,,0,", "1,1,4,,,,0,", winners=2) == [
        (3, "ew", "2", "Pair 2 already has a line on board 1: line 2."),
        (4, "ns", "1", "Pair 1 already has a line on board 1: line 2."),
    ]


def test_pair_in_both_directions_of_a_board_with_one_list():
    rows = ["1,1,2,,,,0,", "1,2,3,,,,0,"]
    assert len(sheet(*rows, winners=2).lines) == 2
    assert places(*rows, winners=1) == [(3, "ns", "2")]


def test_pair_against_itself_with_one_list():
    assert len(sheet("1,1,1,,,,0,", winners=2).lines) == 1
    assert mistakes("1,1,1,,,,0,", winners=1) == [(2, "ew", "1", "Pair 1 plays against itself.")]


@pytest.mark.parametrize(
    ("header", "mistake"),
    [
        ("ns,ew,score", [(1, "board", "")]),
        ("boord,ns,ew,score", [(1, "boord", "boord"), (1, "board", "")]),
        ("board,score", [(1, "ns", ""), (1, "ew", "")]),
        ("board,ns,ew", [(1, "score", "")]),
        ("board,ns,ew,score,colour", [(1, "colour", "colour")]),
        ("board,ns,ew,score,Score", [(1, "score", "Score")]),
    ],
)
def test_mistake_in_the_header(header, mistake):
    assert places("1,1,2,0", header=header) == mistake


def test_a_sheet_without_a_header_is_told_once():
    assert mistakes("1,1,2,0", header="1,3,4,4S,N,10,420") == [
        (
            1,
            "board",
            "1,3,4,4S,N,10,420",
            "The first line must name the columns, such as"
            " board,ns,ew,contract,by,tricks,score,adjustment.",
        )
    ]


def test_lines_are_read_though_a_column_is_not_known():
    assert places("1,1,2,412,x", header="board,ns,ew,score,colour") == [
        (1, "colour", "colour"),
        (2, "score", "412"),
    ]


def test_column_that_stands_twice_is_read_once():
    assert places("1,1,2,420,412", "1,3,4,412,420", header="board,ns,ew,score,score") == [
        (1, "score", "score"),
        (3, "score", "412"),
    ]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("board,ns,ew,score\n1,1,2,420", True),
        ("\n\nBOARD;NS;EW\n", True),
        ("boord,ns,ew", True),
        ("24\n8\n8\n1 1 1 420\nend", False),
        ("board 1 1 1 420", False),
        ("", False),
    ],
)
def test_what_looks_like_lines(text, expected):
    assert looks_like_lines(text) is expected


def test_empty_text_and_no_lines():
    with pytest.raises(Refused) as refusal:
        read_csv("")
    assert [problem.line for problem in refusal.value.problems] == [1, 1, 1, 1]
    assert mistakes() == [(1, None, None, "There are no lines.")]


# Everything


@given(st.text(alphabet='0123456789,;"\nNESWPA+-=:/ x', max_size=200))
def test_any_lines_are_read_or_refused(text):
    try:
        found = read_csv(f"{HEADER}\n{text}")
    except Refused as refusal:
        assert all(str(problem) for problem in refusal.problems)
        return
    assert found.lines


@given(st.binary(max_size=200))
def test_any_bytes_are_a_sheet_or_refused(data):
    for read in (lambda: read_csv(decode(data).text), lambda: read_xlsx(data)):
        with pytest.raises(Refused):
            read()
