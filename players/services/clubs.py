"""Clubs: found or added by name, renamed, and two spellings of one club merged."""

from typing import Any, NoReturn

from django.db import IntegrityError, transaction

from clubscore.actor import Actor
from clubscore.problems import Refused, gettext_noop, sentence
from clubscore.transactions import in_transaction
from players.models import Club, Player
from players.selectors.clubs import club_named
from players.selectors.references import references
from players.services.log import record_same_change
from players.services.version import change_register


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
        raise Refused(sentence(gettext_noop("These are the same club.")))
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
    if any(each.rows(**{each.field: club}).exists() for each in references(Club)):
        named = gettext_noop(
            "“%(name)s” cannot be deleted, because players or events belong to it."
        )
        raise Refused(sentence(named, name=club.name))
    club.delete()


def _stored(*clubs: Club) -> list[Club]:
    """The clubs as they are stored now. Raises :class:`Refused` when one was deleted."""
    found = Club.objects.in_bulk([club.pk for club in clubs])
    if len(found) < len(clubs):
        raise Refused(sentence(gettext_noop("This club no longer exists.")))
    return [found[club.pk] for club in clubs]


def _save(club: Club, **how: Any) -> None:
    try:
        with transaction.atomic():
            club.save(**how)
    except IntegrityError:
        _refuse_taken(club.name)


def _refuse_taken(name: str) -> NoReturn:
    taken = gettext_noop("There is already a club called “%(name)s”.")
    raise Refused(sentence(taken, name=name))
