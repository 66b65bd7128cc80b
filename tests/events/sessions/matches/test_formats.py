import json
from fractions import Fraction

import pytest

from clubscore.text.problems import Refused
from events.sessions.matches.domain.draw import Contestant, Draw
from events.sessions.matches.domain.match import Result, Room
from events.sessions.matches.formats import draw_data, read_draw, read_teams


def read(*contestants: object, **others: object):
    return read_draw(json.dumps({"contestants": contestants, **others}).encode())


def test_contestants():
    whole = {"number": 1, "vp": "33.50", "imps": -12, "met": [2, 5], "byes": 1, "ns": 2, "ew": 1}
    order = read(whole, {"number": 2}, odd="triangle")

    first = Contestant(1, vp=Fraction(67, 2), imps=-12, met=(2, 5), byes=1, ns=2, ew=1)
    assert (order.contestants, order.odd) == ((first, Contestant(2)), "triangle")


@pytest.mark.parametrize(
    ("second", "words"),
    [
        ({"number": 1}, "Number 1 is there twice"),
        ({"number": 2, "met": [2]}, "Number 2 has met itself"),
        ({"number": 0}, "Contestant 2 of the file: “number” is 0"),
        ({"number": "2"}, "“number” is '2'"),
        ({"number": 2, "vp": "x"}, "“vp” is 'x'"),
        ({"number": 2, "vp": "1/0"}, "“vp” is '1/0'"),
        ({"number": 2, "ns": -1}, "“ns” is -1"),
        ({"number": 2, "met": 3}, "“met” is 3"),
        ({"number": 2, "met": [True]}, "“met”"),
        ([], "“contestant” is"),
    ],
)
def test_a_bad_contestant(second: object, words: str):
    with pytest.raises(Refused) as caught:
        read({"number": 1}, second)
    assert words in str(caught.value)


@pytest.mark.parametrize(
    ("data", "words"),
    [(b"{", "not JSON"), (b"[" * 100_000, "not JSON"), (b"[]", "no list"), (b"{}", "no list")],
)
def test_no_contestants(data: bytes, words: str):
    with pytest.raises(Refused, match=words):
        read_draw(data)


def test_neither_bye_nor_triangle():
    with pytest.raises(Refused, match="“square”"):
        read({"number": 1}, {"number": 2}, odd="square")


def test_the_answer():
    draw = Draw(((1, 4), (3, 2)), triangle=(5, 6, 7), repeats=((3, 2),))
    expected = {"pairs": [[1, 4], [3, 2]], "bye": None, "triangle": [5, 6, 7], "repeats": [[3, 2]]}
    assert draw_data(draw) == expected
    assert draw_data(Draw((), bye=3))["triangle"] is None


HEADER = "round,home,away,board,room,contract,declarer,tricks,score\n"


def one(row: str) -> Result:
    [result] = read_teams(HEADER + row).results
    return result


def test_a_row():
    expected = Result(2, "Elms", "Oaks", 7, Room.CLOSED, -650, line=2)
    assert one("2,Elms,Oaks,7,Closed,4S,W,11,-650") == expected


@pytest.mark.parametrize(
    ("cells", "score"),
    [
        ("4S,N,10,", 420),
        ("4S,E,10,", -420),
        ("3NTX,W,6,", 500),
        ("PASS,,,", 0),
        (",,,620", 620),
        (",,,−50", -50),
        (",,,", None),
    ],
)
def test_the_score_is_written_or_follows_from_the_contract(cells: str, score: int | None):
    assert one(f"1,Elms,Oaks,1,open,{cells}").score == score


@pytest.mark.parametrize(
    ("row", "words"),
    [
        ("1,Elms,Oaks,1,open,4S,N,10,450", "is 420 for North–South, the file has 450"),
        ("1,Elms,Oaks,1,open,,,,425", "no contract gives 425"),
    ],
)
def test_a_doubtful_score_counts_and_is_told(row: str, words: str):
    sheet = read_teams(HEADER + row)
    assert len(sheet.results) == 1
    assert words in str(sheet.notices[0])


def test_a_score_needs_no_tricks():
    [result] = read_teams(f"{HEADER}1,Elms,Oaks,1,open,4S,N,,420").results
    assert result.score == 420


@pytest.mark.parametrize(
    ("row", "column", "words"),
    [
        ("1,,Oaks,1,open,,,,50", "home", "has a name"),
        ("1,Elms,Elms,1,open,,,,50", "away", "itself"),
        ("x,Elms,Oaks,1,open,,,,50", "round", "“x” is not a number"),
        ("1,Elms,Oaks,,open,,,,50", "board", "“” is not a number"),
        ("1,Elms,Oaks,1,left,,,,50", "room", "“left” is not a room"),
        ("1,Elms,Oaks,1,open,8S,N,10,50", "contract", "“8S” is not a contract"),
        ("1,Elms,Oaks,1,open,4S,Q,10,50", "contract", "“Q” is not a seat"),
        ("1,Elms,Oaks,1,open,4S,N,14,50", "tricks", "“14” is not a number of tricks"),
        ("1,Elms,Oaks,1,open,,,,many", "score", "“many” is not a score"),
    ],
)
def test_a_bad_row_is_told_with_its_line(row: str, column: str, words: str):
    with pytest.raises(Refused) as caught:
        read_teams(f"{HEADER}1,Elms,Oaks,1,open,,,,0\n{row}")
    [problem] = caught.value.problems
    assert (problem.line, problem.column) == (3, column)
    assert words in str(problem)


def test_all_bad_rows_are_told_at_once():
    with pytest.raises(Refused) as caught:
        read_teams(f"{HEADER}1,Elms,Oaks,0,left,,,,50\n1,Elms,Oaks,1,open,,,,x")
    assert [problem.line for problem in caught.value.problems] == [2, 2, 3]


@pytest.mark.parametrize(("text", "words"), [("", "empty"), ("home,away\nA,B", "board, room")])
def test_no_sheet(text: str, words: str):
    with pytest.raises(Refused, match=words):
        read_teams(text)
