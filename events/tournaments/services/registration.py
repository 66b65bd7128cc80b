"""Registering the players of a tournament, until the registration is closed and after.

Source: the register file's grammar (REG, ROUNDS, GROUP), which is the same for a file and for
the desk: who comes after the closing is registered for the next and all remaining rounds.
"""

from collections.abc import Collection
from typing import Any

from django.db.models import Max
from django.utils import timezone

from clubscore.actor import Actor
from clubscore.problems import Problem, Refused, gettext_noop, sentence
from clubscore.transactions import in_transaction
from events.common.services.locks import lock_tournament
from events.common.services.log import as_text, record
from events.models import Entry, LogEntry, RoundResult, Tournament
from events.tournaments.selectors.registration import registration_of
from events.tournaments.services.entries import add_names, change_entry, number_entries
from events.tournaments.services.stored import read_again
from players.domain.groups import read_group
from players.domain.names import Name


@in_transaction
def register_entry(
    *, entry: Entry, registered: bool, absent_rounds: Collection[int], group: str, by: Actor
) -> None:
    """Save whether a player is registered, the rounds not attended, and the group as typed.

    Raises :class:`Refused` for what is no group, for a round that there is not, and when the
    player has a result in a round that would not be attended, or at all.
    """
    tournament = lock_tournament(entry.tournament_id)
    read_again(entry)
    absent = sorted(set(absent_rounds))
    registration = registration_of(tournament)
    # The rounds are sorted: the first and the last bound all of them.
    if absent and not 1 <= absent[0] <= absent[-1] <= registration.rounds:
        none = gettext_noop("There is no round %(round)s: the tournament has %(rounds)s.")
        beyond = next(number for number in absent if not 1 <= number <= registration.rounds)
        raise Refused(sentence(none, round=beyond, rounds=registration.rounds))
    if registered and not entry.registered and registration.closed:
        # A latecomer has missed the rounds that are paired already.
        absent = sorted({*absent, *range(1, registration.next_round)})
    _refuse_what_was_played(entry, registered, absent)
    changes = {
        "registered": registered,
        "absent_rounds": absent,
        # Who attends the round after all has no bye in it.
        "asked_byes": {
            number: bye for number, bye in entry.asked_byes.items() if int(number) in absent
        },
        "group": read_group(group),
        "number": _number_of(entry, tournament, registered),
    }
    changed = [field for field, value in changes.items() if getattr(entry, field) != value]
    for field in changed:
        setattr(entry, field, changes[field])
    change_entry(entry=entry, fields=changed, by=by)


@in_transaction
def register_all(*, tournament: Tournament, by: Actor) -> int:
    """Register everybody who is entered and has not withdrawn, as :func:`register_entry` does; how
    many were not registered before."""
    lock_tournament(tournament.pk)
    waiting = list(tournament.entries.filter(registered=False, withdrawn_after=None))
    for entry in waiting:
        register_entry(
            entry=entry,
            registered=True,
            absent_rounds=entry.absent_rounds,
            group=entry.group,
            by=by,
        )
    return len(waiting)


@in_transaction
def register_newcomer(
    *, tournament: Tournament, name: Name, by: Actor, guests: bool = False, **facts: Any
) -> Entry:
    """Enter and register somebody at the desk: for every round, once the registration is closed
    for the next and all remaining ones. Who is not in the register yet is added to it, or with
    ``guests`` is a guest of this tournament alone. ``facts`` are further fields of the entry.

    Raises :class:`Refused` for somebody who is in the tournament already.
    """
    [entry] = add_names(
        tournament=tournament, names=[name], by=by, registered=False, guests=guests, **facts
    )
    register_entry(entry=entry, registered=True, absent_rounds=(), group="", by=by)
    return entry


@in_transaction
def close_registration(*, tournament: Tournament, by: Actor) -> None:
    """Close the registration: everybody who is registered gets a starting number, by strength
    as long as nobody is paired. Who comes now plays the remaining rounds.

    Raises :class:`Refused` when it is closed already.
    """
    tournament = lock_tournament(tournament.pk)
    if tournament.registration_is_closed:
        raise Refused(sentence(gettext_noop("The registration is already closed.")))
    # Reopened and closed again during play, the numbers stay: the pairings are made with them.
    if not RoundResult.objects.filter(round__tournament=tournament).exists():
        number_entries(tournament=tournament, by=by)
    _save_closing(tournament, closed=True, by=by)


@in_transaction
def reopen_registration(*, tournament: Tournament, by: Actor) -> None:
    """Open the registration again. Raises :class:`Refused` when it is open."""
    tournament = lock_tournament(tournament.pk)
    if not tournament.registration_is_closed:
        raise Refused(sentence(gettext_noop("The registration is open.")))
    _save_closing(tournament, closed=False, by=by)


def _save_closing(tournament: Tournament, *, closed: bool, by: Actor) -> None:
    before = tournament.registration_closed_at
    tournament.registration_closed_at = timezone.now() if closed else None
    tournament.save(update_fields=["registration_closed_at"])
    record(
        tournament_id=tournament.pk,
        action=LogEntry.Action.CLOSED if closed else LogEntry.Action.REOPENED,
        by=by,
        before=as_text({"registration_closed_at": before}),
        after=as_text({"registration_closed_at": tournament.registration_closed_at}),
    )


def _number_of(entry: Entry, tournament: Tournament, registered: bool) -> int | None:
    """Once the registration is closed, a newcomer gets the next number; who is no longer
    registered has none."""
    if not registered:
        return None
    if entry.number is None and tournament.registration_is_closed:
        last = tournament.entries.aggregate(last=Max("number"))["last"] or 0
        return int(last) + 1
    return entry.number


def _refuse_what_was_played(entry: Entry, registered: bool, absent: Collection[int]) -> None:
    results = RoundResult.objects.filter(entry=entry)
    played = set(results.values_list("round__number", flat=True))
    if played and not registered:
        stays = gettext_noop(
            "%(name)s has results and stays registered. Withdraw the player instead."
        )
        raise Refused(Problem(sentence(stays, name=entry.name), column="registered"))
    missed = sorted(played.intersection(absent) - set(entry.absent_rounds))
    if missed:
        has_one = gettext_noop("%(name)s already has a result in round %(round)s.")
        message = sentence(has_one, name=entry.name, round=missed[0])
        raise Refused(Problem(message, column="absent_rounds"))
