import pytest

from clubscore.text.problems import Refused
from players.domain.grades import (
    NO_GRADE,
    grade_order,
    read_event_grade,
    read_grade,
    read_typed_grade,
)


@pytest.mark.parametrize(
    ("text", "grade"),
    [("3d", "3d"), ("9P", "9p"), (" 12K ", "12k"), ("99k", "99k"), ("0d", "0d"), ("7d", "7d")],
)
def test_read_grade(text: str, grade: str) -> None:
    assert read_grade(text) == grade


@pytest.mark.parametrize(
    ("text", "grade"),
    [
        ("3 dan", "3d"),
        ("5 Kyu", "5k"),
        (" 12 K", "12k"),
        ("1 pro", "1p"),
        ("3DAN", "3d"),
        ("3d", "3d"),
    ],
)
def test_a_grade_as_people_write_it(text: str, grade: str) -> None:
    assert read_typed_grade(text) == grade


@pytest.mark.parametrize("text", ["dan", "3 4k", "three dan", "3 danish"])
def test_what_is_no_grade_is_refused_as_it_was_typed(text: str) -> None:
    with pytest.raises(Refused) as refused:
        read_typed_grade(text)
    assert refused.value.problems[0].value == text


FORMS = "Grades are 99k–1k, 1d–7d, 1p–9p"
CLOSED = f"and the registration is closed. {FORMS}."
WHILE = f"{FORMS}, and 0k while it is not known."


@pytest.mark.parametrize(
    ("text", "message"),
    [
        *(
            (text, f'"{text}" is not a grade. {FORMS}.')
            for text in (
                "8d",
                "9d",
                "10p",
                "100k",
                "3",
                "d",
                "3x",
                "3 d",
                "03d",
                "00k",
                "0x",
                "2.5d",
                "-1d",
                "²d",
                "\uff13d",
                "3\u212a",
                "3dd",
            )
        ),
        ("\u06633d", '"\u06633d" is not a grade. ' + FORMS + "."),
        ("3\u00a0d", f'"3[U+00A0]d" is not a grade. {FORMS}.'),
        ("", f"The grade is missing. {WHILE}"),
        ("  ", f"The grade is missing. {WHILE}"),
        ("?", f'"?" is not a grade. {WHILE}'),
        ("0", f'"0" is not a grade. {WHILE}'),
        (" Unknown", f'"Unknown" is not a grade. {WHILE}'),
    ],
)
def test_read_grade_refuses(text: str, message: str) -> None:
    with pytest.raises(Refused) as refused:
        read_grade(text)
    [problem] = refused.value.problems
    assert (str(problem), problem.column, problem.value) == (message, "grade", text)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        *(
            (text, f'"{text}" is for a grade that is not known, {CLOSED}')
            for text in ("0k", "0d", "0P")
        ),
        ("?", f'"?" is not a grade. {FORMS}.'),
        ("", f"The grade is missing. {FORMS}."),
    ],
)
def test_read_grade_after_the_registration_refuses_what_is_not_known(
    text: str, message: str
) -> None:
    with pytest.raises(Refused) as refused:
        read_grade(text, closed=True)
    assert str(refused.value) == message


def test_read_grade_after_the_registration() -> None:
    assert read_grade("10K", closed=True) == "10k"


def test_grades_are_sorted_the_strongest_first() -> None:
    falling = ["9p", "1p", "0p", "9d", "8d", "7d", "1d", "0d", "1k", "99k", "0k", ""]
    orders = [grade_order(grade) for grade in falling]
    assert orders == sorted(set(orders))


def test_what_is_no_grade_stands_with_none() -> None:
    assert [grade_order(text) for text in ("", "10d", "strong", "3D")] == [
        NO_GRADE,
        NO_GRADE,
        NO_GRADE,
        17,
    ]


@pytest.mark.parametrize(
    ("text", "grade"),
    [("8d", "8d"), ("9 Dan", "9d"), (" 9D ", "9d"), ("7d", "7d"), ("12 kyu", "12k"), ("0K", "0k")],
)
def test_a_tournament_knows_8_and_9_dan(text: str, grade: str) -> None:
    assert read_event_grade(text) == grade


@pytest.mark.parametrize("text", ["10d", "strong", "?", "100k"])
def test_read_event_grade_refuses(text: str) -> None:
    with pytest.raises(Refused) as caught:
        read_event_grade(text)
    (problem,) = caught.value.problems
    assert str(problem) == (
        f'"{text}" is not a grade. Grades are 99k–1k, 1d–9d, 1p–9p, and 0k while it is not known.'
    )
    assert problem.value == text
