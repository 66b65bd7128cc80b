"""What a player's phone asks for besides results: the arbiter, a bye, to be here or to leave."""

from functools import partial

from django.utils import timezone

from clubscore.database.transactions import in_transaction
from clubscore.text.problems import Refused, sentence
from clubscore.web.visitors import Actor
from events.common.services import lock_tournament
from events.devices.domain.outcomes import DeviceRefused, Why
from events.devices.services import Answer, open_call
from events.hall.domain.asking import Kind, Standing, refuse
from events.hall.selectors.games import Asker, asker
from events.hall.selectors.phones import rounds_with_pairings
from events.hall.selectors.rights import KIND, is_proven
from events.hall.selectors.state import is_expected, late_for
from events.hall.services.settings import raise_revision
from events.hall.services.submissions import Made, Sending, once, report_late
from events.models import (
    Entry,
    HallCall,
    HallDevice,
    HallRequest,
    HallSettings,
    Presence,
    RoundResult,
    Tournament,
)
from events.tournaments.core.domain.results import Code
from events.tournaments.entries.services.entries import change_entry, withdraw_entry
from events.tournaments.entries.services.registration import register_as_is

CLOSED = sentence("Check-in is closed. Please go to the arbiter.")

NO_CALLS = sentence("Phones are off during the games here. Go to the arbiter.")

ONLY_PLAYERS = sentence("Only a player’s phone can do this.")

NO_REQUESTS = sentence("Speak to the arbiter about byes and withdrawals.")

DECIDED = sentence("This was decided already.")


@in_transaction
def call(*, sending: Sending, withdraw: bool) -> Answer:
    """Call the arbiter, or take the own call back. A second call within half a minute is the first
    one."""

    def act(found: Asker) -> Made:
        device = found.device
        calls = HallCall.objects.filter(device=device, kind=HallCall.Kind.CALL)
        if withdraw:
            open_calls = calls.filter(withdrawn_at=None, answered_at=None)
            open_calls.update(withdrawn_at=timezone.now())
            raise_revision(found.tournament.pk)
            return None
        is_tablet = device.kind in (KIND.BOARD, KIND.TABLET)
        if not is_tablet and not found.settings.calls:
            raise DeviceRefused(Why.NOT_ALLOWED, NO_CALLS)
        if is_tablet and not is_proven(device, found.number):
            raise DeviceRefused(Why.NOT_ALLOWED, sentence("This device waits to be let in."))
        about = {"device": device, "tournament": found.tournament, "kind": HallCall.Kind.CALL}
        made, is_new = open_call(calls, **about)
        if is_new:
            made.board = _board(found)
            # An answer is over with the round.
            made.round = found.number
            made.save()
            raise_revision(found.tournament.pk)
        return made

    return once(sending=sending, act=act)


def _board(found: Asker) -> int | None:
    device = found.device
    if device.board is not None or device.entry_id is None:
        return device.board
    own = RoundResult.objects.filter(
        entry=device.entry_id,
        round__tournament=found.tournament,
        round__number=found.number,
        game__isnull=False,
    )
    return own.values_list("game__board_number", flat=True).first()


@in_transaction
def check_in(*, sending: Sending, number: int, here: bool) -> Answer:
    """A player is here for the round whose check-in is open, or not after all."""

    def act(found: Asker) -> Made:
        say_here(
            entry=_own_entry(found),
            number=number,
            here=here,
            settings=found.settings,
            device=found.device,
        )
        return None

    late = partial(report_late, number=number) if here else None
    return once(sending=sending, act=act, late=late, changes_entry=True)


@in_transaction
def door_check_in(*, device_id: int, here: bool) -> None:
    """Whose phone has just joined and who says so is ``here``; where the check-in was closed
    without the player the arbiter is told, and where none is open nothing happens. Raises
    :class:`DeviceRefused` as :func:`say_here` does."""
    found = asker(device_id)
    if found is None or found.device.entry_id is None or found.tournament.is_finished:
        return
    lock_tournament(found.tournament.pk)
    late = late_for(found)
    if late is not None:
        report_late(found, number=late)
    if not here or found.settings.check_in is None:
        return
    say_here(
        entry=_own_entry(found),
        number=found.settings.check_in,
        here=True,
        settings=found.settings,
        device=found.device,
    )


def say_here(
    *, entry: Entry, number: int, here: bool, settings: HallSettings, device: HallDevice
) -> None:
    """Store that somebody is here, in the caller's transaction. Raises :class:`DeviceRefused` where
    the check-in of the round is not open, or the player is not in its list."""
    if settings.check_in != number:
        if number <= settings.check_in_closed:
            raise DeviceRefused(Why.CLOSED, CLOSED)
        closed = sentence("Check-in for round %(round)s is not open.", round=number)
        raise DeviceRefused(Why.CHANGED, closed)
    given = RoundResult.objects.filter(entry=entry, round__number=number)
    if not is_expected(entry, number) or given.exists():
        away = sentence("You do not play in round %(round)s.", round=number)
        raise DeviceRefused(Why.CHANGED, away)
    there = Presence.objects.filter(entry=entry, round=number)
    if here and not there.exists():
        Presence.objects.create(entry=entry, round=number, at=timezone.now(), device=device)
        register_present(entry, by=Actor(device=f"device {device.pk}"))
    elif not here:
        there.delete()
    raise_revision(settings.tournament_id)


def register_present(entry: Entry, *, by: Actor) -> None:
    """Who is here is registered, for every round that is not paired yet."""
    if not entry.registered or entry.number is None:
        register_as_is(entry, by=by)


