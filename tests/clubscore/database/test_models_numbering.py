import pytest
from django.db import transaction

from clubscore.database.models import hold_numbers, restart_numbers
from players.models import Club

pytestmark = [pytest.mark.both_databases, pytest.mark.django_db]


def test_next_row_of_an_emptied_table_is_number_one() -> None:
    Club.objects.create(name="Northern")
    Club.objects.all().delete()
    with transaction.atomic():
        hold_numbers(Club)
        restart_numbers(Club)
    assert [Club.objects.create(name=name).pk for name in ("Southern", "Western")] == [1, 2]


def test_counting_goes_on_where_the_transaction_is_rolled_back() -> None:
    first = Club.objects.create(name="Northern")
    with transaction.atomic():
        restart_numbers(Club)
        transaction.set_rollback(True)
    assert Club.objects.create(name="Southern").pk == first.pk + 1
