"""Clubs: found or added by name, renamed, and two spellings of one club merged.

Changing the settings of the club.
"""

from typing import Any, Final, NoReturn

from django.db import IntegrityError, transaction

from clubscore.database.transactions import in_transaction
from clubscore.text.problems import Refused
from clubscore.web.visitors import Actor
from players.models import Club, ClubSettings, Player, RegisterEntry
from players.models.club import ONLY_ROW, stored_settings
from players.selectors.clubs import club_named
from players.selectors.references import references
from players.services.log import change_register, record, record_same_change


@in_transaction
def find_or_add_club(*, name: str) -> Club | None:
    """The club of a name, whatever its case, added when there is none; ``None`` without a name."""
    if not name:
        return None
    known = club_named(name)
    if known:
        return known
    change_register()
    # Somebody may have added it before this service was the only one that changes the register.
    return club_named(name) or Club.objects.create(name=name)


@in_transaction
def add_club(*, club: Club) -> None:
    """Add a club whose name a form has checked. Raises :class:`Refused` when another has it."""
    change_register()
    if club_named(club.name):
        _refuse_taken(club.name)
    _save(club, force_insert=True)


@in_transaction
def rename_club(*, club: Club, name: str, by: Actor) -> None:
    """Give a club another name; every player of it has an entry in the log.

    Raises :class:`Refused` when another club has the name, or the club is gone.
    """
    change_register()
    [before] = _stored(club)
    taken = club_named(name)
    if taken and taken != club:
        _refuse_taken(name)
    club.name, club.is_demo = name, False
    _save(club, update_fields=["name", "is_demo"])
    if before.name != name:
        numbers = list(Player.everybody.filter(club=club).values_list("pk", flat=True))
        old, new = {"club": before.name}, {"club": name}
        record_same_change(numbers=numbers, before=old, after=new, by=by)


@in_transaction
def merge_clubs(*, kept: Club, merged: Club, by: Actor) -> None:
    """Make everything that refers to ``merged`` refer to ``kept``, and delete ``merged``.

    Every player concerned has an entry in the log. Raises :class:`Refused` for one club twice.
    """
    if kept == merged:
        raise Refused.because("These are the same club.")
    change_register()
    _stored(kept, merged)
    numbers = list(Player.everybody.filter(club=merged).values_list("pk", flat=True))
    for reference in references(Club):
        reference.rows(**{reference.field: merged}).update(**{reference.field: kept})
    before, after = {"club": merged.name}, {"club": kept.name}
    record_same_change(numbers=numbers, before=before, after=after, by=by)
    merged.delete()


@in_transaction
def delete_club(*, club: Club) -> None:
    """Delete a club that nothing refers to. Raises :class:`Refused` for any other."""
    change_register()
    _stored(club)
    if any(reference.rows(**{reference.field: club}).exists() for reference in references(Club)):
        raise Refused.because(
            "“%(name)s” cannot be deleted, because players or events belong to it.", name=club.name
        )
    club.delete()


def _stored(*clubs: Club) -> list[Club]:
    """The clubs as they are stored now. Raises :class:`Refused` when one was deleted."""
    found = Club.objects.in_bulk([club.pk for club in clubs])
    if len(found) < len(clubs):
        raise Refused.because("This club no longer exists.")
    return [found[club.pk] for club in clubs]


def _save(club: Club, **how: Any) -> None:
    try:
        with transaction.atomic():
            club.save(**how)
    except IntegrityError:
        _refuse_taken(club.name)


def _refuse_taken(name: str) -> NoReturn:
    raise Refused.because("There is already a club called “%(name)s”.", name=name)


FIELDS: Final = tuple(
    field.name for field in ClubSettings._meta.concrete_fields if not field.primary_key
)
"""All that is stored of the club's settings."""

NO_PLAYER = 0
"""The number in the register's log of what is of the whole club."""

BATCH_SIZE = 500


@in_transaction
def change_club_settings(*, settings: ClubSettings, by: Actor) -> None:
    """Store settings that a form has checked; the register is sorted anew when that changes."""
    change_register()
    before = stored_settings()
    settings.full_clean(validate_unique=False)
    ClubSettings.objects.update_or_create(pk=ONLY_ROW, defaults=_values(settings))
    if settings.sorts_by_particle != before.sorts_by_particle:
        _sort_again(by_particle=settings.sorts_by_particle)
    old, new = _values(before), _values(settings)
    changed = [field for field in FIELDS if old[field] != new[field]]
    if changed:
        record(
            number=NO_PLAYER,
            action=RegisterEntry.Action.SETTINGS,
            by=by,
            before={field: old[field] for field in changed},
            after={field: new[field] for field in changed},
        )


def name_club_once(*, name: str) -> None:
    """The demo's name for a club that has none yet; what the demo does is not in the log."""
    settings, _ = ClubSettings.objects.get_or_create(pk=ONLY_ROW)
    if not settings.name:
        settings.name = name
        settings.save(update_fields=["name"])


def _sort_again(*, by_particle: bool) -> None:
    """Set the sort key of every player whose name has a particle; of others it stays."""
    with_particle = Player.everybody.exclude(particle="").order_by("pk")
    batch: list[Player] = []
    for player in with_particle.iterator(chunk_size=BATCH_SIZE):
        player.set_keys(by_particle=by_particle)
        batch.append(player)
        if len(batch) == BATCH_SIZE:
            Player.everybody.bulk_update(batch, ["sort_key"])
            batch = []
    Player.everybody.bulk_update(batch, ["sort_key"])


def _values(settings: ClubSettings) -> dict[str, Any]:
    return {field: getattr(settings, field) for field in FIELDS}
