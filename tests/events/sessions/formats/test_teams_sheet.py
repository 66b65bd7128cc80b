import pytest

from clubscore.problems import Refused
from events.sessions.domain.teams.match import Result, Room
from events.sessions.formats.teams_sheet import read_teams

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
