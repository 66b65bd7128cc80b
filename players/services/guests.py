"""Guests: people who take part in one event and are in no register.

Each event has guests of its own, also of the same name: nobody knows whether they are one person.
Later a guest is joined to a player of the register (:func:`players.services.merging.merge_players`)
or becomes one; the results stay.
"""

from collections.abc import Collection, Iterable

from django.db import IntegrityError, transaction

from clubscore.actor import Actor
from clubscore.problems import Refused, gettext_noop, sentence
from clubscore.transactions import in_transaction
from players.domain.names import Name
from players.models import Player, RegisterEntry
from players.models.player import name_fields
from players.selectors.references import has_played
from players.services.log import record
from players.services.version import change_register


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
        raise Refused(sentence(gettext_noop("This guest is no longer there.")))
    guest.is_guest = False
    try:
        with transaction.atomic():
            guest.save(update_fields=["is_guest", "updated_at"])
    except IntegrityError as error:
        taken = gettext_noop(
            "The register has a player called “%(name)s”. If it is the same person, join the two; "
            "if not, give the guest another name first."
        )
        raise Refused(sentence(taken, name=guest.full_name)) from error
    record(number=number, action=RegisterEntry.Action.ADDED, by=by)
    return guest
