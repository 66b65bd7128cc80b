from dataclasses import replace

import pytest
from hypothesis import given, strategies as st

from movements.domain.change import (
    absent,
    arrow_switched,
    continued,
    exchanged,
    free_number,
    has_free_seat,
    joined,
    met_again,
    rounds_lost,
)
from movements.domain.mitchell import drop
from movements.domain.movement import Cell
from movements.formats.asc import read
from tests.movements.domain.building import mitchell, rainbow
from tests.movements.factories import EIGHT_PLAYERS, FOUR_PAIRS, THREE_PAIRS
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


def test_a_movement_with_a_phantom_has_a_free_seat():
    thirteen = drop(mitchell(7, 7), 14)
    assert has_free_seat(thirteen)
    assert (free_number(thirteen), free_number(absent(mitchell(7, 7), 3, 1, 7))) == (14, 3)
    assert joined(thirteen, 14, 1).rounds == mitchell(7, 7).rounds


def test_who_joins_plays_from_a_round_on():
    movement = joined(drop(mitchell(7, 7), 14), 14, 3)
    played = [number for number, row in enumerate(movement.rounds, 1)
              for cell in row if 14 in cell.contestants]  # fmt: skip
    assert played == [3, 4, 5, 6, 7]
    assert movement.contestants == 14


@pytest.mark.parametrize(
    "movement", [mitchell(7, 7), drop(drop(mitchell(7, 7), 14), 3), rainbow(5)]
)
def test_no_free_seat_where_nobody_or_two_are_missing(movement):
    assert not has_free_seat(movement)
    with pytest.raises(ValueError, match="no free seat"):
        joined(movement, 99, 1)


def test_no_free_seat_for_who_plays_already():
    with pytest.raises(ValueError, match="contestant 5"):
        joined(drop(mitchell(7, 7), 14), 5, 1)


def test_opponents_met_again_and_rounds_lost():
    before, after = drop(mitchell(4, 4), 8), mitchell(4, 4)
    assert met_again(before, 1) == []
    assert met_again(continued(before, before, 2), 2) == []
    twice = replace(after, rounds=(after.rounds[0], after.rounds[0], *after.rounds[2:]))
    assert met_again(twice, 2) == [(1, 5), (2, 6), (3, 7), (4, 8)]
    assert met_again(twice, 3) == []
    shorter = replace(after, rounds=after.rounds[:3])
    assert rounds_lost(after, shorter, 2) == dict.fromkeys(range(1, 9), 1)
    assert rounds_lost(after, after, 1) == {}
    # Pair 8 is not there: in each round another sits out.
    assert rounds_lost(after, before, 3) == {8: 2} | {
        number: 1 for row in after.rounds[2:] for cell in row if 8 in cell.ew for number in cell.ns
    }
