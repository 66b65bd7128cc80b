import pytest
from hypothesis import HealthCheck, given, settings

from movements import selectors
from movements.formats import asc
from movements.models import Movement
from movements.services import store_movement
from tests.movements.factories import EIGHT_PLAYERS, FOUR_PAIRS, THREE_PAIRS, MovementFactory, use
from tests.movements.strategies import movements

pytestmark = pytest.mark.django_db


def test_movements_say_which_are_used():
    use(MovementFactory(name="Used"))
    MovementFactory(name="Another")
    assert [(m.name, m.used) for m in selectors.movements()] == [("Another", False), ("Used", True)]


@pytest.mark.parametrize("count", [1, 3])
def test_movements_take_one_query(django_assert_num_queries, count):
    MovementFactory.create_batch(count)
    with django_assert_num_queries(1):
        assert len(selectors.movements()) == count


def test_is_used_only_when_a_session_refers_to_it():
    movement = MovementFactory()
    assert not selectors.is_used(movement)
    use(movement)
    assert selectors.is_used(movement)


def test_movement_value_takes_one_query(django_assert_num_queries):
    movement = MovementFactory()
    with django_assert_num_queries(1):
        selectors.movement_value(movement)


@given(movements())
@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_movement_value_is_what_was_stored(db, value):
    Movement.objects.all().delete()
    stored = store_movement(name="Any", text=asc.write(value))
    assert selectors.movement_value(Movement.objects.get(pk=stored.pk)) == value


@pytest.mark.parametrize("count", [1, 3])
def test_movement_values_take_one_query(django_assert_num_queries, count):
    movements = [
        MovementFactory(text=text) for text in (FOUR_PAIRS, THREE_PAIRS, EIGHT_PLAYERS)[:count]
    ]
    with django_assert_num_queries(1):
        values = selectors.movement_values(movements)
    assert values == {movement.pk: selectors.movement_value(movement) for movement in movements}
