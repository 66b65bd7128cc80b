"""A club with something in every table, and its rows as plain values."""

import datetime
from decimal import Decimal
from typing import Any

from django.apps import apps
from django.contrib.admin.models import CHANGE, LogEntry
from django.contrib.auth.models import Group, Permission, User
from django.contrib.contenttypes.models import ContentType
from django.db.models import Model

from clubscore.actor import Actor
from clubscore.backups.schema import LEFT_OUT
from events.both.demo import build_demo
from events.common.services.deletions import record_deletion
from events.models import (
    CarryOver,
    Contestant,
    Deletion,
    Entry,
    MovementChange,
    Penalty,
    Section,
    Session,
    Team,
    TickedDoubt,
    Tournament,
)
from players.models import ClubSettings, FormerNumber, Player, PrivateLink
from players.services.players import add_player, delete_players

TODAY = datetime.date(2026, 3, 5)


def full_club() -> None:
    """The demo club, and a row in every table that it leaves empty.

    The register's highest number is that of a player who was deleted.
    """
    build_demo(today=TODAY)
    director = User.objects.create_user("Ragna Ödegård", password="correct horse", is_staff=True)
    group = Group.objects.create(name="Directors")
    group.permissions.add(Permission.objects.first())
    director.groups.add(group)
    director.user_permissions.add(Permission.objects.last())
    LogEntry.objects.create(
        user=director,
        content_type=ContentType.objects.get_for_model(Player),
        object_id="1",
        object_repr="Ann ♠ Other",
        action_flag=CHANGE,
    )
    earlier, later = Session.objects.order_by("date")[:2]
    CarryOver.objects.create(session=later, earlier_session=earlier)
    ClubSettings.objects.create(name="Hollybrook", facts=["club", "born"])
    TickedDoubt.objects.create(session=later, key="a doubt", ticked_by=director)
    Penalty.objects.create(
        contestant=Contestant.objects.first(),
        kind=Penalty.Kind.PERCENT,
        amount=Decimal("2.50"),
        reason="“late”, twice\nand \\ again",
    )
    MovementChange.objects.create(section=Section.objects.first(), first_round=2, absent=3)
    team = Team.objects.create(tournament=Tournament.objects.get(), name="Élan", name_key="elan")
    Entry.objects.filter(pk=Entry.objects.first().pk).update(team=team, team_place=1)
    Player.objects.filter(pk=Player.objects.first().pk).update(
        note="Zeile 1\nZeile 2\t€", born="1958-03-21", erased_at=datetime.datetime.now(datetime.UTC)
    )
    FormerNumber.objects.create(number=4711)
    by = Actor(user=director, device="phone")
    PrivateLink.objects.create(
        player=Player.objects.last(), token_hash="0" * 64, created_by=director
    )
    record_deletion(
        kind=Deletion.Kind.SESSION, title="Gone", date=TODAY, results=3, backup="one", by=by
    )
    leaver = Player(given="Nobody", family="Stays")
    add_player(player=leaver, by=by)
    delete_players(numbers=[leaver.number], by=by)


def stored_models() -> list[type[Model]]:
    """Every model whose rows a backup holds."""
    return [
        model
        for model in apps.get_models(include_auto_created=True)
        if model._meta.managed and not model._meta.proxy and model._meta.label_lower not in LEFT_OUT
    ]


def everything(using: str = "default") -> dict[str, list[dict[str, Any]]]:
    """Every row of every table."""
    return {
        model._meta.label_lower: list(model._base_manager.using(using).order_by("pk").values())
        for model in stored_models()
    }
