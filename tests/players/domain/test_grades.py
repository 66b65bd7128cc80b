import pytest

from clubscore.problems import Refused
from players.domain.grades import NO_GRADE, grade_order, read_grade


@pytest.mark.parametrize(
    ("text", "grade"),
    [("3d", "3d"), ("9P", "9p"), (" 12K ", "12k"), ("99k", "99k"), ("0d", "0d"), ("7d", "7d")],
)
def test_read_grade(text: str, grade: str) -> None:
    assert read_grade(text) == grade


@pytest.mark.parametrize("text", ["", "8d", "10p", "100k", "3", "d", "3 d", "03k", "²d", "\uff13d"])
def test_read_grade_refuses(text: str) -> None:
    with pytest.raises(Refused) as refused:
        read_grade(text)
    assert refused.value.problems[0].value == text


def test_grades_are_sorted_the_strongest_first() -> None:
    falling = ["9p", "1p", "0p", "7d", "1d", "0d", "1k", "99k", "0k", ""]
    orders = [grade_order(grade) for grade in falling]
    assert orders == sorted(set(orders))


def test_what_is_no_grade_stands_with_none() -> None:
    assert [grade_order(text) for text in ("", "8d", "strong", "3D")] == [
        NO_GRADE,
        NO_GRADE,
        NO_GRADE,
        17,
    ]
