"""Binding browsers to tables: joining by a code, letting in, taking over, leaving, forgetting.

None of it is in the log: whether a phone is there changes no page of the session.
"""

import secrets
from dataclasses import dataclass, replace
from itertools import count
from typing import Final

from django.utils import timezone

from clubscore.database.transactions import in_transaction
from clubscore.text.problems import Refused
from events.common.services import keep, lock_session
from events.devices.domain.outcomes import DONE
from events.models import Session, TableDevice, TableEntrySettings
from events.tables.selectors.polls import hash_of
from events.tables.selectors.snapshot import Snapshot, current_snapshot
from events.tables.selectors.watch import may_let_in
from events.tables.selectors.whereabouts import round_of_table
from events.tables.services.marks import raise_revision

MAX_DEVICES: Final = 8
"""Of a table, that enter results; as many others wait to be let in."""

MAX_LOOKING: Final = 30
"""Of a table, that only look."""

KIND: Final = TableDevice.Kind

SIDES: Final = {"NS": ("NS", 0), "EW": ("EW", 0), "N": ("NS", 0), "S": ("NS", 1),
                "E": ("EW", 0), "W": ("EW", 1)}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Joined:
    """A bound device, and the token for its cookie."""

    device: TableDevice
    token: str


@in_transaction
def join(
    *,
    session_id: int,
    section_id: int,
    table: int,
    kind: str,
    side: str = "",
    name: str = "",
    token: str = "",
) -> Joined:
    """Bind a browser to a table. With the ``token`` of a device of the table it stays that one; of
    another table of the session, that binding ends.

    ``side`` is that of a pair's phone, in an individual its seat. The device waits to be let in
    where the settings want it. Raises :class:`Refused`.
    """
    # One at a time: of two that join at once, the second is the second device.
    lock_session(session_id)
    settings = _settings(session_id)
    state = current_snapshot(session_id)
    if state is None or not settings.is_on or state.session.is_finished:
        raise Refused.because("This table takes no results now.")
    place = section_id, table
    _forget_idle(place)
    device = _row(state, place, token)
    others = {pk: other for pk, other in state.devices.items() if pk != device.pk}
    fresh = secrets.token_urlsafe(32)
    device.kind, device.name, device.token_hash = kind, name[:80], hash_of(fresh)
    device.contestant_id = _contestant(state, place, side) if kind == KIND.PAIR else None
    device.side = side if device.contestant_id else ""
    device.seen_at = now = timezone.now()
    waits = _must_wait(replace(state, devices=others), settings, device)
    device.approved_at, device.revoked_at = None if waits else now, None
    _make_room(device)
    device.save()
    raise_revision(session_id)
    return Joined(device, fresh)


def _row(state: Snapshot, place: tuple[int, int], token: str) -> TableDevice:
    """The browser's own row at the table, however often it joins; else a new one, and what it was
    elsewhere ends."""
    if token:
        rows = TableDevice.objects.filter(token_hash=hash_of(token), session=state.session)
        device = rows.filter(section=place[0], table=place[1]).first()
        if device is not None:
            return device
        rows.filter(revoked_at=None).update(revoked_at=timezone.now())
    there = TableDevice.objects.filter(section=place[0], table=place[1])
    taken = set(there.values_list("number", flat=True))
    number = next(number for number in count(1) if number not in taken)
    return TableDevice(session=state.session, section_id=place[0], table=place[1], number=number)


def _forget_idle(place: tuple[int, int]) -> None:
    """Rows of a table that are bound no more, and never did anything."""
    gone = TableDevice.objects.filter(section=place[0], table=place[1], revoked_at__isnull=False)
    gone.exclude(submissions__outcome=DONE).delete()


def _make_room(device: TableDevice) -> None:
    """Those that enter results have their places; of those that look or wait the one that was seen
    longest ago gives way. Raises :class:`Refused`."""
    there = TableDevice.objects.filter(
        section=device.section_id, table=device.table, revoked_at=None
    ).exclude(pk=device.pk)
    if device.enters:
        if there.filter(approved_at__isnull=False).exclude(kind=KIND.LOOK).count() >= MAX_DEVICES:
            raise Refused.because(
                "%(count)s devices are bound to this table already. Ask the director.",
                count=MAX_DEVICES,
            )
        return
    looks = device.kind == KIND.LOOK
    like = there.filter(kind=KIND.LOOK) if looks else there.filter(approved_at=None)
    most = MAX_LOOKING if looks else MAX_DEVICES
    too_many = like.order_by("-seen_at", "-pk").values_list("pk", flat=True)[most - 1 :]
    TableDevice.objects.filter(pk__in=list(too_many)).update(revoked_at=timezone.now())


def _settings(session_id: int) -> TableEntrySettings:
    settings = TableEntrySettings.objects.filter(session=session_id).first()
    if settings is None:
        raise Refused.because("This table takes no results now.")
    return settings


