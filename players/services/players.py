"""Adding players to the register, changing them, and deleting those who never played."""

from collections.abc import Collection

from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction
from django.db.models import QuerySet

from clubscore.actor import Actor
from clubscore.problems import Refused, gettext_noop, sentence
from clubscore.transactions import in_transaction
from players.models import FormerNumber, Player, RegisterEntry
from players.selectors.references import has_played
from players.services.clubs import find_or_add_club
from players.services.log import (
    BATCH_SIZE,
    NAME,
    record,
    record_change,
    record_deleted,
    values_of,
)
from players.services.version import change_register

SHOWN = 5
"""How many names a refusal shows."""


@in_transaction
def add_player(*, player: Player, by: Actor, club: str = "") -> None:
    """Add a player, whose fields a form has checked, in a club of this name.

    Raises :class:`Refused` for a name or a number that somebody else was given meanwhile.
    """
    change_register()
    player.club = find_or_add_club(name=club)
    _save(player, force_insert=True)
    record(number=player.pk, action=RegisterEntry.Action.ADDED, by=by)


@in_transaction
def change_player(
    *, player: Player, by: Actor, club: str = "", fields: Collection[str] | None = None
) -> None:
    """Save a changed player, whose fields a form has checked, in a club of this name.

    With ``fields`` only those are changed, ``club`` among them or not; the others become what is
    stored, in ``player`` too.
    Raises :class:`Refused` for a name or a number that somebody else was given meanwhile, and
    when the player is gone.
    """
    change_register()
    stored = Player.everybody.select_for_update(of=("self",)).select_related("club")
    before = stored.filter(pk=player.pk).first()
    if before is None:
        raise Refused(sentence(gettext_noop("This player is no longer in the register.")))
    if fields is not None:
        # A name is stored with its parts, which follow from it.
        _leave(player, before, {*fields, *NAME} if set(fields) & set(NAME) else set(fields))
    # Whom the club changes is its own, and stays when the demo goes.
    player.is_demo = False
    if fields is None or "club" in fields:
        player.club = find_or_add_club(name=club)
    _save(player, force_update=True)
    record_change(number=player.pk, before=values_of(before), after=values_of(player), by=by)


@in_transaction
def delete_players(*, numbers: Collection[int], by: Actor) -> int:
    """Delete players who never played; how many there were.

    Their numbers are never given again. Raises :class:`Refused` when one of them has played,
    and deletes nobody.
    """
    change_register()
    deleted = 0
    # In batches: a database takes a limited number of values in one query.
    wanted = sorted(numbers)
    for start in range(0, len(wanted), BATCH_SIZE):
        deleted += _delete(Player.objects.filter(pk__in=wanted[start : start + BATCH_SIZE]), by)
    return deleted


def _leave(player: Player, stored: Player, changed: set[str]) -> None:
    """Take over everything that was not changed."""
    for field in Player._meta.concrete_fields:
        if field.name not in changed:
            setattr(player, field.name, getattr(stored, field.name))


def _delete(found: QuerySet[Player], by: Actor) -> int:
    # Two queries: the rows are locked before the tables that refer to them are read.
    players = list(found.order_by("pk").select_for_update(of=("self",)).select_related("club"))
    stay = list(found.filter(has_played()).order_by("sort_key")[: SHOWN + 1])
    if stay:
        names = ", ".join(map(str, stay[:SHOWN])) + (", …" if len(stay) > SHOWN else "")
        played = gettext_noop("Nobody was deleted, because somebody has played: %(names)s.")
        raise Refused(sentence(played, names=names))
    record_deleted(players=players, by=by)
    # There is one already when the player was deleted before and put back by hand.
    FormerNumber.objects.bulk_create(
        (FormerNumber(number=player.pk) for player in players), ignore_conflicts=True
    )
    found.delete()
    return len(players)


def _save(player: Player, *, force_insert: bool = False, force_update: bool = False) -> None:
    try:
        with transaction.atomic():
            player.save(force_insert=force_insert, force_update=force_update)
    except IntegrityError as error:
        raise _taken(player) from error


def _taken(player: Player) -> Refused:
    """The refusal that names the database's rule that the player breaks."""
    try:
        player.validate_constraints()
    except ValidationError as invalid:
        # Translated already.
        return Refused(*(sentence("%(message)s", message=each) for each in invalid.messages))
    return Refused(sentence(gettext_noop("The player could not be saved; try again.")))
