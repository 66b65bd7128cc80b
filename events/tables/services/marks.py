"""Writing the mark of a line, and the log of what a table said about it."""

from typing import Any

from clubscore.actor import Actor
from events.common.services.log import non_blank, record
from events.models import LogEntry, TableMark, TravellerLine


def write_mark(line: TravellerLine, **values: Any) -> None:
    """Store some values of the mark of a line that the caller has locked."""
    if not TableMark.objects.filter(line=line).update(**values):
        TableMark.objects.create(line=line, **values)


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
