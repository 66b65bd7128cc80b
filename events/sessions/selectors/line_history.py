"""Reading the history of the lines of a session from its log."""

from collections.abc import Collection, Iterator

from django.db.models import Q

from events.models import LogEntry
from events.sessions.domain.line_history import Change, Correction, Shown, corrections

_PUBLICATIONS = (LogEntry.Action.PUBLISHED, LogEntry.Action.WITHDRAWN)


def entries_of_line(*, session_id: int, line_id: int) -> list[LogEntry]:
    """Everything that was done to a line, the latest first, in one query."""
    # Deals are logged for the whole board, without a line; the line is a key of the JSON.
    of_deals = Q(action=LogEntry.Action.FOULED) | Q(undoes__action=LogEntry.Action.FOULED)
    of_line = Q(line=line_id) | of_deals & Q(after__deals__has_key=str(line_id))
    entries = LogEntry.objects.filter(of_line, session=session_id)
    return list(entries.select_related("user").order_by("-pk"))


def session_corrections(
    session_id: int, lines: Collection[int] | None = None
) -> dict[int, Correction]:
    """The results that differ from what was first published, by line, in two queries; of all
    ``lines``, or of these."""
    log = LogEntry.objects.filter(session=session_id)
    shown = list(log.filter(action__in=_PUBLICATIONS).order_by("pk").values_list("pk", "action"))
    if not shown:
        return {}
    return {each.line: each for each in corrections(_story(session_id, shown, lines))}


def _story(
    session_id: int, shown: list[tuple[int, str]], lines: Collection[int] | None
) -> Iterator[Change | Shown]:
    """The publications, and since the first of them all changes of lines that had a result."""
    since = LogEntry.objects.filter(session=session_id, pk__gt=shown[0][0], line__isnull=False)
    if lines is not None:
        since = since.filter(line__in=lines)
    # A line filled in for the first time is no correction; an empty state is logged as {}.
    changed = since.exclude(before={}).order_by().values("line")
    rows = since.filter(line__in=changed).order_by("pk")
    pending = list(reversed(shown))
    for pk, *change in rows.values_list("pk", "line", "at", "before", "after"):
        while pending and pending[-1][0] < pk:
            yield Shown(pending.pop()[1] == LogEntry.Action.PUBLISHED)
        yield Change(*change)
    for _, action in reversed(pending):
        yield Shown(action == LogEntry.Action.PUBLISHED)