def _contestant(state: Snapshot, place: tuple[int, int], side: str) -> int:
    """Who sits on a side of a table now. Raises :class:`Refused` when nobody does."""
    lines = state.index.at_table.get((place, round_of_table(state, place)), ())
    direction, partner = SIDES.get(side, ("", 0))
    if lines and direction:
        seated = lines[0].line.ns if direction == "NS" else lines[0].line.ew
        return seated[min(partner, len(seated) - 1)]
    raise Refused.because("Nobody sits there in this round. Choose a side.")


def _must_wait(state: Snapshot, settings: TableEntrySettings, device: TableDevice) -> bool:
    """Whether a bound device or the director has to let a new one in: a further one of a pair, and
    any from round 2 on, or once a pair has entered something at the table."""
    if device.kind == TableDevice.Kind.LOOK or settings.approve == settings.Approve.NEVER:
        return False
    if settings.approve == settings.Approve.ALWAYS:
        return True
    place = device.section_id, device.table
    bound = [other for other in state.devices.values() if other.enters]
    # That a phone is silent proves nothing: at a table it sleeps most of the time.
    if device.contestant_id and any(other.contestant_id == device.contestant_id for other in bound):
        return True
    # A photographed code is of no use once play has begun.
    number = round_of_table(state, place)
    entered = any(
        table_line.mark.entered is not None
        for table_line in state.index.at_table.get((place, number), ())
        if device.contestant_id in (None, *table_line.contestants)
    )
    at_table = sum((other.section_id, other.table) == place for other in bound)
    return entered or at_table >= 2 or number > 1


@in_transaction
def approve(*, session_id: int, device_id: int) -> TableDevice:
    """Let a device in that waits."""
    keep(Session, session_id)
    device = _device(session_id, device_id)
    if device.approved_at is None:
        device.approved_at = timezone.now()
        device.save(update_fields=["approved_at"])
        raise_revision(session_id)
    return device


@in_transaction
def approve_by_device(*, device_id: int, other_id: int) -> TableDevice:
    """A bound device lets another one in, where :func:`may_let_in` says so. Raises
    :class:`Refused`."""
    speaker = TableDevice.objects.get(pk=device_id, revoked_at=None)
    keep(Session, speaker.session_id)
    other = _device(speaker.session_id, other_id)
    state = current_snapshot(speaker.session_id)
    if state is None or not may_let_in(state, speaker, other):
        raise Refused.because("Only a device at this table or the director may allow that.")
    if other.approved_at is None:
        other.approved_at = timezone.now()
        other.save(update_fields=["approved_at"])
        raise_revision(speaker.session_id)
    return other


@in_transaction
def forget(*, session_id: int, device_id: int) -> None:
    """A device is bound no more; what it entered stays."""
    keep(Session, session_id)
    device = _device(session_id, device_id)
    if device.revoked_at is None:
        device.revoked_at = timezone.now()
        device.save(update_fields=["revoked_at"])
        raise_revision(session_id)


@in_transaction
def take_over(*, session_id: int, device_id: int) -> None:
    """A device becomes the only phone of its pair, or the only device of its table."""
    lock_session(session_id)
    device = _device(session_id, device_id)
    same = TableDevice.objects.filter(session=session_id, revoked_at=None, kind=device.kind)
    if device.contestant_id:
        same = same.filter(contestant=device.contestant_id)
    else:
        same = same.filter(section=device.section_id, table=device.table)
    now = timezone.now()
    same.exclude(pk=device.pk).update(revoked_at=now)
    TableDevice.objects.filter(pk=device.pk).update(approved_at=now)
    raise_revision(session_id)


@in_transaction
def leave(*, device_id: int) -> None:
    """A device unbinds itself."""
    device = TableDevice.objects.filter(pk=device_id, revoked_at=None).first()
    if device is not None:
        forget(session_id=device.session_id, device_id=device.pk)


@in_transaction
def change_kind(*, device_id: int, kind: str, side: str = "") -> TableDevice:
    """A device becomes another kind at its table. Whoever only looked waits as if it joined now.

    Raises :class:`Refused` for a side on which nobody sits.
    """
    device = TableDevice.objects.get(pk=device_id, revoked_at=None)
    lock_session(device.session_id)
    settings, state = _settings(device.session_id), current_snapshot(device.session_id)
    if state is None:
        raise Refused.because("This table takes no results now.")
    place = (device.section_id, device.table)
    contestant = _contestant(state, place, side) if kind == TableDevice.Kind.PAIR else None
    device.kind, device.contestant_id, device.side = kind, contestant, side if contestant else ""
    others = {pk: other for pk, other in state.devices.items() if pk != device.pk}
    now = timezone.now()
    waits = _must_wait(replace(state, devices=others), settings, device)
    device.approved_at = None if waits else device.approved_at or now
    device.save(update_fields=["kind", "contestant", "side", "approved_at"])
    raise_revision(device.session_id)
    return device


def _device(session_id: int, device_id: int) -> TableDevice:
    """A device of the session, for a change. Raises :class:`Refused` when it is gone."""
    table_devices = TableDevice.objects.select_for_update(of=("self",), no_key=True)
    device = table_devices.filter(pk=device_id, session=session_id).first()
    if device is None:
        raise Refused.because("This device was forgotten in the meantime.")
    return device
