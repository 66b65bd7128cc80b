import pytest

from clubscore.text.problems import Refused
from movements import selectors, services
from movements.formats import asc
from movements.models import Movement, MovementCell
from tests.movements.factories import EIGHT_PLAYERS, FOUR_PAIRS, THREE_PAIRS, MovementFactory, use

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("text", [FOUR_PAIRS, THREE_PAIRS, EIGHT_PLAYERS])
def test_store_movement_keeps_its_value(text):
    movement = services.store_movement(name=" My  movement ", text=text)
    stored = Movement.objects.get()
    assert (stored, stored.name, stored.source) == (movement, "My movement", text)
    assert selectors.movement_value(stored) == asc.read(text).movement


def test_store_movement_unreadable_stores_nothing():
    with pytest.raises(Refused):
        services.store_movement(name="Broken", text=FOUR_PAIRS.replace("1- 3", "1/ 3"))
    assert (Movement.objects.count(), MovementCell.objects.count()) == (0, 0)


@pytest.mark.parametrize(
    ("name", "message"),
    [
        (" ", "A movement needs a name."),
        ("x" * 101, "The name is longer than 100 characters."),
        ("Taken", "There is already a movement called “Taken”."),
    ],
)
def test_store_movement_refuses_name(name, message):
    MovementFactory(name="Taken")
    with pytest.raises(Refused) as refused:
        services.store_movement(name=name, text=FOUR_PAIRS)
    assert str(refused.value) == message
    assert Movement.objects.count() == 1


def test_store_movement_once_finds_the_same_again():
    first = services.store_movement_once(name="Club", text=FOUR_PAIRS)
    again = services.store_movement_once(name="Club", text=FOUR_PAIRS.replace("- ", "-"))
    assert (again, Movement.objects.count()) == (first, 1)


def test_store_movement_once_numbers_another_of_the_name():
    texts = (FOUR_PAIRS, THREE_PAIRS, EIGHT_PLAYERS, THREE_PAIRS)
    names = [services.store_movement_once(name="x" * 100, text=text).name for text in texts]
    assert names == ["x" * 100, "x" * 96 + " (2)", "x" * 96 + " (3)", "x" * 96 + " (2)"]


def test_replace_movement_changes_all_but_the_name():
    movement = MovementFactory(name="Mine")
    services.replace_movement(movement=movement, text=THREE_PAIRS)
    stored = Movement.objects.get()
    assert (stored.name, stored.source, stored.comments) == ("Mine", THREE_PAIRS, [" the odd pair"])
    assert selectors.movement_value(stored) == asc.read(THREE_PAIRS).movement


def test_replace_movement_unreadable_changes_nothing():
    movement = MovementFactory()
    with pytest.raises(Refused):
        services.replace_movement(movement=movement, text="no movement")
    assert selectors.movement_value(Movement.objects.get()) == asc.read(FOUR_PAIRS).movement


def test_replace_movement_in_use_is_refused():
    movement = MovementFactory(name="Mine")
    use(movement)
    with pytest.raises(Refused) as refused:
        services.replace_movement(movement=movement, text=THREE_PAIRS)
    assert str(refused.value) == (
        "“Mine” is used by a session and cannot be changed. Store the changed movement under "
        "another name."
    )
    assert selectors.movement_value(Movement.objects.get()) == asc.read(FOUR_PAIRS).movement


def test_rename_movement_in_use_is_allowed():
    movement = MovementFactory()
    use(movement)
    services.rename_movement(movement=movement, name="Better")
    assert Movement.objects.get().name == "Better"


def test_rename_movement_to_taken_name_is_refused():
    MovementFactory(name="Taken")
    movement = MovementFactory(name="Mine")
    with pytest.raises(Refused):
        services.rename_movement(movement=movement, name="Taken")
    assert sorted(Movement.objects.values_list("name", flat=True)) == ["Mine", "Taken"]


def test_delete_movement_deletes_its_cells():
    services.delete_movement(movement=MovementFactory())
    assert (Movement.objects.count(), MovementCell.objects.count()) == (0, 0)


def test_delete_movement_in_use_is_refused():
    movement = MovementFactory()
    use(movement)
    with pytest.raises(Refused):
        services.delete_movement(movement=movement)
    assert Movement.objects.count() == 1
