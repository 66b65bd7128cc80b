"""Registering the players of a tournament, until the registration is closed and after.

Source: the register file's grammar (REG, ROUNDS, GROUP), which is the same for a file and for
the desk: who comes after the closing is registered for the next and all remaining rounds.

A list of members for a tournament: they come into the register, or are known there, and who is
not entered yet is entered.

A file of players for a tournament: everybody comes into the register and into the tournament,
or nobody does.
"""

from collections.abc import Callable, Collection, Generator, Sequence
from typing import Any

from django.db import transaction
from django.db.models import Max
from django.utils import timezone

from clubscore.database.transactions import in_transaction
from clubscore.text.problems import Problem, Refused, gettext_noop, sentence
from clubscore.web.visitors import Actor
from events.common.services import as_text, lock_tournament, record
from events.models import Entry, LogEntry, RoundResult, Team, Tournament
from events.models.entry import team_key
from events.models.tournament import MAX_ROUNDS
from events.tournaments.core.domain.results import Code
from events.tournaments.core.selectors.entries import registration_of
from events.tournaments.core.selectors.rounds import has_pairings
from events.tournaments.core.services import change_details, read_again
from events.tournaments.entries.services.entries import (
    add_entries,
    add_names,
    change_entry,
    entry_of,
    late_go_by_strength,
    team_named,
)
from events.tournaments.entries.services.numbering import make_room, number_entries
from events.tournaments.pairing.selectors import rounds_needed
from players.domain.members.choices import NO_CHOICES, Choices
from players.domain.members.member import Member
from players.domain.names import Name
from players.domain.register_rows import Reading
from players.domain.registration import read_group
from players.formats.members.reading import Members
from players.formats.register import unwatched
from players.models import Player
from players.selectors.register import BATCH_SIZE, players_by_number
from players.services.importing import Imported, exhausted, import_in_steps, import_members


@in_transaction
def register_entry(
    *,
    entry: Entry,
    registered: bool,
    absent_rounds: Collection[int],
    group: str,
    by: Actor,
    half_rounds: Collection[int] | None = None,
    is_confirmed: bool = False,
) -> None:
    """Save whether a player is registered, the rounds not attended, those with a half-point bye
    (``None``: as before), and the group as typed.

    Raises :class:`Asked` as :func:`change_entry` does, and :class:`Refused` for what is no group,
    for a round that there is not, and when the player has a result in a round that would not be
    attended, or at all.
    """
    tournament = lock_tournament(entry.tournament_id)
    read_again(entry)
    absent = sorted(set(absent_rounds))
    registration = registration_of(tournament)
    # The rounds are sorted: the first and the last bound all of them.
    if absent and not 1 <= absent[0] <= absent[-1] <= registration.rounds:
        beyond = next(number for number in absent if not 1 <= number <= registration.rounds)
        raise Refused.because(
            "There is no round %(round)s: the tournament has %(rounds)s.",
            round=beyond,
            rounds=registration.rounds,
        )
    if registered and (not entry.registered or entry.number is None):
        # A latecomer has missed the rounds that are paired already, whether or not the registration
        # was closed before the first of them.
        absent = sorted({*absent, *range(1, registration.next_round)})
    _refuse_what_was_played(entry, registered)
    changes = {
        "registered": registered,
        "absent_rounds": absent,
        "asked_byes": _asked_byes(entry, absent, half_rounds),
        "group": read_group(group),
        "number": _number_of(entry, tournament, by, registered=registered),
    }
    changed = [field for field, value in changes.items() if getattr(entry, field) != value]
    for field in changed:
        setattr(entry, field, changes[field])
    change_entry(entry=entry, fields=changed, by=by, is_confirmed=is_confirmed)
    if "number" in changed and registration.closed and not has_pairings(tournament.pk):
        _plan_rounds(tournament, by)


def _asked_byes(
    entry: Entry, absent: Collection[int], half: Collection[int] | None
) -> dict[str, str]:
    """The byes asked for, by the round as text: who attends a round after all has none in it."""
    before = {int(number): bye for number, bye in entry.asked_byes.items()}
    if half is not None:
        before = {number: bye for number, bye in before.items() if bye != Code.HALF_BYE}
        before |= dict.fromkeys(half, Code.HALF_BYE.value)
    return {str(number): before[number] for number in sorted(before) if number in absent}


