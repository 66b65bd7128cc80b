"""Erasing what is held of a player. The results stay, under a name that identifies nobody.

The log of the register still shows what was done, by whom and when, but not the values; nothing
else ever removes anything from it.

Merging two records of one person: one number stays, and everything that referred to the other
record refers to it from then on.

Private links: made, renewed and withdrawn by a director.

The token of an address is shown once, to the director who makes it, and stored nowhere but as a
hash.
"""

import secrets
from collections.abc import Collection

from django.contrib.admin.models import LogEntry as AdminEntry
from django.contrib.contenttypes.models import ContentType
from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction
from django.db.models import Model, QuerySet
from django.utils import timezone

from clubscore.database.transactions import in_transaction
from clubscore.text.problems import Refused, gettext_noop, sentence
from clubscore.text.sentences import translate
from clubscore.web.visitors import Actor
from players import history
from players.domain.names import ERASED, Name, erased_name
from players.domain.personal import FACTS
from players.models import FormerNumber, Player, PrivateLink, RegisterEntry
from players.selectors.references import (
    FIELDS,
    NAME,
    clashes,
    names_of,
    numbers_of,
    references,
    values_of,
)
from players.selectors.register import hash_of
from players.services.log import LOGGED, change_register, hold_register, non_empty, record


@in_transaction
def erase_private(*, number: int, by: Actor) -> None:
    """Erase the facts that are for directors only, here, in the log, and in every event."""
    change_register()
    player = locked_player(number)
    numbers = numbers_of(number)
    held = [field for field in Player.PRIVATE if getattr(player, field)]
    for field in Player.PRIVATE:
        setattr(player, field, "")
    player.save()
    _empty_log(numbers, Player.PRIVATE)
    history.erase(history.Erasure(number, names_of(numbers), None))
    _record(number, held, by)


@in_transaction
def erase_player(*, number: int, by: Actor) -> None:
    """Erase everything held of a player but the results.

    Raises :class:`Refused` when somebody else has the name that would replace it.
    """
    change_register()
    player = locked_player(number)
    numbers = numbers_of(number)
    # Read first: the log that knows the former names is emptied below.
    names = names_of(numbers)
    held = list(non_empty(values_of(player)))
    name = erased_name(number, translate(ERASED))
    if Player.objects.filter(name_key=name.key).exclude(pk=number).exists():
        raise Refused.because(
            "Another player is called %(name)s; rename that one first.", name=name
        )
    _forget(player, name)
    _empty_log(numbers, LOGGED)
    _forget_in_admin(numbers, str(name))
    history.erase(history.Erasure(number, names, name))
    _record(number, held, by)


@in_transaction
def erase_log(*, number: int, by: Actor) -> None:
    """Erase the values that the log still holds of a player who was deleted."""
    change_register()
    _empty_log([number], LOGGED)
    _forget_in_admin([number], str(erased_name(number, translate(ERASED))))
    _record(number, [], by)


def locked_player(number: int) -> Player:
    """The player as stored now, whom nobody changes until the transaction ends. Raises
    :class:`Refused` when there is none."""
    player = Player.everybody.select_for_update().filter(pk=number).first()
    if player is None:
        raise Refused.because("This player is no longer in the register.")
    return player


def _forget(player: Player, name: Name) -> None:
    player.set_name(name)
    for fact in FACTS:
        field = Player._meta.get_field(fact)
        setattr(player, fact, None if field.null else "")
    player.initials_only = False
    player.erased_at = timezone.now()
    player.save()
    player.private_links.all().delete()


def _empty_log(numbers: Collection[int], fields: Collection[str]) -> None:
    """Replace every value of the fields by ``null`` in the entries of these numbers."""
    # The plain query set: the log's own refuses to update, for it is append-only.
    log: QuerySet[RegisterEntry] = QuerySet(RegisterEntry)
    for entry in log.filter(number__in=numbers):
        before, after = _emptied(entry.before, fields), _emptied(entry.after, fields)
        if (before, after) != (entry.before, entry.after):
            log.filter(pk=entry.pk).update(before=before, after=after)


def _emptied(values: dict[str, object], fields: Collection[str]) -> dict[str, object]:
    return {field: None if field in fields else value for field, value in values.items()}


def _forget_in_admin(numbers: Collection[int], name: str) -> None:
    """Replace the names in Django's admin log, which stores what players were called then."""
    AdminEntry.objects.filter(
        content_type=ContentType.objects.get_for_model(Player),
        object_id__in=[str(number) for number in numbers],
    ).update(object_repr=name)


def _record(number: int, fields: Collection[str], by: Actor) -> None:
    record(number=number, action=RegisterEntry.Action.ERASED, by=by, before=dict.fromkeys(fields))


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


TOKEN_BYTES = 24
"""192 bits: nobody guesses one."""


@in_transaction
def make_private_link(*, number: int, by: Actor) -> str:
    """Make a link, whose token is returned; an earlier one of the player stops working.

    Raises :class:`Refused` for a player who was erased or is gone.
    """
    hold_register()
    player = locked_player(number)
    if player.erased_at is not None:
        raise Refused.because("The data of this player is erased, so that there is no link to it.")
    token = secrets.token_urlsafe(TOKEN_BYTES)
    player.private_links.all().delete()
    PrivateLink.objects.create(player=player, token_hash=hash_of(token), created_by=by.user)
    record(number=number, action=RegisterEntry.Action.LINKED, by=by)
    return token


@in_transaction
def withdraw_private_link(*, number: int, by: Actor) -> None:
    """Let no link of the player work any more."""
    hold_register()
    deleted, _rows = locked_player(number).private_links.all().delete()
    if deleted:
        record(number=number, action=RegisterEntry.Action.UNLINKED, by=by)
