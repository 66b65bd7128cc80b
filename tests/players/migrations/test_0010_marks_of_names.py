"""Names lose the year of birth and the members' numbers that told them apart."""

from importlib import import_module
from types import SimpleNamespace

import pytest
from django.apps import apps
from django.db import connection

from players.models import Player, RegisterEntry
from players.selectors.references import names_of
from tests.players.people import player

pytestmark = pytest.mark.django_db
migration = import_module("players.migrations.0010_marks_of_names")


def test_what_is_for_directors_alone_leaves_the_names() -> None:
    player("Jan Jansen", club="Oxford")
    changed = {
        "Jan Jansen (1961)": ({"born": "1961-03-21", "club": "Leiden"}, "Jan Jansen (Leiden)"),
        "Jan Jansen (12)": ({"club_number": "12", "club": "Oxford"}, "Jan Jansen (2)"),
        "Ann Lee (1958)": ({"born": "1958"}, "Ann Lee"),
        "Bo Finch (1958)": ({"born": "1961"}, "Bo Finch (1958)"),
    }
    made = {}
    for name, (facts, _after) in changed.items():
        made[name] = player(name.partition(" (")[0] + " X", **facts)
        Player.objects.filter(pk=made[name].pk).update(
            name=name, family=made[name].family.removesuffix(" X"), name_key=name.casefold()
        )
    migration._forwards(apps, SimpleNamespace(connection=connection))
    for name, (_facts, after) in changed.items():
        stored = Player.objects.get(pk=made[name].pk)
        assert (stored.name, stored.name_key) == (after, after.casefold())
    first = made["Ann Lee (1958)"].pk
    assert {str(name) for name in names_of([first])} == {"Ann Lee", "Ann Lee (1958)"}
    assert RegisterEntry.objects.count() == 3
