"""Reading the log: what a director could undo next."""

from events.models import LogEntry

UNDOABLE = (
    LogEntry.Action.ENTERED,
    LogEntry.Action.CLEARED,
    LogEntry.Action.RULED,
    LogEntry.Action.UNRULED,
    LogEntry.Action.PENALISED,
    LogEntry.Action.PARDONED,
    LogEntry.Action.FOULED,
    LogEntry.Action.RESTORED,
    LogEntry.Action.SEATED,
)


def last_change(*, session_id: int, user_id: int, before: int | None = None) -> LogEntry | None:
    """The last change of results that a user made in a session and has not undone, of those
    ``before`` an entry.
    """
    changes = LogEntry.objects.filter(
        session=session_id, user=user_id, action__in=UNDOABLE, undone_by__isnull=True
    )
    if before is not None:
        changes = changes.filter(pk__lt=before)
    return changes.order_by("-pk").first()


def reasons_of_fouled_boards(session_id: int) -> dict[int, str]:
    """The reason that was given last for telling the deals of a board apart, by board."""
    entries = LogEntry.objects.filter(
        session=session_id, action=LogEntry.Action.FOULED, undone_by__isnull=True
    ).exclude(reason="")
    return {entry.after["board"]: entry.reason for entry in entries.order_by("pk")}
