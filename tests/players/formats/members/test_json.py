from clubscore.problems import Problem, Sentence
from players.domain.members.matching import Action, Match
from players.domain.members.member import Known, Member
from players.domain.names import read_name
from players.formats.members.json import match_data, problem_data

JAN = Member(2, read_name("Jan van der Berg"), {"grade": "3d", "born": "1958"}, True, (1, 3), "A*")


def test_new_player():
    assert match_data(Match(JAN, Action.NEW, name=JAN.name)) == {
        "given": "Jan",
        "middle": "van der",
        "family": "Berg",
        "grade": "3d",
        "club": "",
        "country": "",
        "reg": True,
        "rounds": [1, 3],
        "group": "A*",
        "note": "",
        "born": "1958",
        "action": "new",
        "changes": {},
    }


def test_known_player():
    known = Known(7, JAN.name, {"grade": "4d"})
    twin = Known(9, read_name("J. van der Berg"))
    data = match_data(
        Match(JAN, Action.ASK, known, {"grade": ("4d", "3d")}, read_name("Jan (2)"), twins=(twin,))
    )
    assert {key: data[key] for key in ("action", "changes", "name", "merge")} == {
        "action": "ask",
        "changes": {"grade": ["4d", "3d"]},
        "name": "Jan (2)",
        "merge": [7, 9],
    }


def test_problem():
    problem = Problem(Sentence("Oh."), 3, "born", "x")
    assert problem_data(problem, "O.") == {
        "line": 3,
        "field": "born",
        "value": "x",
        "message": "O.",
    }
    assert problem_data(Problem(Sentence("Oh.")), "O.") == {
        "line": 1,
        "field": "",
        "value": "",
        "message": "O.",
    }
