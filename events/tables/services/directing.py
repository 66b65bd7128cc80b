"""What the director does to the results of the tables: everything in the one log, by one undo.

Finishing a session whose tables enter results: what both sides did not agree on is settled
first (Law 8C: all scores entered without objection).

The director's keys of the round clock. None of it is in the log: it changes no result.
"""

from dataclasses import replace
from datetime import datetime
from typing import Any, Final

from django.utils import timezone

from clubscore.database.transactions import in_transaction
from clubscore.text.problems import Refused, gettext_noop, sentence
from clubscore.web.visitors import Actor
from events.common.services import keep, lock_session, non_blank
from events.devices.domain import clock as rules
from events.devices.domain.clock import Clock, Phase
from events.devices.services import store_clock
from events.models import (
    LogEntry,
    RoundClock,
    Session,
    TableCall,
    TableDevice,
    TableEntrySettings,
    TableMark,
    TravellerLine,
)
from events.models.line import STATE_FIELDS
from events.sessions.lines.services.saving import change_line, lock_line, lock_lines
from events.sessions.setup.services import sessions
from events.tables.domain.lines import LineState
from events.tables.selectors.hall import clock_of, state_text, timetable
from events.tables.selectors.snapshot import current_snapshot
from events.tables.selectors.watch import unsettled
from events.tables.services.joining import forget
from events.tables.services.marks import log_agreement, raise_revision, write_mark

_EMPTY_STATE: dict[str, Any] = {
    name: TravellerLine._meta.get_field(name).get_default()  # type: ignore[union-attr]
    for name in STATE_FIELDS
}

_CHANGES = (LogEntry.Action.ENTERED, LogEntry.Action.CLEARED)


@in_transaction
def give_back(*, session_id: int, line_id: int, by: Actor) -> TravellerLine:
    """A result of the director becomes the table's own again: its phones may change it, and its
    opponents confirm it."""
    line = lock_line(session_id=session_id, line_id=line_id)
    write_mark(
        line,
        entered_version=line.version,
        entered_side="",
        entered_device=None,
        confirmed_version=None,
        objected_version=None,
        proposal=None,
    )
    raise_revision(session_id, marks=True)
    return line


@in_transaction
def confirm_line(*, session_id: int, line_id: int, version: int, by: Actor) -> bool:
    """The director confirms a result of the tables, also over an objection. Returns whether
    anything was to be confirmed; raises :class:`Refused` when it has changed meanwhile."""
    line = lock_line(session_id=session_id, line_id=line_id)
    if version != line.version:
        raise Refused.because(
            "Board %(board)s has another result by now. Look at it again.", board=line.board
        )
    mark = TableMark.objects.filter(line=line).first()
    if line.is_empty or (mark and mark.confirmed_version == line.version):
        return False
    _confirm(line, by)
    return True


@in_transaction
def confirm_table(
    *, session_id: int, section_id: int, table: int, by: Actor, reason: str = ""
) -> int:
    """Confirm every result of a table that waits for its opponents, and with a ``reason`` also
    those objected to. Returns how many."""
    # Locked before they are looked at: meanwhile their table may agree, object or change them.
    lock_lines(session_id=session_id, section=section_id, table=table)
    state = current_snapshot(session_id)
    wanted = {LineState.ENTERED} | ({LineState.OBJECTED} if reason else set())
    lines = (
        [table_line for table_line in state.lines.values() if table_line.state in wanted]
        if state
        else []
    )
    here = [table_line.line.pk for table_line in lines if table_line.place == (section_id, table)]
    first: LogEntry | None = None
    for pk in sorted(here):
        line = lock_line(session_id=session_id, line_id=pk)
        entry = _confirm(line, by, reason=reason, part_of=first)
        first = first or entry
    return len(here)


def _confirm(
    line: TravellerLine, by: Actor, *, reason: str = "", part_of: LogEntry | None = None
) -> LogEntry:
    write_mark(
        line,
        entered_version=line.version,
        confirmed_version=line.version,
        confirmed_side="",
        confirmed_device=None,
        how=TableMark.How.DIRECTOR,
        objected_version=None,
        proposal=None,
    )
    how = reason or TableMark.How.DIRECTOR
    return log_agreement(line, LogEntry.Action.CONFIRMED, by, how=how, part_of=part_of)


@in_transaction
def forget_and_undo(*, session_id: int, device_id: int, by: Actor) -> int:
    """Forget a device and take back what it entered where that still stands: one group, undone
    together. Returns how many lines are as they were before."""
    # Alone: no phone enters anything between what is read here and what is written.
    lock_session(session_id, alone=True)
    device = TableDevice.objects.filter(pk=device_id, session=session_id).first()
    if device is None:
        raise Refused.because("This device was forgotten in the meantime.")
    forget(session_id=session_id, device_id=device_id)
    first: LogEntry | None = None
    count = 0
    marks = TableMark.objects.filter(entered_device=device)
    for pk in marks.order_by("line").values_list("line", flat=True):
        line = lock_line(session_id=session_id, line_id=pk)
        before = _before(line, device)
        if before is None:
            continue
        entered = change_line(
            line=line,
            state=_EMPTY_STATE | before,
            action=LogEntry.Action.CLEARED,
            by=by,
            part_of=first,
        )
        write_mark(line, entered_version=line.version, entered_side="", entered_device=None)
        first = first or entered.entry
        count += 1
    raise_revision(session_id)
    return count


