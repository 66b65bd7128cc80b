"""What a device sends is done once, whatever the network does: the same key, the same answer.

A refusal is an answer as well; only what may succeed a moment later (too many at once) is not
stored. What came too late waits for the arbiter.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final, TypeAlias

from django.db import transaction
from django.utils import timezone

from clubscore.database.prepared import Prepared
from clubscore.text.problems import Refused, sentence
from clubscore.web.visitors import Actor
from events.common.services import keep, lock_tournament
from events.devices.domain.outcomes import DONE, DeviceRefused, Why
from events.devices.services import Answer, refuse_too_many, store_answer, stored_answer
from events.hall.selectors.games import SIDES, Asker, asker
from events.hall.selectors.rights import KIND
from events.hall.services.settings import raise_revision
from events.models import HallCall, HallDevice, HallRequest, HallSubmission, LineUp, Tournament

MAX_LATE: Final = 10
"""Things that came too late and wait for the arbiter, of a device."""

FORGOTTEN: Final = sentence("This phone is not bound any more. Scan the code again.")

ONLY_LOOKS: Final = sentence("This phone only looks. Scan the code and choose your name.")

FINISHED: Final = sentence("The tournament is finished. Speak to the arbiter.")

SWITCHED_OFF: Final = sentence("The arbiter has switched off the phones. Use paper.")

Made: TypeAlias = HallCall | HallRequest | LineUp | None


@dataclass(frozen=True, slots=True)
class Sending:
    """Something that a device sends, with its ``key``; ``written`` is all of it, as it is stored.
    ``respond`` writes the values of the answer, inside the transaction of what is done."""

    tournament_id: int
    device_id: int
    key: str
    written: dict[str, Any]
    respond: "Callable[[Outcome], dict[str, Any]]"


@dataclass(frozen=True, slots=True)
class Outcome:
    """What came of something that was sent: it is done and ``made`` something, or refused.
    ``game_id`` is the game that it was about."""

    found: Asker
    game_id: int | None = None
    made: Made = None
    refusal: DeviceRefused | None = None

    @property
    def word(self) -> str:
        return str(self.refusal.why) if self.refusal else DONE


def once(
    *,
    sending: Sending,
    act: Callable[[Asker], Made],
    game_id: int | None = None,
    late: Callable[[Asker], None] | None = None,
    changes_entry: bool = False,
) -> Answer:
    """Do what a device sent, in the caller's transaction, or give the answer that is stored for
    its ``key``.

    ``act`` changes what it has to, and gives the call or the request that it made; ``late`` tells
    the arbiter where it comes too late; ``changes_entry``: the tournament is locked first,
    as whoever changes an entry does. Raises :class:`DeviceRefused` for a device that was
    forgotten, and for one that only looks, which leave no trace.
    """
    if changes_entry:
        lock_tournament(sending.tournament_id)
    found = _locked(sending)
    if found.device.kind == KIND.LOOK:
        raise DeviceRefused(Why.NOT_ALLOWED, ONLY_LOOKS)
    submissions = HallSubmission.objects.filter(device=found.device)
    stored = stored_answer(_SENT, device_id=found.device.pk, key=sending.key)
    if stored is not None:
        return stored
    try:
        refuse_too_many(submissions, is_bound=True)
        with transaction.atomic():
            _refuse_closed(found)
            outcome = Outcome(found, game_id, made=act(found))
    except DeviceRefused as refusal:
        outcome = Outcome(found, game_id, refusal=refusal)
    except Refused as refusal:
        impossible = DeviceRefused(Why.IMPOSSIBLE, *refusal.problems)
        outcome = Outcome(found, game_id, refusal=impossible)
    answer = Answer(outcome.word, sending.respond(outcome))
    store_answer(submissions, answer, key=sending.key, sent=sending.written, device=found.device)
    if late and outcome.word == Why.CLOSED:
        late(found)
    return answer


_BOUND = Prepared(
    lambda device_id: (
        HallDevice.objects.select_for_update(of=("self",), no_key=True)
        .filter(pk=device_id, revoked_at=None)
        .only("pk")
    )
)
_SENT = Prepared(lambda device_id, key: HallSubmission.objects.filter(device=device_id, key=key))


def _locked(sending: Sending) -> Asker:
    """The device, so that what it sends is done in its order."""
    keep(Tournament, sending.tournament_id)
    found = asker(sending.device_id) if _BOUND.first(sending.device_id) else None
    if found is None:
        raise DeviceRefused(Why.FORGOTTEN, FORGOTTEN)
    return found


def _refuse_closed(found: Asker) -> None:
    if found.tournament.is_finished:
        raise DeviceRefused(Why.CLOSED, FINISHED)
    if not found.settings.is_on:
        raise DeviceRefused(Why.CLOSED, SWITCHED_OFF)


def report_late(found: Asker, what: str = "", number: int | None = None) -> None:
    """What came too late, or who came after the check-in of the round ``number``, waits for the
    arbiter: each thing once, and not without end."""
    kind = HallCall.Kind.LATE if number is None else HallCall.Kind.CHECK_IN
    told = {"kind": kind, "note": what, "round": number}
    calls = HallCall.objects.filter(device=found.device, answered_at=None)
    late = calls.exclude(kind=HallCall.Kind.CALL)
    if calls.filter(**told).exists() or late.count() >= MAX_LATE:
        return
    HallCall.objects.create(
        tournament=found.tournament, device=found.device, at=timezone.now(), **told
    )
    raise_revision(found.tournament.pk)


def named(device: HallDevice, side: int | None) -> str:
    """A device as the log has it: ``White, device 3 (Safari on iPhone)``."""
    of_side = f"{SIDES[side].capitalize()}, " if side else ""
    browser = f" ({device.name})" if device.name else ""
    return f"{of_side}device {device.pk}{browser}"


def actor_of(text: str) -> Actor:
    """Phones instead of a user."""
    return Actor(device=text)
