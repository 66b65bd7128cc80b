from collections.abc import Callable, Sequence
from fractions import Fraction

import pytest

from clubscore.charts.bars import Bar, BarChart, Value, draw_percentages, draw_points
from clubscore.charts.drawing import Mark


def values(*numbers: Fraction | int) -> list[Value]:
    return [
        Value(str(n), Fraction(number), f"{n}: {number}") for n, number in enumerate(numbers, 1)
    ]


@pytest.mark.parametrize("draw", [draw_percentages, draw_points])
def test_a_chart_of_nothing_is_a_mistake(draw: Callable[[Sequence[Value]], BarChart]) -> None:
    with pytest.raises(ValueError, match="needs a value"):
        draw([])


def test_percentages_stand_on_the_middle_or_hang_from_it() -> None:
    chart = draw_percentages(values(100, 0, 50))
    assert chart.middle == "77.0"
    assert chart.bars == (
        Bar("57.7", "8.0", "93.3", "69.0", "above", "1: 100"),
        Bar("174.3", "77.0", "93.3", "69.0", "below", "2: 0"),
        Bar("291.0", "75.5", "93.3", "1.5", "middle", "3: 50"),
    )
    assert [level.label for level in chart.levels] == ["0 %", "25 %", "50 %", "75 %", "100 %"]
    assert chart.names == (Mark("104.3", "1"), Mark("221.0", "2"), Mark("337.7", "3"))


def test_a_bar_close_to_the_middle_can_still_be_seen_on_its_side() -> None:
    above, below = draw_percentages(values(Fraction("50.1"), Fraction("49.9"))).bars
    assert (above.kind, above.y, above.height) == ("above", "75.5", "1.5")
    assert (below.kind, below.y, below.height) == ("below", "77.0", "1.5")


@pytest.mark.parametrize(
    ("points", "levels"),
    [
        ((3, -8), ["−10", "−5", "0", "+5", "+10"]),
        ((Fraction(1, 3),), ["−1", "0", "+1"]),
        ((-13, 17), ["−20", "−10", "0", "+10", "+20"]),
        ((1400,), ["−2000", "−1000", "0", "+1000", "+2000"]),
    ],
)
def test_points_go_as_far_up_as_down(points: tuple[Fraction | int, ...], levels: list[str]) -> None:
    chart = draw_points(values(*points))
    assert [level.label for level in chart.levels] == levels
    assert chart.middle == "77.0"
    assert all(float(bar.y) >= 8 and float(bar.y) + float(bar.height) <= 146 for bar in chart.bars)


def test_of_many_boards_some_are_named() -> None:
    names = draw_percentages(values(*range(30))).names
    assert [name.label for name in names] == [str(n) for n in range(1, 31, 3)]


def test_bars_are_drawn_with_their_labels() -> None:
    chart = draw_percentages([Value("1", Fraction(75), "Board 1: <75> %")])
    assert chart.bars_svg == (
        '<rect class="chart-bar chart-above" x="81.0" y="42.5" width="280.0" height="34.5">'
        "<title>Board 1: &lt;75&gt; %</title></rect>"
    )
