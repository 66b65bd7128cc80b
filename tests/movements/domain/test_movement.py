import pytest
from hypothesis import given

from movements.domain.movement import Cell, Direction, Movement, Place, boards_of, group_of
from movements.formats.asc import read
from tests.movements.strategies import movements


@pytest.fixture(name="odd")
def _odd() -> Movement:
    """Three pairs at two tables, with a half table, an empty one, and an absent pair."""
    return Movement(
        contestants=3,
        groups=2,
        individual=False,
        rounds=((Cell((1,), (2,), 1), Cell((3,), (), 2)), (Cell((3,), (1,), 2), Cell())),
    )


def test_cell_full_half_and_empty():
    cells = Cell((1,), (2,), 1), Cell((1,), (), 1), Cell()
    assert [cell.is_played for cell in cells] == [True, False, False]
    assert [cell.is_half for cell in cells] == [False, True, False]
    assert [cell.is_empty for cell in cells] == [False, False, True]
    assert [cell.contestants for cell in cells] == [(1, 2), (1,), ()]


def test_schedule_of_pair(odd):
    assert odd.schedule(1) == (
        Place(1, 1, Direction.NS, (2,), 1),
        Place(2, 1, Direction.EW, (3,), 2),
    )


def test_schedule_where_absent_is_none(odd):
    assert odd.schedule(2) == (Place(1, 1, Direction.EW, (1,), 1), None)


def test_schedule_at_half_table_sits_out(odd):
    first, second = odd.schedule(3)
    assert first == Place(1, 2, Direction.NS, (), 2)
    assert (first.sits_out, second.sits_out) == (True, False)


def test_schedule_of_player_has_seat_and_partner():
    movement = read("4 1 1 1 1\n1 2 3 4 A\n").movement
    assert [movement.schedule(n)[0] for n in (1, 2, 3, 4)] == [
        Place(1, 1, Direction.NS, (3, 4), 1, seat="N", partner=2),
        Place(1, 1, Direction.NS, (3, 4), 1, seat="S", partner=1),
        Place(1, 1, Direction.EW, (1, 2), 1, seat="E", partner=4),
        Place(1, 1, Direction.EW, (1, 2), 1, seat="W", partner=3),
    ]


def test_schedule_of_unknown_contestant_raises(odd):
    with pytest.raises(KeyError):
        odd.schedule(4)


def test_sitting_out_at_half_table_and_absent(odd):
    assert (odd.sitting_out(1), odd.sitting_out(2)) == ((3,), (2,))


@given(movements())
def test_schedules_place_everybody_who_is_in_a_cell(movement):
    seated = {
        (place.round, place.table, contestant)
        for contestant, places in movement.schedules.items()
        for place in places
        if place is not None
    }
    assert seated == {
        (number, table, contestant)
        for number, table, cell in movement.cells()
        for contestant in cell.contestants
    }


@given(movements())
def test_schedules_opponents_see_each_other(movement):
    for contestant, places in movement.schedules.items():
        for place in places:
            for opponent in place.opponents if place else ():
                theirs = movement.schedule(opponent)[place.round - 1]
                assert contestant in theirs.opponents
                assert (theirs.table, theirs.group) == (place.table, place.group)
                assert theirs.direction != place.direction


def test_group_name_letters_and_numbers():
    cells = ((Cell((1,), (2,), 1),),)
    assert Movement(2, 26, False, cells).group_name(26) == "Z"
    assert Movement(2, 26, False, cells, numbered_groups=True).group_name(26) == "26"
    assert Movement(2, 27, False, cells).group_name(27) == "27"


@pytest.mark.parametrize(
    ("arguments", "boards"), [((1, 3), [1, 2, 3]), ((4, 2), [7, 8]), ((2, 3, 17), [20, 21, 22])]
)
def test_boards_of_group(arguments, boards):
    assert list(boards_of(*arguments)) == boards


@pytest.mark.parametrize(
    ("arguments", "group"),
    [((1, 3), 1), ((3, 3), 1), ((4, 3), 2), ((22, 3, 17), 2), ((16, 3, 17), 0), ((13, 3, 17), -1)],
)
def test_group_of_board(arguments, group):
    board, *boards = arguments
    assert group_of(*arguments) == group
    assert board in boards_of(group, *boards)
