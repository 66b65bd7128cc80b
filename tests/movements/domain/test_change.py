from hypothesis import given
from hypothesis import strategies as st

from movements.domain.change import absent, continued
from movements.domain.movement import Cell
from movements.formats.asc import read
from tests.movements.domain.building import mitchell, rainbow
from tests.movements.factories import FOUR_PAIRS, THREE_PAIRS
from tests.movements.strategies import movements


def test_continued_takes_the_rounds_of_each():
    before, after = mitchell(3, 3), mitchell(4, 4)
    both = continued(before, after, 2)
    assert both.rounds[0] == (*before.rounds[0], Cell())
    assert both.rounds[1:] == after.rounds[1:]
    assert (both.contestants, both.groups, both.tables) == (8, 4, 4)


def test_continued_may_end_earlier():
    both = continued(mitchell(4, 4), mitchell(3, 3), 2)
    assert len(both.rounds) == 3
    assert both.rounds[1] == (*mitchell(3, 3).rounds[1], Cell())


def test_absent_pair_leaves_its_opponents_sitting_out():
    movement = absent(read(FOUR_PAIRS).movement, 2, 2, 3)
    assert movement.rounds == (
        (Cell((1,), (2,), 1), Cell((3,), (4,), 1)),
        (Cell((1,), (3,), 2), Cell((), (4,), 2)),
        (Cell((1,), (4,), 3), Cell((), (3,), 3)),
    )


def test_absent_pair_at_a_half_table_leaves_it_empty():
    assert absent(read(THREE_PAIRS).movement, 3, 1, 1).rounds[0][1] == Cell()


def test_absent_player_stops_the_table():
    assert absent(rainbow(5), 1, 1, 1).rounds[0][0] == Cell()


@given(movements(), st.data())
def test_absent_contestant_plays_only_in_other_rounds(movement, data):
    rounds = len(movement.rounds)
    who = data.draw(st.integers(1, movement.contestants))
    first = data.draw(st.integers(1, rounds))
    last = data.draw(st.integers(first, rounds))
    changed = absent(movement, who, first, last)
    for number, row in enumerate(changed.rounds, 1):
        here = any(who in cell.contestants for cell in row)
        before = any(who in cell.contestants for cell in movement.rounds[number - 1])
        assert here == (before and not first <= number <= last)
