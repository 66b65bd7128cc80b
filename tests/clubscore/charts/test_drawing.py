from fractions import Fraction

import pytest

from clubscore.charts.drawing import coordinate, label_every, round_step


def test_a_coordinate_has_one_decimal() -> None:
    assert (coordinate(7), coordinate(Fraction(1, 3))) == ("7.0", "0.3")


@pytest.mark.parametrize(
    ("span", "step"), [(1, 1), (5, 1), (6, 2), (10, 2), (11, 5), (26, 10), (101, 50), (300, 100)]
)
def test_a_step_is_round_and_leaves_few_lines(span: int, step: int) -> None:
    assert round_step(span, lines=5) == step


@pytest.mark.parametrize(("count", "every"), [(0, 1), (14, 1), (15, 2), (28, 2), (29, 3)])
def test_labels_have_room(count: int, every: int) -> None:
    assert label_every(count, room=14) == every
