"""Writing the mark of a line, and the log of what a table said about it.

Why a phone is refused, in sentences.

The revision of a session's settings: whatever phones show and the log does not have raises it,
or phones would be answered "nothing new".
"""

from typing import Any

from django.db.models import F

from clubscore.text.problems import sentence
from clubscore.web.visitors import Actor
from events.common.services import non_blank, record
from events.devices.domain.outcomes import DeviceRefused, Why
from events.models import LogEntry, TableDevice, TableEntrySettings, TableMark, TravellerLine


def write_mark(line: TravellerLine, **values: Any) -> None:
    """Store some values of the mark of a line that the caller has locked."""
    TableMark.objects.bulk_create(
        [TableMark(line=line, **values)],
        update_conflicts=True,
        unique_fields=["line"],
        update_fields=list(values),
    )


def log_agreement(
    line: TravellerLine,
    action: LogEntry.Action,
    by: Actor,
    *,
    how: str = "",
    proposal: dict[str, Any] | None = None,
    part_of: LogEntry | None = None,
) -> LogEntry:
    """Log that a line was confirmed, or not agreed to: the result stays as it is."""
    state = non_blank(line.state)
    more: dict[str, Any] = {"how": how} if how else {}
    if proposal is not None:
        more["proposal"] = proposal
    return record(
        session_id=line.section.session_id,
        action=action,
        by=by,
        line=line,
        before=state,
        after=state | more,
        reason=how,
        part_of=part_of,
    )


def refuse_device(device: TableDevice, *, waiting: bool = False) -> None:
    """Raise :class:`DeviceRefused` for a device that only looks, and unless ``waiting`` for one
    that waits to be let in."""
    if device.kind == TableDevice.Kind.LOOK:
        raise DeviceRefused(Why.NOT_ALLOWED, ONLY_LOOKS)
    if not device.is_bound and not waiting:
        raise DeviceRefused(Why.NOT_ALLOWED, NOT_BOUND)


NOT_HERE = sentence("This board is not at your table in this round.")

NOT_YET = sentence(
    "This round has not begun at the table: first every result of the one before is confirmed."
)

NOT_BOUND = sentence("This phone waits to be allowed in.")

ONLY_LOOKS = sentence("This phone only looks. Scan the code of the table to enter.")

FINISHED = sentence("The session is finished. Give the result to the director on paper.")

SWITCHED_OFF = sentence("The director has switched off results from the tables. Use paper.")

CHANGED = sentence("This board has another result by now. Look at it again.")

BY_DIRECTOR = sentence("The director has entered this result. Call the director if it is wrong.")

RULED = sentence("The director has made a ruling on this board.")

GONE = sentence("The movement has changed: this board is not played there any more.")


def raise_revision(session_id: int, *, marks: bool = False) -> None:
    """Let every phone of the session look again; inside the transaction of the change. ``marks``:
    a mark was changed without an entry of the log that names its line."""
    changed = {"revision": F("revision") + 1}
    if marks:
        changed["marks_revision"] = F("marks_revision") + 1
    TableEntrySettings.objects.filter(session=session_id).update(**changed)
