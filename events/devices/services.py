"""What is guessed and how much is sent: both are counted, and wait where it is too much.

Wrong codes of one address, and wrong words of one browser, are stored by a hash: nobody needs to
read from where somebody tried. A right code is answered whatever the count.

What a device sends is done once, whatever the network does: the same key, the same answer.

When a device was last there, its calls, and the clock; the switches, and the codes.
"""

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import timedelta
from typing import Any, Final, TypeVar

from django.db.models import QuerySet
from django.utils import timezone

from clubscore.database.prepared import Prepared
from clubscore.database.transactions import in_transaction
from clubscore.text.moments import is_lately, lately
from clubscore.web.visitors import Actor
from events.common.services import as_text, record
from events.devices.domain.clock import Clock, as_values
from events.devices.domain.codes import draw_code
from events.devices.domain.outcomes import TOO_MANY, DeviceRefused, Why
from events.models import LogEntry, WrongCode
from events.models.devices import (
    AbstractCall,
    AbstractClock,
    AbstractDevice,
    AbstractSettings,
    AbstractSubmission,
)

MAX_CODES: Final = 30

WINDOW: Final = timedelta(minutes=10)

CODE: Final = "code"
WORD: Final = "word"
NAME: Final = "name"
CLAIM: Final = "claim"

MAX_SENDS: Final = 30
"""What a device may send in a minute, shared with nobody."""

MAX_SENDS_WAITING: Final = 5
"""The same of a device that waits to be let in."""

MINUTE: Final = timedelta(minutes=1)

SEEN_EVERY: Final = timedelta(minutes=1)
"""So often is stored that a device was there: a write costs more than any poll."""

AGAIN: Final = timedelta(seconds=30)
"""A second call within this is the first one."""

S = TypeVar("S", bound=AbstractSubmission)
D = TypeVar("D", bound=AbstractDevice)
C = TypeVar("C", bound=AbstractCall)
P = TypeVar("P", bound=AbstractSettings)


def apply_preset(settings: P, preset: str, switches: Mapping[str, Any]) -> None:
    """Switch phones on by a preset; the display has its code from then on. Nothing is stored."""
    values = {"is_on": True, "preset": preset, **switches}
    for name, value in values.items():
        setattr(settings, name, value)
    settings.display_code = settings.display_code or draw_code()


def change_settings(settings: P, values: Mapping[str, Any], *, by: Actor, **of: Any) -> None:
    """Store and log the settings that are other ones, in the caller's transaction; ``of`` is whose
    log it is."""
    changed = {name: value for name, value in values.items() if getattr(settings, name) != value}
    if not changed:
        return
    before = {name: getattr(settings, name) for name in changed}
    for name, value in changed.items():
        setattr(settings, name, value)
    settings.revision += 1
    settings.save(update_fields=[*changed, "revision"])
    log_change(before, changed, by=by, **of)


def log_change(before: dict[str, Any], after: dict[str, Any], *, by: Actor, **of: Any) -> None:
    """Log that settings changed."""
    action = LogEntry.Action.CHANGED
    record(action=action, by=by, before=as_text(before), after=as_text(after), **of)


def is_blocked(*, kind: str, place: str, most: int = MAX_CODES) -> bool:
    """Whether too many wrong ones of a kind came from a place in the last ten minutes."""
    counted = _lately().filter(place=_hashed(kind, place))
    return counted.filter(count__gte=most).exists()


@in_transaction
def count_wrong(*, kind: str, place: str) -> None:
    """One more wrong one of a kind from a place; a count that is not of the last ten minutes
    begins again."""
    now = timezone.now()
    WrongCode.objects.exclude(**lately("since", WINDOW, now=now)).delete()
    counted, _made = WrongCode.objects.get_or_create(
        place=_hashed(kind, place), defaults={"since": now}
    )
    stored = WrongCode.objects.select_for_update().get(pk=counted.pk)
    if not is_lately(stored.since, WINDOW, now=now):
        stored.since, stored.count = now, 0
    stored.count += 1
    stored.save(update_fields=["count", "since"])


def blocked_places() -> int:
    """From how many places so many wrong codes or words came that others are refused there."""
    codes = _lately().filter(place__startswith=f"{CODE}:") | _lately().filter(
        place__startswith=f"{WORD}:"
    )
    return codes.filter(count__gte=MAX_CODES).count()


@in_transaction
def lift_wrong_codes() -> None:
    """Let everybody try again who typed wrong codes or words."""
    for kind in (CODE, WORD):
        WrongCode.objects.filter(place__startswith=f"{kind}:").delete()


def _lately() -> QuerySet[WrongCode]:
    return WrongCode.objects.filter(**lately("since", WINDOW, now=timezone.now()))


def _hashed(kind: str, place: str) -> str:
    return f"{kind}:{hashlib.sha256(place.encode()).hexdigest()[:48]}"


@dataclass(frozen=True, slots=True)
class Answer:
    """What came of something that was sent, in one word, and the values that its door wrote for
    the phone: stored for the key, and not read here."""

    outcome: str
    values: dict[str, Any]


def stored_answer(submissions: Prepared[S], *, device_id: int, key: str) -> Answer | None:
    """What a device was answered to this ``key`` before; ``submissions`` are those of both."""
    stored = submissions.first(device_id, key)
    return Answer(stored.outcome, stored.answer) if stored else None


def store_answer(
    submissions: QuerySet[S], answer: Answer, *, key: str, sent: dict[str, Any], **about: Any
) -> None:
    """Keep an answer for its key, in the caller's transaction; not of what may succeed a moment
    later."""
    if answer.outcome != Why.TOO_MANY:
        submissions.create(
            key=key,
            at=timezone.now(),
            outcome=answer.outcome,
            answer=answer.values,
            sent=sent,
            **about,
        )


def refuse_too_many(submissions: QuerySet[S], *, is_bound: bool) -> None:
    """Raise :class:`DeviceRefused` for a device that has sent too much in the last minute."""
    most = MAX_SENDS if is_bound else MAX_SENDS_WAITING
    if submissions.filter(**lately("at", MINUTE, now=timezone.now())).count() >= most:
        raise DeviceRefused(Why.TOO_MANY, TOO_MANY)


@in_transaction
def note_seen(*, kind: type[D], device_id: int) -> None:
    """A device of a wing asked: stored once a minute at most."""
    now = timezone.now()
    device = kind._default_manager.filter(pk=device_id)
    device.exclude(**lately("seen_at", SEEN_EVERY, now=now)).update(seen_at=now)


def open_call(calls: QuerySet[C], **about: Any) -> tuple[C, bool]:
    """The call of the last half minute that is ``about`` the same, or a new one; and whether it is
    new. In the caller's transaction."""
    now = timezone.now()
    recent = calls.filter(**lately("at", AGAIN, now=now), withdrawn_at=None, **about).first()
    return (recent, False) if recent else (calls.model(at=now, **about), True)


def answer_call(call: C, *, by: Actor) -> None:
    """Whoever was called comes. In the caller's transaction, which has locked the call."""
    call.answered_at, call.answered_by = timezone.now(), by.user
    call.save(update_fields=["answered_at", "answered_by"])


def store_clock(stored: AbstractClock, clock: Clock, *, before: Clock | None) -> None:
    """Keep a clock, and what an undo leads ``before`` it; ``None`` after an undo, which is not
    undone: twice the same key would otherwise change nothing. In the caller's transaction."""
    stored.round, stored.phase = clock.round, clock.phase
    stored.ends_at, stored.paused_left = clock.ends_at, clock.paused_left
    stored.message = clock.message
    stored.before = as_values(before) if before else {}
    stored.save()
