"""The session as its tables see it now, without reading a thousand lines for each result.

Each process keeps the latest snapshot of a session. The log says which lines have changed since;
those alone are read again, and put in the places of the old ones. Whatever else the log has, such
as other seats or names, makes the whole of it read anew.
"""

from collections import defaultdict
from dataclasses import replace
from threading import Lock
from typing import Final

from django.db import connection

from clubscore.recent import Recent
from events.models import LogEntry
from events.tables.selectors.snapshot import (
    Snapshot,
    TableLine,
    read_around,
    read_claims,
    read_lines,
    read_snapshot,
)
from events.tables.selectors.stamps import Moment, moment_of

_SNAPSHOTS: Final[Recent[Snapshot | None]] = Recent(8)
_READING: Final[defaultdict[int, Lock]] = defaultdict(Lock)
_RESULTS: Final = frozenset(
    {
        LogEntry.Action.ENTERED,
        LogEntry.Action.CLEARED,
        LogEntry.Action.CONFIRMED,
        LogEntry.Action.OBJECTED,
        LogEntry.Action.CLAIMED,
        LogEntry.Action.CONSENTED,
    }
)
"""What changes one line, and neither where it is played nor by whom."""
MAX_CHANGED: Final = 200
"""With more lines than these, reading all of them is as quick."""
_LOG: Final = LogEntry._meta.db_table
_SINCE: Final = f"""
    SELECT 0 AS entry, COUNT(*) AS line, '' AS action
    FROM {_LOG} WHERE session_id = %s AND id <= %s
    UNION ALL
    SELECT id, line_id, action FROM {_LOG} WHERE session_id = %s AND id > %s
    ORDER BY 1
"""  # noqa: S608 - the name of the table is our own


def snapshot_of(session_id: int, *, stamp: str) -> Snapshot | None:
    """The session as it is, or was when ``stamp`` was read; ``None`` where players enter nothing.

    Only for readers outside of a transaction that writes, see :mod:`clubscore.recent`.
    """
    # Eighty phones ask at once: the first reads, the others wait for it.
    with _READING[session_id]:
        return _SNAPSHOTS.get(session_id, stamp=stamp, make=lambda: current_snapshot(session_id))


def current_snapshot(session_id: int) -> Snapshot | None:
    """The session as it is stored now, as the caller's transaction sees it; it is not kept."""
    kept = _SNAPSHOTS.latest(session_id)
    found = _refreshed(kept) if kept else None
    return found or read_snapshot(session_id)


def with_line(state: Snapshot, line_id: int) -> Snapshot | None:
    """A snapshot with one line as the caller's transaction has it now, whatever it did to it."""
    now = read_lines(state.session.pk, [line_id])
    if not _is_where_it_was(state, now.get(line_id), line_id):
        return read_snapshot(state.session.pk)
    return replace(
        state, lines={**state.lines, **now}, index=state.index.with_changed(now.values())
    )


def _refreshed(kept: Snapshot) -> Snapshot | None:
    """A snapshot with what has changed since it was read; ``None`` where all has to be read."""
    session_id = kept.session.pk
    now = moment_of(session_id)
    if (now.register, now.marks) != (kept.moment.register, kept.moment.marks):
        return None
    since = _since(session_id, kept.moment)
    if since is None:
        return None
    # Calls, devices, settings: what is not in the log raises the revision.
    around = read_around(session_id) if now.revision != kept.moment.revision else {}
    if around is None:
        return None
    ids, moment = since
    changed = read_lines(session_id, ids) if ids else {}
    if not all(_is_where_it_was(kept, changed.get(pk), pk) for pk in ids):
        return None
    return replace(
        kept,
        **({"claims": read_claims(session_id) if ids else kept.claims} | around),
        lines={**kept.lines, **changed},
        index=kept.index.with_changed(changed.values()),
        moment=replace(moment, revision=now.revision),
    )


def _since(session_id: int, moment: Moment) -> tuple[set[int], Moment] | None:
    """The lines that the log has had since a moment, and up to when it was read; ``None`` where it
    has something else.

    In one query: of two directors, the one whose entry has the lower number may commit later, and
    then there are more entries up to that moment than there were.
    """
    with connection.cursor() as cursor:
        cursor.execute(_SINCE, [session_id, moment.last] * 2)
        (_, count, _), *entries = cursor.fetchall()
    if count != moment.count or len(entries) > MAX_CHANGED:
        return None
    if any(action not in _RESULTS or line is None for _, line, action in entries):
        return None
    last = entries[-1][0] if entries else moment.last
    ids = {line for _, line, _ in entries}
    return ids, replace(moment, count=count + len(entries), last=last)


def _is_where_it_was(kept: Snapshot, now: TableLine | None, pk: int) -> bool:
    was = kept.lines.get(pk)
    if was is None or now is None:
        return False
    return (was.place, was.round, was.line.board, was.line.ns, was.line.ew) == (
        now.place,
        now.round,
        now.line.board,
        now.line.ns,
        now.line.ew,
    )