def _before(line: TravellerLine, device: TableDevice) -> dict[str, Any] | None:
    """The state of a line before the device entered it; ``None`` where others have changed it
    since."""
    mark = TableMark.objects.get(line=line)
    if mark.entered_version != line.version:
        return None
    entries = LogEntry.objects.filter(line=line, action__in=_CHANGES).order_by("-pk")
    state: dict[str, Any] | None = None
    now = non_blank(line.state)
    for entry in entries:
        if entry.user_id or f"device {device.number}" not in entry.device or entry.after != now:
            break
        state = now = entry.before
    return state


@in_transaction
def settle_late(*, session_id: int, call_id: int, by: Actor) -> None:
    """A result that came too late was looked at, and leaves the director's list."""
    keep(Session, session_id)
    TableCall.objects.filter(pk=call_id, session=session_id, answered_at=None).update(
        answered_at=timezone.now(), answered_by=by.user
    )
    raise_revision(session_id)


class NotSettled(Refused):
    """Results are not agreed, or not confirmed: the director has to look at them first."""


@in_transaction
def finish_session(*, session: Session, by: Actor, acknowledged: bool = False) -> None:
    """End play. ``acknowledged``: the director knows of the results that nobody confirmed.

    Raises :class:`NotSettled` where a result is objected to, or unconfirmed and not acknowledged.
    """
    # Alone: no phone enters anything or objects between what is read here and the end.
    lock_session(session.pk, alone=True)
    state = current_snapshot(session.pk)
    objected, unconfirmed = unsettled(state) if state else ([], [])
    if objected:
        text = gettext_noop("Settle the results first that the two sides do not agree on.")
        raise NotSettled(sentence(text))
    if unconfirmed and not acknowledged:
        text = gettext_noop("Some results were not confirmed by the opponents.")
        raise NotSettled(sentence(text))
    sessions.finish(session=session, by=by)
    raise_revision(session.pk)


MAX_MESSAGE: Final = 200


@in_transaction
def press(*, session_id: int, key: str, seen: str = "") -> Clock:
    """Do what a key of the clock does.

    ``seen`` is the state that the director saw, as :func:`state_text` writes it: with another one
    nothing is done, so that a key that two press ends one round. Raises :class:`Refused` for a
    session without results from the tables, and :class:`KeyError` for no key.
    """
    change = rules.KEYS[key]
    return _change(session_id, change, seen=seen)


@in_transaction
def press_by_itself(*, session_id: int) -> Clock:
    """The move begins because the time of the round is over, where the settings want that: for
    whoever asks first, a phone or a display."""

    def change(clock: Clock, table: rules.Timetable, now: datetime) -> Clock:
        is_over = clock.phase is Phase.PLAY and clock.ends_at and clock.ends_at <= now
        return rules.go_on(clock, table, now) if is_over else clock

    settings = _settings(session_id)
    return _change(session_id, change if settings.next_by_itself else _same)


@in_transaction
def show_message(*, session_id: int, text: str) -> Clock:
    """Show a message on the display and the phones; an empty one takes it away."""

    def change(clock: Clock, table: rules.Timetable, now: datetime) -> Clock:
        return replace(clock, message=" ".join(text.split())[:MAX_MESSAGE])

    return _change(session_id, change)


@in_transaction
def undo(*, session_id: int) -> Clock:
    """The clock as it was before the last key; what has passed since has passed."""
    lock_session(session_id)
    stored = _stored(session_id)
    if not stored.before:
        raise Refused.because("There is nothing to undo at the clock.")
    before = rules.of_values(stored.before)
    store_clock(stored, before, before=None)
    raise_revision(session_id)
    return before


def _same(clock: Clock, table: rules.Timetable, now: datetime) -> Clock:
    return clock


def _change(session_id: int, change: rules.Change, *, seen: str = "") -> Clock:
    lock_session(session_id)
    settings, now = _settings(session_id), timezone.now()
    table = timetable(session_id, settings)
    stored = _stored(session_id)
    clock = rules.as_of(clock_of(stored), table, now)
    if seen and seen != state_text(clock):
        return clock
    changed = change(clock, table, now)
    if changed != clock:
        store_clock(stored, changed, before=clock)
        raise_revision(session_id)
    return changed


def _settings(session_id: int) -> TableEntrySettings:
    table_entry_settings = TableEntrySettings.objects.filter(session=session_id).first()
    if table_entry_settings is None:
        raise Refused.because("Results from the tables are switched off.")
    return table_entry_settings


def _stored(session_id: int) -> RoundClock:
    found, _made = RoundClock.objects.get_or_create(session_id=session_id)
    return found
