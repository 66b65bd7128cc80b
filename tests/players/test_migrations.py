from importlib import import_module

import pytest
from django.apps import apps

from players.models import Player
from tests.players.people import player

pytestmark = pytest.mark.django_db


def test_search_keys_of_old_are_written_anew() -> None:
    soren, clara = player("Søren O'Neill"), player("Clara Finch")
    Player.objects.filter(pk=soren.pk).update(search_text="søren o'neill", sort_key="o'neill søren")
    import_module("players.migrations.0008_search_keys").fill_in(apps, None)
    found = Player.objects.order_by("pk").values_list("pk", "search_text", "sort_key")
    assert list(found) == [
        (soren.pk, "soren oneill", "oneill soren"),
        (clara.pk, "clara finch", "finch clara"),
    ]
