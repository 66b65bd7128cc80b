"""Adding players to the register, changing them, and deleting those who never played.

Adding many players to the register at once.

Adding players by name who are not in the register yet.

Guests: people who take part in one event and are in no register.

Each event has guests of its own, also of the same name: nobody knows whether they are one person.
Later a guest is joined to a player of the register (:func:`players.services.merging.merge_players`)
or becomes one; the results stay.

Deleting players: they are in the bin for a while, in no list of the register, and can be brought
back.

Results name their players, and stay: so a player who has played is erased at the end, and one who
never played is removed altogether.

Players and clubs of the demo: marked when it is built, removed when the club starts its own.
"""

import datetime
from collections.abc import Collection, Iterable, Iterator, Mapping
from typing import Any

from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction
from django.db.models import QuerySet
from django.utils import timezone

from clubscore.database.models import hold_numbers, restart_numbers
from clubscore.database.transactions import in_transaction
from clubscore.text.problems import Refused, verbatim
from clubscore.web.visitors import Actor
from players.domain.lookup import NumberKind
from players.domain.names import Name
from players.models import Club, ClubSettings, FormerNumber, Player, RegisterEntry
from players.models.club import stored_settings
from players.models.player import name_fields
from players.selectors import register as search
from players.selectors.references import NAME, has_played, references, values_of
from players.selectors.register import players_in_bin
from players.services.clubs import NO_PLAYER, find_or_add_club
from players.services.erasure import erase_log, erase_player
from players.services.log import (
    BATCH_SIZE,
    change_register,
    record,
    record_added,
    record_change,
    record_deleted,
)

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
        raise Refused.because("This player is no longer in the register.")
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
    """Put players who never played into the bin; how many there were.

    Raises :class:`Refused` when one of them has played, and deletes nobody.
    """
    change_register()
    deleted = 0
    for found in _in_batches(numbers):
        # Two queries: the rows are locked before the tables that refer to them are read.
        players = _locked(found)
        stay = list(found.filter(has_played()).order_by("sort_key")[: SHOWN + 1])
        if stay:
            names = ", ".join(map(str, stay[:SHOWN])) + (", …" if len(stay) > SHOWN else "")
            raise Refused.because(
                "Nobody was deleted, because somebody has played: %(names)s.", names=names
            )
        record_deleted(players=players, by=by)
        deleted += found.update(deleted_at=timezone.now())
    return deleted


def _in_batches(numbers: Collection[int]) -> Iterator[QuerySet[Player]]:
    # A database takes a limited number of values in one query.
    wanted = sorted(numbers)
    for start in range(0, len(wanted), BATCH_SIZE):
        yield Player.objects.filter(pk__in=wanted[start : start + BATCH_SIZE])


def _locked(found: QuerySet[Player]) -> list[Player]:
    return list(found.order_by("pk").select_for_update(of=("self",)).select_related("club"))


def _leave(player: Player, stored: Player, changed: set[str]) -> None:
    """Take over everything that was not changed."""
    for field in Player._meta.concrete_fields:
        if field.name not in changed:
            setattr(player, field.name, getattr(stored, field.name))


def _remove(found: QuerySet[Player]) -> None:
    """Remove players who never played; their numbers are never given again."""
    players = _locked(found)
    # There is one already when the player was deleted before and put back by hand.
    FormerNumber.objects.bulk_create(
        (FormerNumber(number=player.pk) for player in players), ignore_conflicts=True
    )
    found.delete()


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
        return Refused(*(verbatim(message) for message in invalid.messages))
    return Refused.because("The player could not be saved; try again.")


@in_transaction
def add_players(*, players: Iterable[Player], by: Actor) -> list[Player]:
    """Add players whose fields are valid, all or nobody.

    Raises :class:`Refused` for a name or a number that somebody else was given meanwhile.
    """
    players = list(players)
    change_register()
    by_particle = stored_settings().sorts_by_particle
    for player in players:
        # bulk_create does not call ``save``, which sets them.
        player.set_keys(by_particle=by_particle)
    try:
        with transaction.atomic():
            added = Player.objects.bulk_create(players, batch_size=BATCH_SIZE)
            record_added(players=added, by=by)
    except IntegrityError as error:
        raise Refused.because(
            "Somebody has added one of these players to the register in the meantime. Look "
            "again, "
            "then try again."
        ) from error
    return added


@in_transaction
def add_missing_players(
    *, names: Iterable[Name], club: Club | None = None, facts: Mapping[str, Any] | None = None
) -> dict[str, Player]:
    """The players of these names, by name key; who is not in the register yet is added to it, with
    these ``facts``, of which a number that somebody else has is left out.

    Somebody else may add the same player meanwhile: then that one is taken.
    """
    wanted = {name.key: name for name in names}
    if len(search.players_by_key(wanted)) < len(wanted):
        change_register()
    # Somebody may have added them before this service was the only one that changes the register.
    known = search.players_by_key(wanted, lock=True)
    missing = [name for key, name in wanted.items() if key not in known]
    free = _free(facts or {}) if missing else {}
    for name in missing:
        player = Player(**name_fields(name), club=club, **free)
        # The database checks the constraints below: asking it first would be a query for each name.
        player.full_clean(validate_constraints=False)
        player.save(force_insert=True)
        known[name.key] = player
    return known


