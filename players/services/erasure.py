"""Erasing what is held of a player. The results stay, under a name that identifies nobody.

The log of the register still shows what was done, by whom and when, but not the values; nothing
else ever removes anything from it.
"""

from collections.abc import Collection

from django.contrib.admin.models import LogEntry as AdminEntry
from django.contrib.contenttypes.models import ContentType
from django.db.models import QuerySet
from django.utils import timezone

from clubscore.database.transactions import in_transaction
from clubscore.text.problems import Refused
from clubscore.text.sentences import translate
from clubscore.web.visitors import Actor
from players import history
from players.domain.names import ERASED, Name, erased_name
from players.domain.personal import FACTS
from players.models import Player, RegisterEntry
from players.selectors.references import names_of, numbers_of, values_of
from players.services.log import LOGGED, change_register, non_empty, record


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
    # Its key stays: whoever stores an entry of the player meanwhile need not wait.
    player = Player.everybody.select_for_update(no_key=True).filter(pk=number).first()
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
