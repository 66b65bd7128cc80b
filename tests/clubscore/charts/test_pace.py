import pytest

from clubscore.charts.pace import PaceChart, Table, draw


def chart(*entered: int, expected: int = 10) -> PaceChart:
    return draw([Table(str(n), each, expected) for n, each in enumerate(entered, 1)])


@pytest.mark.parametrize("tables", [[], [Table("1", 0, 0)]])
def test_a_chart_without_lines_is_a_mistake(tables: list[Table]) -> None:
    with pytest.raises(ValueError, match="needs a line"):
        draw(tables)


def test_tables_are_compared_with_the_middle_one() -> None:
    made = chart(6, 4, 1)
    assert [(row.difference, row.kind) for row in made.rows] == [
        ("+2", "ahead"),
        ("", "even"),
        ("−3", "behind"),
    ]
    assert made.middle == "144.4"


def test_a_table_that_is_done_is_neither_ahead_nor_behind() -> None:
    made = draw([Table("1", 4, 4), Table("2", 8, 10), Table("3", 9, 10)])
    assert [row.kind for row in made.rows] == ["even", "even", "ahead"]


def test_bars_are_parts_of_the_longest() -> None:
    made = draw([Table("1", 5, 10), Table("2", 5, 5)])
    assert [(row.done, row.full) for row in made.rows] == [("143.0", "286.0"), ("143.0", "143.0")]
    assert [row.y for row in made.rows] == ["4.0", "26.0"]
    assert made.height == 52