@in_transaction
def register_all(*, tournament: Tournament, by: Actor) -> int:
    """Register everybody who is entered and has not withdrawn, as :func:`register_entry` does; how
    many were not registered before."""
    lock_tournament(tournament.pk)
    waiting = list(tournament.entries.filter(registered=False, withdrawn_after=None))
    for entry in waiting:
        register_as_is(entry, by=by)
    return len(waiting)


def register_as_is(entry: Entry, *, by: Actor) -> None:
    """Register somebody with the group and the absences that are known."""
    register_entry(
        entry=entry, registered=True, absent_rounds=entry.absent_rounds, group=entry.group, by=by
    )


@in_transaction
def register_newcomer(
    *, tournament: Tournament, name: Name, by: Actor, guests: bool = False, **facts: Any
) -> Entry:
    """Enter and register somebody at the desk: for every round, once the registration is closed
    for the next and all remaining ones. Who is not in the register yet is added to it, or with
    ``guests`` is a guest of this tournament alone. ``facts`` are what :func:`add_names` takes
    besides.

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
    as long as nobody is paired. Who comes now plays the remaining rounds. A knock-out and a round
    robin get the rounds that their players make.

    Raises :class:`Refused` when it is closed already.
    """
    tournament = lock_tournament(tournament.pk)
    if tournament.registration_is_closed:
        raise Refused.because("The registration is already closed.")
    # Reopened and closed again during play, the numbers stay: the pairings are made with them.
    if has_pairings(tournament.pk):
        _number_the_rest(tournament, by)
    else:
        number_entries(tournament=tournament, by=by)
        _plan_rounds(tournament, by)
    _save_closing(tournament, closed=True, by=by)


@in_transaction
def reopen_registration(*, tournament: Tournament, by: Actor) -> None:
    """Open the registration again. Raises :class:`Refused` when it is open."""
    tournament = lock_tournament(tournament.pk)
    if not tournament.registration_is_closed:
        raise Refused.because("The registration is open.")
    _save_closing(tournament, closed=False, by=by)


def _plan_rounds(tournament: Tournament, by: Actor) -> None:
    """Plan the rounds that the numbered players make, where they decide it."""
    needed = rounds_needed(tournament)
    if needed and needed != tournament.rounds_planned and needed <= MAX_ROUNDS:
        tournament.rounds_planned = needed
        change_details(tournament=tournament, fields=["rounds_planned"], by=by)


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


def _number_the_rest(tournament: Tournament, by: Actor) -> None:
    """Who is registered and has no number gets one, as somebody who comes late."""
    for entry in tournament.entries.filter(registered=True, number=None).order_by("pk"):
        register_entry(
            entry=entry,
            registered=True,
            absent_rounds=entry.absent_rounds,
            group=entry.group,
            by=by,
        )


def _number_of(entry: Entry, tournament: Tournament, by: Actor, *, registered: bool) -> int | None:
    """Once the registration is closed, or others have numbers, a newcomer gets the next one: nobody
    who is registered is left out of the pairings. Who is no longer registered has none."""
    if not registered:
        return None
    is_late = tournament.registration_is_closed or tournament.entries.exclude(number=None).exists()
    if entry.number is None and is_late:
        if late_go_by_strength(tournament):
            return make_room(entry, tournament, by)
        last = tournament.entries.aggregate(last=Max("number"))["last"] or 0
        return int(last) + 1
    return entry.number


def _refuse_what_was_played(entry: Entry, registered: bool) -> None:
    if not registered and RoundResult.objects.filter(entry=entry).exists():
        raise Refused(
            Problem(
                sentence(
                    "%(name)s has results and stays registered. Withdraw the player instead.",
                    name=entry.name,
                ),
                column="registered",
            )
        )