def _own_entry(found: Asker) -> Entry:
    if found.device.entry_id is None:
        raise DeviceRefused(Why.NOT_ALLOWED, ONLY_PLAYERS)
    return Entry.objects.get(pk=found.device.entry_id)


@in_transaction
def ask(*, sending: Sending, kind: str, number: int | None, note: str) -> Answer:
    """Ask for a bye in a round, or to withdraw. Byes within the rules are granted at once where the
    settings say so."""

    def act(found: Asker) -> Made:
        if not found.settings.requests:
            raise DeviceRefused(Why.NOT_ALLOWED, NO_REQUESTS)
        wanted = Kind(kind)
        if (wanted is Kind.WITHDRAW) is not (number is None):
            raise DeviceRefused(Why.IMPOSSIBLE, sentence("A bye is of a round."))
        entry = _own_entry(found)
        refuse(wanted, number or 0, standing_of(entry, found.tournament, found.settings))
        made = HallRequest.objects.create(
            entry=entry,
            kind=wanted,
            round=number or 0,
            note=note,
            device=found.device,
            at=timezone.now(),
        )
        is_by_rules = found.settings.decision == HallSettings.Decision.AUTO
        if is_by_rules and wanted is not Kind.WITHDRAW:
            _grant(made, found.tournament, Actor(device=f"device {found.device.pk}"))
        raise_revision(found.tournament.pk)
        return made

    return once(sending=sending, act=act, changes_entry=True)


def standing_of(entry: Entry, tournament: Tournament, settings: HallSettings) -> Standing:
    """What a player has and asks for, beside the rules."""
    open_requests = HallRequest.objects.filter(entry=entry, state=HallRequest.State.OPEN)
    asked = dict(open_requests.values_list("round", "kind"))
    given = RoundResult.objects.filter(entry=entry, bye=Code.HALF_BYE.value)
    half = {
        *given.values_list("round__number", flat=True),
        *(number for number, bye in entry.missed_rounds.items() if bye is Code.HALF_BYE),
        *(number for number, kind in asked.items() if kind == Kind.HALF_BYE),
    }
    return Standing(
        rounds=tournament.rounds_planned,
        paired=rounds_with_pairings(tournament.pk),
        most_half_byes=settings.half_byes,
        last_half_bye=settings.last_bye_round,
        half_byes=tuple(sorted(half)),
        absent=frozenset(entry.absent_rounds),
        open=asked,
        has_left=entry.withdrawn_after is not None,
    )


@in_transaction
def take_request_back(*, sending: Sending, request_id: int) -> Answer:
    """A player does not ask any more."""

    def act(found: Asker) -> Made:
        own = HallRequest.objects.select_for_update(of=("self",), no_key=True).filter(
            pk=request_id, entry=found.device.entry_id or 0
        )
        stored = own.first()
        if stored is None:
            raise DeviceRefused(Why.GONE, sentence("There is no such request."))
        if stored.state != HallRequest.State.OPEN:
            raise DeviceRefused(Why.CHANGED, DECIDED)
        _decide(stored, HallRequest.State.WITHDRAWN, by=Actor())
        raise_revision(found.tournament.pk)
        return stored

    return once(sending=sending, act=act)


class AlreadyDecided(Refused):
    """Another director, or the player, was quicker."""


@in_transaction
def decide_request(
    *, tournament: Tournament, request_id: int, grant: bool, reason: str, by: Actor
) -> HallRequest:
    """The arbiter grants what a player asks for, or refuses it with a reason. Raises
    :class:`AlreadyDecided`, and :class:`Refused` where it cannot be granted any more."""
    lock_tournament(tournament.pk)
    found = HallRequest.objects.select_for_update(of=("self",), no_key=True).filter(
        pk=request_id, entry__tournament=tournament
    )
    stored = found.first()
    if stored is None or stored.state != HallRequest.State.OPEN:
        raise AlreadyDecided(DECIDED)
    if grant:
        _grant(stored, tournament, by)
    else:
        stored.reason = reason
        _decide(stored, HallRequest.State.REFUSED, by=by)
    raise_revision(tournament.pk)
    return stored


def _grant(stored: HallRequest, tournament: Tournament, by: Actor) -> None:
    entry = Entry.objects.get(pk=stored.entry_id)
    paired = rounds_with_pairings(tournament.pk)
    if stored.kind == Kind.WITHDRAW:
        withdraw_entry(entry=entry, after_round=max(paired, default=0), by=by)
    else:
        if stored.round in paired:
            raise Refused.because(
                "Round %(round)s is paired by now: change its pairings instead.", round=stored.round
            )
        entry.absent_rounds = sorted({*entry.absent_rounds, stored.round})
        if stored.kind == Kind.HALF_BYE:
            byes = {**entry.asked_byes, str(stored.round): Code.HALF_BYE.value}
            entry.asked_byes = {number: byes[number] for number in sorted(byes, key=int)}
        # How many half-point byes a player may ask for was set on purpose.
        change_entry(entry=entry, fields=["absent_rounds", "asked_byes"], by=by, is_confirmed=True)
    _decide(stored, HallRequest.State.GRANTED, by=by)


def _decide(stored: HallRequest, state: str, *, by: Actor) -> None:
    stored.state, stored.decided_at, stored.decided_by = state, timezone.now(), by.user
    stored.save(update_fields=["state", "reason", "decided_at", "decided_by"])
