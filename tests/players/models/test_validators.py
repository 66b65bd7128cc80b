import pytest
from django.db import IntegrityError, transaction

from players.models import Player
from players.models.validators import once_where_given

pytestmark = [pytest.mark.both_databases, pytest.mark.django_db]


def test_a_rule_is_named_after_its_field() -> None:
    rule = once_where_given("egd_pin", "Another player has this.")
    assert (rule.name, rule.fields) == ("player_egd_pin_once", ("egd_pin",))
    assert rule.get_violation_error_message() == "Another player has this."


def test_two_may_have_none_and_no_two_the_same() -> None:
    for name in ("Ann", "Bea"):
        Player.objects.create(name=name, family=name, name_key=name)
    Player.objects.create(name="Cy", family="Cy", name_key="cy", egd_pin="1")
    with pytest.raises(IntegrityError), transaction.atomic():
        Player.objects.create(name="Di", family="Di", name_key="di", egd_pin="1")
