"""Merging two records of one person: one number stays, and everything that referred to the other
record refers to it from then on."""

from collections.abc import Collection

from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction
from django.db.models import Model

from clubscore.database.transactions import in_transaction
from clubscore.text.problems import Refused, gettext_noop, sentence
from clubscore.web.visitors import Actor
from players.models import FormerNumber, Player, RegisterEntry
from players.selectors.references import FIELDS, NAME, clashes, references, values_of
from players.services.log import change_register, non_empty, record

NAME_FIELD = "name"
"""The name and its parts are chosen as one."""

CHOICES = (NAME_FIELD, *(field for field in FIELDS if field not in NAME))
"""What can be taken from either record."""

SHOWN = 5
"""How many events a refusal names."""


@in_transaction
def merge_players(*, kept: int, merged: int, take: Collection[str], by: Actor) -> Player:
    """Merge the record ``merged`` into the record ``kept``; returns the latter.

    ``take`` are those of :data:`CHOICES` whose values come from the merged record. The merged
    number leads to the kept one for ever. Raises :class:`Refused` when both took part in one
    event, when a record is gone, and when both are the same.
    """
    change_register()
    stays, goes = _locked(kept, merged)
    refuse_clash(stays, goes)
    before, other = values_of(stays), values_of(goes)
    for reference in references():
        reference.rows(**{reference.field: goes}).update(**{reference.field: stays})
    for choice in take:
        for field in NAME if choice == NAME_FIELD else (choice,):
            setattr(stays, field, getattr(goes, field))
    stays.is_demo = stays.is_demo and goes.is_demo
    # Deleted before the other is saved: names and numbers are unique, and may be taken over.
    number = goes.pk
    goes.delete()
    FormerNumber.objects.update_or_create(number=number, defaults={"player": stays})
    _save(stays)
    changed = {field: value for field, value in values_of(stays).items() if value != before[field]}
    record(
        number=stays.pk,
        action=RegisterEntry.Action.KEPT,
        by=by,
        before=non_empty(before),
        after=changed,
        other=number,
    )
    record(
        number=number,
        action=RegisterEntry.Action.MERGED,
        by=by,
        before=non_empty(other),
        other=stays.pk,
    )
    return stays


def refuse_clash(one: Model, other: Model) -> None:
    """Raise :class:`Refused`, naming the events, when both took part in the same."""
    shared = list(dict.fromkeys(map(str, clashes(one, other))))
    if not shared:
        return
    events = ", ".join(f"“{event}”" for event in shared[:SHOWN])
    both = gettext_noop(
        "%(one)s and %(other)s both take part in %(events)s. So they are two people, or a name is "
        "wrong there: correct that first."
    )
    both_in_many = gettext_noop(
        "%(one)s and %(other)s both take part in %(count)s events: %(events)s, and others. So "
        "they are two people, or names are wrong there: correct that first."
    )
    template = both if len(shared) <= SHOWN else both_in_many
    raise Refused(sentence(template, one=one, other=other, events=events, count=len(shared)))


def _locked(kept: int, merged: int) -> tuple[Player, Player]:
    """Both records, which nobody else changes until the transaction ends."""
    if kept == merged:
        raise Refused.because("These are the same record.")
    locked = Player.everybody.select_for_update(of=("self",)).select_related("club")
    # In the order of numbers, so that two directors never wait for each other.
    players = {player.pk: player for player in locked.filter(pk__in=[kept, merged]).order_by("pk")}
    for number in (kept, merged):
        if number not in players:
            raise Refused.because("There is no player %(number)s in the register.", number=number)
    return players[kept], players[merged]


def _save(player: Player) -> None:
    try:
        player.full_clean()
        with transaction.atomic():
            player.save(force_update=True)
    except (ValidationError, IntegrityError) as error:
        raise Refused.because(
            "The values chosen do not make a valid record; edit both records first. Nothing was"
            " merged."
        ) from error
