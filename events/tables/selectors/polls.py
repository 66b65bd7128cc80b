"""What every poll begins with, in one query: the device, and a stamp of all that phones show."""

import hashlib
from dataclasses import dataclass
from datetime import UTC, datetime

from django.db import connection

from events.models import LogEntry, RoundClock, TableDevice, TableEntrySettings
from players.models import RegisterVersion

_POLLED = f"""
    SELECT device.id, device.session_id, device.revoked_at, device.seen_at,
           tables.next_by_itself, clock.phase, clock.ends_at, tables.revision,
           (SELECT COUNT(*) FROM {LogEntry._meta.db_table} WHERE session_id = device.session_id),
           (SELECT MAX(id) FROM {LogEntry._meta.db_table} WHERE session_id = device.session_id),
           (SELECT MAX(number) FROM {RegisterVersion._meta.db_table})
    FROM {TableDevice._meta.db_table} AS device
    JOIN {TableEntrySettings._meta.db_table} AS tables ON tables.session_id = device.session_id
    LEFT JOIN {RoundClock._meta.db_table} AS clock ON clock.session_id = device.session_id
    WHERE device.token_hash = %s
"""  # noqa: S608 - the names of tables are our own


@dataclass(frozen=True, slots=True)
class Polled:
    """The device that asks, and the stamp of its session: it changes with the log, the names, and
    the revision of the session's settings. ``ends_at`` is when the round ends by itself."""

    device: int
    session: int
    seen_at: datetime
    stamp: str
    ends_at: datetime | None = None


def hash_of(token: str) -> str:
    """What is stored of a token."""
    return hashlib.sha256(token.encode()).hexdigest()


def polled(token: str) -> Polled | None:
    """The device of a token, unless it was forgotten. Raw SQL: every poll of every phone."""
    with connection.cursor() as cursor:
        cursor.execute(_POLLED, [hash_of(token)])
        row = cursor.fetchone()
    if row is None or row[2] is not None:
        return None
    device, session, _revoked, seen, by_itself, phase, ends, revision, *log = row
    stamp = "-".join(map(str, (session, revision, *log)))
    ends = _aware(ends) if by_itself and ends and phase == RoundClock.Phase.PLAY else None
    return Polled(device, session, _aware(seen), stamp, ends)


def _aware(moment: datetime) -> datetime:
    # SQLite stores moments without their time zone, which is UTC.
    return moment if moment.tzinfo else moment.replace(tzinfo=UTC)
