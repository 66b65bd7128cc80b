"""Reading the log: the last changes, and what a director could undo next."""

from django.db.models import Count, Exists, OuterRef, Q

from events.models import LogEntry

TABLE_DEVICE = "Table "
"""How the device of an entry begins that a table's phone made; it has no user."""
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
    LogEntry.Action.FIXED,
    LogEntry.Action.DISMISSED,
)


def _not_undone() -> Q:
    """Of entries of the log. Not a join: once SQLite knows that next to nothing is undone, it takes
    the index for useless and makes one of the whole log for each query."""
    return Q(~Exists(LogEntry.objects.filter(undoes=OuterRef("pk"))))


def last_change(
    *, session_id: int, user_id: int, before: int | None = None, tables_on: int | None = None
) -> LogEntry | None:
    """The last change of results that a user made in a session and has not undone, of those
    ``before`` an entry; with ``tables_on``, also those of the tables' phones on that board.
    """
    whose = Q(user=user_id)
    if tables_on is not None:
        whose |= Q(user=None, device__startswith=TABLE_DEVICE, line__board=tables_on)
    changes = LogEntry.objects.filter(whose, _not_undone(), session=session_id, action__in=UNDOABLE)
    if before is not None:
        changes = changes.filter(pk__lt=before)
    return changes.order_by("-pk").first()


def last_changes(*, session_id: int, count: int) -> list[tuple[LogEntry, int]]:
    """The last changes of results in a session that are not undone, by any director, the latest
    first, in two queries; changes made together are one, with the number of other parts.
    """
    changes = (*UNDOABLE, LogEntry.Action.UNDONE)
    entries = LogEntry.objects.filter(
        _not_undone(), session=session_id, action__in=changes, part_of__isnull=True
    )
    latest = list(entries.select_related("user").order_by("-pk")[:count])
    # Counted only for these: an annotation of the first query would count the whole session.
    parts = LogEntry.objects.filter(part_of__in=latest, action__in=changes).order_by()
    others = dict(parts.values_list("part_of").annotate(Count("pk")))
    return [(entry, others.get(entry.pk, 0)) for entry in latest]


def first_of(*, entry_id: int, session_id: int, user_id: int) -> LogEntry | None:
    """A result entered by this user that others may be made together with, if it is not undone."""
    return LogEntry.objects.filter(
        _not_undone(),
        pk=entry_id,
        session=session_id,
        user=user_id,
        action__in=(LogEntry.Action.ENTERED, LogEntry.Action.CLEARED),
        part_of__isnull=True,
    ).first()


def parts_of(entry: LogEntry) -> list[LogEntry]:
    """The changes that were made together with this one, itself among them, in their order, unless
    they are undone. That the opponents confirmed one of them is no change.
    """
    first = entry.part_of_id or entry.pk
    parts = LogEntry.objects.filter(
        Q(pk=first) | Q(part_of=first), _not_undone(), action__in=UNDOABLE
    )
    return list(parts.order_by("pk"))


def reasons_of_fouled_boards(session_id: int) -> dict[int, str]:
    """The last reason given for marking the deals of a fouled board, by board."""
    entries = LogEntry.objects.filter(
        _not_undone(), session=session_id, action=LogEntry.Action.FOULED
    ).exclude(reason="")
    # In order of the log: a later reason replaces an earlier one.
    return {entry.after["board"]: entry.reason for entry in entries.order_by("pk")}
