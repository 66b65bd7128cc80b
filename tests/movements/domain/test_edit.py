from hypothesis import given
from hypothesis import strategies as st

from movements.domain.edit import arrow_switched, exchanged
from movements.domain.movement import Cell
from movements.formats.asc import read
from tests.movements.factories import EIGHT_PLAYERS, FOUR_PAIRS
from tests.movements.strategies import movements


def test_arrow_switch_turns_one_round():
    movement = read(FOUR_PAIRS).movement
    switched = arrow_switched(movement, 2)
    assert switched.rounds[1] == (Cell((3,), (1,), 2), Cell((4,), (2,), 2))
    assert (switched.rounds[0], switched.rounds[2]) == (movement.rounds[0], movement.rounds[2])


def test_exchange_gives_each_the_other_schedule():
    movement = read(EIGHT_PLAYERS).movement
    changed = exchanged(movement, 1, 8)
    places = [(p.round, p.table, p.seat) for p in changed.schedule(8)]
    assert places == [(p.round, p.table, p.seat) for p in movement.schedule(1)]


@given(movements(), st.data())
def test_twice_is_nothing(movement, data):
    number = data.draw(st.integers(1, len(movement.rounds)))
    assert arrow_switched(arrow_switched(movement, number), number) == movement
    one, other = (data.draw(st.integers(1, movement.contestants)) for _ in range(2))
    assert exchanged(exchanged(movement, one, other), one, other) == movement
