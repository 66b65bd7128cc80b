"""What a device sends is done once, whatever the network does: the same key, the same answer.

A refusal is an answer as well; only what may succeed a moment later (too many at once) is not
stored. What came after the session was finished, or for a line that is gone, waits for the
director.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final, TypeAlias

from django.db import transaction
from django.utils import timezone

from clubscore.database.prepared import Prepared
from clubscore.text.letters import seat_letters
from clubscore.text.problems import Refused, sentence
from clubscore.web.visitors import Actor
from events.common.services import keep
from events.devices.domain.codes import DeviceName
from events.devices.domain.outcomes import DONE, DeviceRefused, Why
from events.devices.services import Answer, refuse_too_many, store_answer, stored_answer
from events.models import LineClaim, Session, Submission, TableCall, TableDevice, TravellerLine
from events.sessions.lines.services.saving import lock_line
from events.tables.domain.lines import WrittenResult
from events.tables.selectors.snapshot import Snapshot, current_snapshot
from events.tables.selectors.whereabouts import Whereabouts, whereabouts
from events.tables.services.marks import FINISHED, GONE, SWITCHED_OFF, raise_revision, refuse_device

MAX_LATE: Final = 10
"""Results that came too late and wait for the director, at a table."""


@dataclass(frozen=True, slots=True)
class Sender:
    """A device that sends, where it is, and as whom it is logged; ``line`` is what it sends
    something about, locked before the session was read."""

    device: TableDevice
    state: Snapshot
    here: Whereabouts
    line: TravellerLine | None = None

    @property
    def own_line(self) -> TravellerLine:
        """The line. Raises ``TravellerLine.DoesNotExist`` where there is none with its id."""
        if self.line is None:
            raise TravellerLine.DoesNotExist
        return self.line

    @property
    def side(self) -> str:
        """The side of a pair's phone in this round, empty for a table's device."""
        side = self.here.lines[0].side_of(self.here.pair) if self.here.lines else ""
        return side or self.device.side[:2]

    @property
    def actor(self) -> Actor:
        """The table instead of a user: ``Table A5, NS, device 2 (Safari on iPhone)``."""
        device = self.device
        place = f"{self.state.letters.get(device.section_id, '')}{self.here.table or device.table}"
        return Actor(device=str(DeviceName(place, self.side, device.number, device.name)))


@dataclass(frozen=True, slots=True)
class Sending:
    """Something that a device of a session sends, with its ``key``; ``written`` is all of it, as it
    is stored. ``respond`` writes the values of the answer, inside the transaction of what is
    done."""

    session_id: int
    device_id: int
    key: str
    written: dict[str, Any]
    respond: "Callable[[Outcome], dict[str, Any]]"


@dataclass(frozen=True, slots=True)
class Late:
    """What the director is told of a result that came too late: the board that the phone showed."""

    board: int | None
    result: WrittenResult


Made: TypeAlias = TableCall | LineClaim | None


@dataclass(frozen=True, slots=True)
class Outcome:
    """What came of something that was sent: it is done and ``made`` something, or refused.
    ``line_id`` is the line that it was about."""

    sender: Sender
    line_id: int | None
    made: Made = None
    refusal: DeviceRefused | None = None

    @property
    def word(self) -> str:
        return str(self.refusal.why) if self.refusal else DONE


def once(
    *,
    sending: Sending,
    line_id: int | None,
    act: Callable[[Sender], Made],
    when_finished: bool = False,
    late: Late | None = None,
    waiting: bool = False,
) -> Answer:
    """Do what a device sent, in the caller's transaction, or give the answer that is stored for
    its ``key``.

    ``act`` changes what it has to, and gives the call or the claim that it made.
    ``when_finished``: also after the session; ``waiting``: also for a device that waits to be let
    in; ``late``: what the director is told where it comes too late. Raises :class:`DeviceRefused`
    for a device that was forgotten, and for one that may not send anything, which leaves no trace.
    """
    device = _locked(sending)
    if not device.enters:
        refuse_device(device, waiting=waiting)
    submissions = Submission.objects.filter(device=device)
    stored = stored_answer(_SENT, device_id=device.pk, key=sending.key)
    if stored is not None:
        return stored
    sender = sender_of(device, _line(device, line_id))
    try:
        refuse_too_many(submissions, is_bound=device.is_bound)
        with transaction.atomic():
            if not when_finished:
                _refuse_closed(sender)
            outcome = Outcome(sender, line_id, made=act(sender))
    except DeviceRefused as refusal:
        outcome = Outcome(sender, line_id, refusal=refusal)
    except TravellerLine.DoesNotExist:
        outcome = Outcome(sender, None, refusal=DeviceRefused(Why.GONE, GONE))
    except Refused as refusal:
        impossible = DeviceRefused(Why.IMPOSSIBLE, *refusal.problems)
        outcome = Outcome(sender, line_id, refusal=impossible)
    answer = Answer(outcome.word, sending.respond(outcome))
    more = {"device": device, "line": sender.line}
    store_answer(submissions, answer, key=sending.key, sent=sending.written, **more)
    why = outcome.refusal.why if outcome.refusal else None
    if why and why.is_too_late and late is not None:
        _report_late(sender, late)
    return answer


def sender_of(device: TableDevice, line: TravellerLine | None) -> Sender:
    """A device with the session as it is stored now, that is after ``line`` was locked."""
    state = current_snapshot(device.session_id)
    if state is None:
        raise DeviceRefused(Why.CLOSED, SWITCHED_OFF)
    return Sender(device, state, whereabouts(state, device), line)


def _line(device: TableDevice, line_id: int | None) -> TravellerLine | None:
    if line_id is None:
        return None
    try:
        return lock_line(session_id=device.session_id, line_id=line_id)
    except TravellerLine.DoesNotExist:
        return None


_BOUND = Prepared(
    lambda device_id, session_id: TableDevice.objects.select_for_update(
        of=("self",), no_key=True
    ).filter(pk=device_id, session=session_id, revoked_at=None)
)
_SENT = Prepared(lambda device_id, key: Submission.objects.filter(device=device_id, key=key))


def _locked(sending: Sending) -> TableDevice:
    """The device, so that what it sends is done in its order."""
    keep(Session, sending.session_id)
    device = _BOUND.first(sending.device_id, sending.session_id)
    if device is not None:
        return device
    raise DeviceRefused(
        Why.FORGOTTEN, sentence("This phone is not bound to a table any more. Ask the director.")
    )


def _refuse_closed(sender: Sender) -> None:
    if sender.state.session.is_finished:
        raise DeviceRefused(Why.CLOSED, FINISHED)
    if not sender.state.settings.is_on:
        raise DeviceRefused(Why.CLOSED, SWITCHED_OFF)


def _report_late(sender: Sender, late: Late) -> None:
    """What came too late waits for the director: each result once, and not without end."""
    device, line = sender.device, sender.line
    board, note = line.board if line else late.board, _described(late.result)
    calls = TableCall.objects.filter(
        section=device.section_id, table=device.table, kind=TableCall.Kind.LATE, answered_at=None
    )
    if not note or calls.filter(board=board, note=note).exists() or calls.count() >= MAX_LATE:
        return
    TableCall.objects.create(
        session_id=device.session_id,
        section_id=device.section_id,
        table=device.table,
        device=device,
        at=timezone.now(),
        kind=TableCall.Kind.LATE,
        board=board,
        line=line,
        note=note,
    )
    raise_revision(device.session_id)


def _described(result: WrittenResult) -> str:
    """A result as a director types it."""
    if result.passed:
        return "P"
    if result.not_played:
        return "NP"
    if result.level < 0 or result.tricks < 0:
        return ""
    over = result.tricks - result.level - 6
    made = "=" if over == 0 else f"{over:+d}"
    contract = f"{result.level}{result.strain}{result.doubled}"
    return f"{contract}{seat_letters(result.declarer)}{made}"[:60]
