"""Nothing that refers to a player, or to a club, may be forgotten: neither now nor later."""

import pytest
from django.apps import apps
from django.db.models import (
    CASCADE,
    PROTECT,
    CharField,
    ForeignKey,
    ManyToManyField,
    Model,
    OneToOneField,
    UniqueConstraint,
)
from django.test.utils import isolate_apps

from players.models import Club, Player
from players.selectors.references import Reference, clashes, has_played, references
from tests.players.people import play, player

pytestmark = pytest.mark.both_databases


def columns(model: type[Model]) -> set[tuple[str, str]]:
    """Every column of every table that refers to a model, found without its relations."""
    return {
        (table._meta.label, field.name)
        for table in apps.get_models(include_auto_created=True)
        for field in table._meta.local_fields
        if isinstance(field, ForeignKey) and field.related_model is model
    }


@pytest.mark.parametrize("model", [Player, Club])
def test_every_column_that_refers_is_found(model: type[Model]) -> None:
    found = {(reference.model._meta.label, reference.field) for reference in references(model)}
    assert found == columns(model)


def test_the_columns_are_these() -> None:
    # Whoever adds one thinks of merging: is the rule in the database that two rows must differ?
    assert {
        (reference.model._meta.label, reference.field, reference.protects)
        for reference in references()
    } == {
        ("events.ContestantPlayer", "player", True),
        ("events.Entry", "player", True),
        ("players.FormerNumber", "player", False),
        ("players.PrivateLink", "player", False),
    }


@pytest.mark.parametrize("model", [Player, Club])
def test_no_rule_is_of_a_kind_that_is_not_understood(model: type[Model]) -> None:
    """Rules of expressions do not say which columns they compare."""
    of_expressions = [
        rule.name
        for reference in references(model)
        for rule in reference.model._meta.constraints
        if isinstance(rule, UniqueConstraint)
        and any(reference.field in str(expression) for expression in rule.expressions)
    ]
    assert of_expressions == []


@isolate_apps("players")
def test_relations_of_every_kind_are_found() -> None:
    class Person(Model):  # noqa: DJ008
        class Meta:
            app_label = "players"

    class Plain(Model):  # noqa: DJ008
        person = ForeignKey(Person, CASCADE)

        class Meta:
            app_label = "players"

    class Nameless(Model):  # noqa: DJ008
        person = ForeignKey(Person, PROTECT, related_name="+")
        year = CharField(max_length=4)
        place = CharField(max_length=4)

        class Meta:
            app_label = "players"
            unique_together = (("person", "year"),)
            constraints = (
                UniqueConstraint(fields=("place", "person"), name="a"),
                UniqueConstraint(fields=("place",), name="b"),
            )

    class Single(Model):  # noqa: DJ008
        person = OneToOneField(Person, CASCADE)

        class Meta:
            app_label = "players"

    class Many(Model):  # noqa: DJ008
        people = ManyToManyField(Person, related_name="+")

        class Meta:
            app_label = "players"

    through = Many._meta.get_field("people").remote_field.through
    found = {reference.model: reference for reference in references(Person)}
    assert found == {
        Plain: Reference(Plain, "person", protects=False, is_single=False),
        Nameless: Reference(Nameless, "person", protects=True, is_single=False),
        Single: Reference(Single, "person", protects=False, is_single=True),
        through: Reference(through, "person", protects=False, is_single=False),
    }
    assert {model: each.unique_with for model, each in found.items()} == {
        Plain: [],
        Nameless: [("place",), ("year",)],
        Single: [()],
        through: [("many",)],
    }


@pytest.mark.django_db
def test_who_is_named_in_a_session_has_played() -> None:
    clara, hugo = player("Clara Finch"), player("Hugo Tarrant")
    play("Clara Finch")
    assert list(Player.objects.filter(has_played())) == [clara]
    assert list(Player.objects.exclude(has_played())) == [hugo]


@pytest.mark.django_db
def test_a_clash_names_the_session_that_both_play_in() -> None:
    clara, hugo = player("Clara Finch"), player("Hugo Tarrant")
    both = play("Clara Finch", "Hugo Tarrant")
    play("Clara Finch", title="Another")
    assert list(clashes(clara, hugo)) == [both]
    assert list(clashes(clara, player("Imke Brink"))) == []