def _free(facts: Mapping[str, Any]) -> dict[str, Any]:
    """Facts without the numbers that somebody has."""
    numbers = {kind.value for kind in NumberKind} & facts.keys()
    taken = {
        number for number in numbers if Player.objects.filter(**{number: facts[number]}).exists()
    }
    return {field: value for field, value in facts.items() if field not in taken}


@in_transaction
def add_guests(*, names: Iterable[Name]) -> dict[str, Player]:
    """New guests of these names, by name key."""
    guests = [Player(**name_fields(name), is_guest=True) for name in names]
    for guest in guests:
        guest.full_clean(validate_constraints=False)
        guest.save(force_insert=True)
    return {guest.name_key: guest for guest in guests}


@in_transaction
def drop_unused_guests(*, numbers: Collection[int]) -> None:
    """Delete those of these players who are guests of no event any more."""
    guests = Player.everybody.filter(pk__in=numbers, is_guest=True)
    unused = list(guests.exclude(has_played()).values_list("pk", flat=True))
    Player.everybody.filter(pk__in=unused).delete()


@in_transaction
def take_into_register(*, number: int, by: Actor) -> Player:
    """Make a guest a player of the register.

    Raises :class:`Refused` where the register has somebody of this name, and when the guest is
    gone.
    """
    change_register()
    guest = Player.everybody.select_for_update().filter(pk=number, is_guest=True).first()
    if guest is None:
        raise Refused.because("This guest is no longer there.")
    guest.is_guest = False
    try:
        with transaction.atomic():
            guest.save(update_fields=["is_guest", "updated_at"])
    except IntegrityError as error:
        raise Refused.because(
            "The register has a player called “%(name)s”. If it is the same person, join the "
            "two; "
            "if not, give the guest another name first.",
            name=guest.full_name,
        ) from error
    record(number=number, action=RegisterEntry.Action.ADDED, by=by)
    return guest


@in_transaction
def delete_player(*, number: int, by: Actor) -> None:
    """Put a player into the bin, who is in no list of the register from then on. The results stay
    as they are; everybody reads them under a name that identifies nobody.

    Raises :class:`Refused` when the player is gone.
    """
    change_register()
    found = Player.objects.filter(pk=number)
    players = _locked(found)
    if not players:
        raise Refused.because("This player is no longer in the register.")
    record_deleted(players=players, by=by)
    found.update(deleted_at=timezone.now())


@in_transaction
def restore_player(*, number: int, by: Actor) -> Player:
    """Bring a player back from the bin.

    Raises :class:`Refused` when the player is not there (any more), and where somebody else has the
    name or a number by now.
    """
    change_register()
    player = players_in_bin().select_for_update(of=("self",)).filter(pk=number).first()
    if player is None:
        raise Refused.because("This is no longer in the bin.")
    player.deleted_at = None
    _save(player, force_update=True)
    record(number=number, action=RegisterEntry.Action.BROUGHT_BACK, by=by)
    return player


@in_transaction
def empty_bin_of_players(*, before: datetime.datetime, by: Actor) -> int:
    """Remove whoever was deleted before a moment and never played, and erase the others; how many
    there were."""
    change_register()
    gone = list(players_in_bin().filter(deleted_at__lt=before).values_list("pk", flat=True))
    for number in gone:
        found = Player.everybody.filter(pk=number)
        if found.filter(has_played()).exists():
            erase_player(number=number, by=by)
        else:
            _remove(found)
            erase_log(number=number, by=by)
    return len(gone)


@in_transaction
def mark_demo_players(*, numbers: Collection[int]) -> None:
    """Mark players whom the demo has just added."""
    change_register()
    Player.objects.filter(pk__in=numbers).update(is_demo=True)


@in_transaction
def remove_demo_register(*, by: Actor) -> None:
    """Delete the players of the demo who are in no event, and its club if nothing belongs to it;
    the others are the club's own from now on."""
    change_register()
    demo = Player.everybody.filter(is_demo=True, is_guest=False)
    going = list(demo.exclude(has_played()).values_list("pk", flat=True))
    record_deleted(players=_locked(demo.filter(pk__in=going)), by=by)
    _remove(demo.filter(pk__in=going))
    demo.update(is_demo=False)
    for club in Club.objects.filter(is_demo=True):
        if any(
            reference.rows(**{reference.field: club}).exists() for reference in references(Club)
        ):
            club.is_demo = False
            club.save(update_fields=["is_demo"])
        else:
            ClubSettings.objects.filter(name=club.name).update(name="")
            club.delete()
    _begin_numbers_again(set(going))


def _begin_numbers_again(numbers: Collection[int]) -> None:
    """The club's first player is number 1, where no number was ever used but by the demo.

    What is left of its players, their former numbers and their log, goes with them then.
    """
    hold_numbers(Player)
    log = RegisterEntry.objects.filter(number__in=numbers)
    others = RegisterEntry.objects.exclude(number__in={*numbers, NO_PLAYER})
    former = FormerNumber.objects.exclude(number__in=numbers)
    if Player.everybody.exists() or former.exists() or others.exists():
        return
    FormerNumber.objects.all().delete()
    # _raw_delete: the delete() of an append-only log refuses.
    log._raw_delete(log.db)
    restart_numbers(Player)
