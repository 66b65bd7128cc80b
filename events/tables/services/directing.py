"""What the director does to the results of the tables: everything in the one log, by one undo."""

from typing import Any

from django.utils import timezone

from clubscore.actor import Actor
from clubscore.problems import Refused, gettext_noop, sentence
from clubscore.transactions import in_transaction
from events.common.services.locks import keep_session, lock_session
from events.common.services.log import non_blank
from events.models import LogEntry, TableCall, TableDevice, TableMark, TravellerLine
from events.models.line import STATE_FIELDS
from events.sessions.services.lines import change_line, lock_line
from events.tables.domain.line_state import LineState
from events.tables.selectors.current import current_snapshot
from events.tables.services.joining import forget
from events.tables.services.marks import log_agreement, write_mark
from events.tables.services.revision import raise_revision

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
        changed = gettext_noop("Board %(board)s has another result by now. Look at it again.")
        raise Refused(sentence(changed, board=line.board))
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
    keep_session(session_id)
    state = current_snapshot(session_id)
    wanted = {LineState.ENTERED} | ({LineState.OBJECTED} if reason else set())
    lines = [each for each in state.lines.values() if each.state in wanted] if state else []
    here = [each.line.pk for each in lines if each.place == (section_id, table)]
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
    lock_session(session_id)
    device = TableDevice.objects.filter(pk=device_id, session=session_id).first()
    if device is None:
        gone = gettext_noop("This device was forgotten in the meantime.")
        raise Refused(sentence(gone))
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
    keep_session(session_id)
    TableCall.objects.filter(pk=call_id, session=session_id, answered_at=None).update(
        answered_at=timezone.now(), answered_by=by.user
    )
    raise_revision(session_id)
