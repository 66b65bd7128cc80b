import pytest
from django.db import IntegrityError
from django.db.models import ProtectedError

from movements.models import Movement
from tests.movements.factories import MovementFactory, use

pytestmark = [pytest.mark.both_databases, pytest.mark.django_db]


def test_movement_shows_its_name_and_address():
    movement = MovementFactory(name="Club")
    assert (str(movement), movement.get_absolute_url()) == ("Club", f"/movements/{movement.pk}/")


@pytest.mark.parametrize(
    "change",
    [
        {"name": ""},
        {"contestants": 1},
        {"contestants": 1000},
        {"tables": 0},
        {"tables": 501},
        {"rounds": 0},
        {"rounds": 201},
        {"groups": 0},
        {"groups": 501},
    ],
    ids=str,
)
def test_movement_out_of_range_is_refused_by_the_database(change):
    movement = MovementFactory()
    with pytest.raises(IntegrityError):
        Movement.objects.filter(pk=movement.pk).update(**change)


def test_movement_name_twice_is_refused_by_the_database():
    MovementFactory(name="One")
    other = MovementFactory(name="Two")
    with pytest.raises(IntegrityError):
        Movement.objects.filter(pk=other.pk).update(name="One")


@pytest.mark.parametrize(
    "change",
    [
        {"round": 0},
        {"table": 0},
        {"table": 2},
        {"group": 0},
        {"ns": 0, "ew": 0},
        {"ns": 2},
        {"ns_partner": 3},
        {"ns_partner": 3, "ew_partner": 4, "ew": 0},
    ],
    ids=str,
)
def test_cell_against_the_rules_is_refused_by_the_database(change):
    movement = MovementFactory()
    with pytest.raises(IntegrityError):
        movement.cells.filter(round=1, table=1).update(**change)


def test_movement_in_use_is_protected_by_the_database():
    movement = MovementFactory()
    use(movement)
    with pytest.raises(ProtectedError):
        movement.delete()
