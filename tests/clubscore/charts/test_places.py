import pytest

from clubscore.charts.drawing import Mark
from clubscore.charts.places import Course, Dot, Line, PlaceChart, draw

LABEL = "%(name)s %(round)s: %(place)s"


def chart(*places: list[int]) -> PlaceChart:
    names = "ABCDEFG"
    courses = [Course(name, place) for name, place in zip(names, places, strict=False)]
    return draw(courses, label=LABEL)


@pytest.mark.parametrize("places", [(), ([],)])
def test_a_chart_without_a_round_is_a_mistake(places: tuple[list[int], ...]) -> None:
    with pytest.raises(ValueError, match="needs a round"):
        chart(*places)


def test_the_first_place_is_at_the_top_and_the_last_at_the_bottom() -> None:
    made = chart([1, 3, 2])
    assert made.lines == (
        Line(
            "A",
            1,
            "34.0,14.0 211.0,166.0 388.0,90.0",
            (
                Dot("34.0", "14.0", "A 1: 1"),
                Dot("211.0", "166.0", "A 2: 3"),
                Dot("388.0", "90.0", "A 3: 2"),
            ),
        ),
    )
    assert made.levels == (Mark("14.0", "1"), Mark("90.0", "2"), Mark("166.0", "3"))
    assert made.rounds == (Mark("34.0", "1"), Mark("211.0", "2"), Mark("388.0", "3"))


def test_a_single_round_stands_in_the_middle_and_one_place_at_the_top() -> None:
    [line] = chart([1]).lines
    assert line.points == "211.0,14.0"


def test_lines_look_different_as_far_as_kinds_go() -> None:
    assert [line.kind for line in chart(*([1] for _ in range(6))).lines] == [1, 2, 3, 4, 5, 1]


@pytest.mark.parametrize(
    ("lowest", "labels"),
    [
        (5, [1, 2, 3, 4, 5]),
        (8, [1, 2, 4, 6, 8]),
        (24, [1, 5, 10, 15, 20]),
        (300, [1, 100, 200, 300]),
    ],
)
def test_round_places_are_labelled(lowest: int, labels: list[int]) -> None:
    assert [int(level.label) for level in chart([1, lowest]).levels] == labels


def test_of_many_rounds_some_are_labelled() -> None:
    assert [mark.label for mark in chart([1] * 20).rounds] == [str(n) for n in range(1, 21, 2)]
