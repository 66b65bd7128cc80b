import datetime
from fractions import Fraction

import pytest

from clubscore.charts.curve import Dot, Value, draw
from clubscore.charts.drawing import Mark


def value(percent: int, *, mean: int = 50, day: datetime.date, label: str = "") -> Value:
    return Value(day, Fraction(percent), Fraction(mean), label)


def test_a_chart_of_nothing_is_a_mistake() -> None:
    with pytest.raises(ValueError, match="needs a value"):
        draw([])


def test_dots_go_from_the_first_day_to_the_last_and_from_the_lowest_line_to_the_highest() -> None:
    first, last = datetime.date(2025, 3, 1), datetime.date(2026, 3, 1)
    chart = draw(
        [value(40, mean=40, day=first, label="a"), value(60, mean=50, day=last, label="b")]
    )
    assert chart.dots == (Dot("40.0", "186.0", "a"), Dot("392.0", "10.0", "b"))
    assert chart.curve == "40.0,186.0 392.0,98.0"
    assert chart.levels == (Mark("186.0", "40 %"), Mark("98.0", "50 %"), Mark("10.0", "60 %"))
    assert [mark.label for mark in chart.years] == ["2026"]


def test_a_single_day_stands_in_the_middle_under_its_year() -> None:
    chart = draw([value(50, day=datetime.date(2026, 3, 1))])
    assert [dot.x for dot in chart.dots] == ["216.0"]
    assert chart.years == (Mark("216.0", "2026"),)


@pytest.mark.parametrize(
    ("percents", "labels"),
    [
        ((50,), ["40 %", "50 %", "60 %"]),
        ((31, 72), ["30 %", "40 %", "50 %", "60 %", "70 %", "80 %"]),
        ((0, 100), [f"{level} %" for level in range(0, 101, 10)]),
    ],
)
def test_the_lines_hold_every_value(percents: tuple[int, ...], labels: list[str]) -> None:
    day = datetime.date(2026, 3, 1)
    chart = draw([value(percent, day=day) for percent in percents])
    assert [level.label for level in chart.levels] == labels


def test_of_many_years_some_are_labelled_and_always_the_last() -> None:
    chart = draw(
        [value(50, day=datetime.date(2000, 6, 1)), value(50, day=datetime.date(2026, 6, 1))]
    )
    assert [mark.label for mark in chart.years] == [
        "2002",
        "2006",
        "2010",
        "2014",
        "2018",
        "2022",
        "2026",
    ]
