import pytest

from movements import selectors
from movements.formats import asc
from movements.models import Movement
from tests.movements.factories import FOUR_PAIRS, THREE_PAIRS, MovementFactory, use

LIST = "/admin/movements/movement/"

pytestmark = pytest.mark.django_db


def test_list_says_which_are_used(admin_client):
    use(MovementFactory(name="Used"))
    MovementFactory(name="Unused")
    page = admin_client.get(LIST)
    assert [(m.name, m.used) for m in page.context["cl"].result_list] == [
        ("Unused", False),
        ("Used", True),
    ]


@pytest.mark.parametrize("count", [1, 3])
def test_list_takes_constant_queries(admin_client, django_assert_num_queries, count):
    MovementFactory.create_batch(count)
    with django_assert_num_queries(6):
        admin_client.get(LIST)


def test_add_stores_the_movement(admin_client):
    answer = admin_client.post(f"{LIST}add/", {"name": "New", "text": FOUR_PAIRS})
    assert answer.status_code == 302
    movement = Movement.objects.get()
    assert (movement.name, movement.cells.count()) == ("New", 6)


def test_change_goes_through_the_reader(admin_client):
    movement = MovementFactory(name="Old")
    address = f"{LIST}{movement.pk}/change/"
    page = admin_client.get(address)
    assert page.context["adminform"].form["text"].value() == FOUR_PAIRS
    answer = admin_client.post(address, {"name": "New", "text": THREE_PAIRS})
    assert answer.status_code == 302
    stored = Movement.objects.get()
    assert (stored.name, stored.contestants) == ("New", 3)
    assert selectors.movement_value(stored) == asc.read(THREE_PAIRS).movement


def test_change_to_unreadable_text_is_refused_with_line_and_column(admin_client):
    movement = MovementFactory()
    page = admin_client.post(
        f"{LIST}{movement.pk}/change/",
        {"name": "New", "text": FOUR_PAIRS.replace("1- 3", "1/ 3").replace("2- 3 C", "2- 9 C")},
    )
    errors = page.context["adminform"].form.errors["text"]
    assert [error.split(":")[0] for error in errors] == ["Line 3, column 3", "Line 4, column 13"]
    assert Movement.objects.get().name == movement.name


def test_change_to_taken_name_is_refused(admin_client):
    MovementFactory(name="Taken")
    movement = MovementFactory()
    page = admin_client.post(f"{LIST}{movement.pk}/change/", {"name": "Taken", "text": FOUR_PAIRS})
    assert page.context["adminform"].form.errors == {
        "name": ["There is already a movement of this name."]
    }


def test_movement_in_use_is_only_shown(admin_client):
    movement = MovementFactory(name="Mine")
    use(movement)
    page = admin_client.get(f"{LIST}{movement.pk}/change/")
    assert page.status_code == 200
    assert not page.context["has_change_permission"]
    assert not page.context["has_delete_permission"]
    address = f"{LIST}{movement.pk}/change/"
    answer = admin_client.post(address, {"name": "New", "text": THREE_PAIRS})
    assert (answer.status_code, Movement.objects.get().name) == (403, "Mine")


def test_delete_deletes(admin_client):
    movement = MovementFactory()
    admin_client.post(f"{LIST}{movement.pk}/delete/", {"post": "yes"})
    assert Movement.objects.count() == 0


def test_delete_selected_deletes(admin_client):
    movements = MovementFactory.create_batch(2)
    admin_client.post(
        LIST,
        {
            "action": "delete_selected",
            "_selected_action": [movement.pk for movement in movements],
            "post": "yes",
        },
    )
    assert Movement.objects.count() == 0
