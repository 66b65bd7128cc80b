from clubscore.problems import Problem, sentence
from movements.views.source import SourceProblem, beside_source

WRONG = sentence("Wrong: %(what)s.", what=1)


def test_beside_source_marks_the_value():
    problem = Problem(WRONG, 2, 4, "99")
    assert beside_source("one\n12-99 A\n", [problem]) == (
        SourceProblem(2, 4, "Wrong: 1.", "12-", "99", " A"),
    )


def test_beside_source_shortens_long_lines_around_the_place():
    problem = Problem(WRONG, 1, 101, "x")
    (complaint,) = beside_source("a" * 100 + "x" + "b" * 100, [problem])
    assert (complaint.before, complaint.mark, complaint.after) == (
        "…" + "a" * 36,
        "x",
        "b" * 36 + "…",
    )


def test_beside_source_without_column_shows_the_line():
    assert beside_source("first\nsecond", [Problem(WRONG, 1)]) == (
        SourceProblem(1, None, "Wrong: 1.", "first"),
    )


def test_beside_source_without_line_shows_the_message():
    assert beside_source("first", [Problem(WRONG)]) == (SourceProblem(None, None, "Wrong: 1."),)
