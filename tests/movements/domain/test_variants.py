from movements.domain.mitchell import mitchell
from movements.domain.movement import Cell
from movements.domain.variants import drop, switch_last, wrap


def test_wrap_counts_from_one():
    assert [wrap(number, 3) for number in (-1, 0, 1, 3, 4, 7)] == [2, 3, 1, 3, 1, 1]


def test_switch_last_changes_directions_at_all_tables_but_some():
    plain, switched = mitchell(3), switch_last(mitchell(3), 1, all_but=(3,))
    assert switched.rounds[:2] == plain.rounds[:2]
    assert switched.rounds[2] == (Cell((5,), (1,), 3), Cell((6,), (2,), 1), Cell((3,), (4,), 2))


def test_drop_leaves_a_half_table_and_numbers_without_a_gap():
    movement = drop(mitchell(3), 3)
    assert movement.contestants == 5
    assert movement.rounds[0] == (Cell((1,), (3,), 1), Cell((2,), (4,), 2), Cell((), (5,), 3))
    assert [movement.sitting_out(number) for number in (1, 2, 3)] == [(5,), (4,), (3,)]