@in_transaction
def enter_members(
    *,
    tournament: Tournament,
    members: Members,
    by: Actor,
    choices: Choices = NO_CHOICES,
    seen: str | None = None,
) -> Imported:
    """Import a list into the register, and enter its players: registered or not, in the rounds they
    attend, with their groups and in their teams. Those who are entered already stay as they are.

    Raises :class:`Refused` as :func:`~players.services.importing.import_members` does, and when the
    tournament is no longer what the list was read for.
    """
    # The register first and its players, then the tournament: the order of all locks.
    imported = import_members(members=members, by=by, choices=choices, seen=seen)
    players = _locked([number for _, number in imported.present])
    current = lock_tournament(tournament.pk)
    if registration_of(current) != members.registration:
        raise Refused(sentence(_CHANGED))
    entered = set(current.entries.values_list("player_id", flat=True))
    entering = [
        (member, _entry(member, players[number], current))
        for member, number in imported.present
        if number not in entered
    ]
    if entering:
        _seat(entering, current)
        entries = [entry for _, entry in entering]
        add_entries(tournament=current, entries=entries, by=by)
    return imported


def _seat(entering: Sequence[tuple[Member, Entry]], tournament: Tournament) -> None:
    """Put new entries into their teams, made where there are none: first who has a board, then the
    others behind the last, in the order of the list."""
    teams: dict[str, Team] = {}
    taken: dict[str, dict[int, str]] = {}
    in_teams = [(member, entry) for member, entry in entering if team_key(member.team)]
    for member, entry in sorted(in_teams, key=lambda pair: pair[0].team_place is None):
        key = team_key(member.team)
        if key not in teams:
            teams[key] = team_named(tournament, member.team)
            taken[key] = {each.team_place or 0: each.name for each in teams[key].members.all()}
        places = taken[key]
        place = member.team_place or max(places, default=0) + 1
        if place in places:
            message = sentence(
                "Line %(line)s: board %(board)s of %(team)s is %(name)s’s.",
                line=member.line,
                board=place,
                team=teams[key].name,
                name=places[place],
            )
            raise Refused(Problem(message, column="team_place", value=str(place)))
        entry.team, entry.team_place = teams[key], place
        places[place] = entry.name


def _entry(member: Member, player: Player, tournament: Tournament) -> Entry:
    every_round = range(1, tournament.rounds_planned + 1)
    return entry_of(
        player,
        tournament,
        registered=member.registered,
        group=member.group,
        absent_rounds=[each for each in every_round if each not in member.rounds],
    )


def _locked(numbers: Sequence[int]) -> dict[int, Player]:
    """The players of these numbers, whom nobody merges or deletes until the transaction ends."""
    players: dict[int, Player] = {}
    wanted = sorted(numbers)
    for start in range(0, len(wanted), BATCH_SIZE):
        players |= players_by_number(wanted[start : start + BATCH_SIZE], lock=True)
    return players


_CHANGED = gettext_noop(
    "The tournament has changed in the meantime: its rounds, or whether the registration is closed."
    " Look at the file again."
)


def enter_file(
    *,
    tournament: Tournament,
    reading: Reading,
    by: Actor,
    watch: Callable[[int], object] = unwatched,
) -> list[Entry]:
    """Add the players of a checked file to the register, and enter them: registered or not, in
    the rounds they attend, with their groups.

    ``watch`` is called with the number stored so far. Raises :class:`Refused` when somebody is in
    the register by now, and when the tournament is no longer what the file was read for.
    """
    return exhausted(enter_file_in_steps(tournament=tournament, reading=reading, by=by), watch)


def enter_file_in_steps(
    *, tournament: Tournament, reading: Reading, by: Actor
) -> Generator[int, None, list[Entry]]:
    """Like :func:`enter_file`; yields the number stored so far after each step.

    All steps are one transaction: a caller who stops before the end enters nobody.
    """
    with transaction.atomic():
        # The register first, as everybody does who adds players to it and to a tournament.
        players = yield from import_in_steps(reading=reading, by=by)
        current = lock_tournament(tournament.pk)
        if registration_of(current) != reading.registration:
            raise Refused.because(
                "The tournament has changed in the meantime: its rounds, or whether the "
                "registration is closed. Look at the file again."
            )
        every_round = range(1, current.rounds_planned + 1)
        entries = [
            entry_of(
                player,
                current,
                registered=row.registered,
                group=row.group,
                absent_rounds=[number for number in every_round if number not in row.rounds],
            )
            for player, row in zip(players, reading.rows, strict=True)
        ]
        return add_entries(tournament=current, entries=entries, by=by)
