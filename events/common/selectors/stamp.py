"""Stamps: texts that change whenever the pages of a session, series or tournament change.

Everything done to them is in the log, which only grows; the names come from the register, where
every change has its time.
"""

from collections.abc import Collection, Sequence
from hashlib import sha256

from django.db import connection
from django.db.models import BigIntegerField, Count, Max

from events.models import LogEntry
from events.models.log import AT_THE_TABLE
from players.models import RegisterVersion

_LATE = 1000
_RESULTS = (LogEntry.Action.ENTERED, LogEntry.Action.CLEARED, *AT_THE_TABLE)


def session_stamp(session_id: int) -> str:
    """A cache key for pages of a session: it changes after any change."""
    return _stamp("session_id", session_id)


def tournament_stamp(tournament_id: int) -> str:
    """A cache key for pages of a tournament: it changes after any change."""
    return _stamp("tournament_id", tournament_id)


def people_stamp(session_id: int) -> str:
    """A text that changes after any change of who plays in a session: results are none."""
    return _stamp("session_id", session_id, without=_RESULTS)


def _stamp(column: str, event_id: int, *, without: Sequence[str] = ()) -> str:
    """The number of entries counts as well as the last one: of two directors, the one whose entry
    has the lower id may commit later. Raw SQL, because every request for results begins with it.
    """
    # A number in an address, which no column holds.
    if event_id > BigIntegerField.MAX_BIGINT:
        return ""
    others = f"AND action NOT IN ({_places(without[1:])})" if without else ""
    sql = f"""
        SELECT COUNT(*), MAX(id), (SELECT MAX(number) FROM {RegisterVersion._meta.db_table})
        FROM {LogEntry._meta.db_table} WHERE {column} = %s {others}
    """  # noqa: S608 - the names of tables and columns are our own
    with connection.cursor() as cursor:
        cursor.execute(sql, [event_id, *without])
        count, last, register = cursor.fetchone()
    return f"{count}-{last}-{register}"


def club_stamp() -> str:
    """A cache key for pages of all events: it changes after any change of any of them."""
    log = LogEntry._meta.db_table
    # The number as well, of the last ones alone: who took a number first may commit later, but not
    # a thousand entries later.
    sql = f"""
        SELECT COUNT(*), MAX(id), (SELECT MAX(number) FROM {RegisterVersion._meta.db_table})
        FROM {log} WHERE id > (SELECT MAX(id) FROM {log}) - {_LATE}
    """  # noqa: S608 - the names of tables are our own
    with connection.cursor() as cursor:
        cursor.execute(sql)
        count, last, register = cursor.fetchone()
    return f"{count}-{last}-{register}"


def common_stamp(*, session_ids: Sequence[int] = (), series_ids: Sequence[int] = ()) -> str:
    """One stamp of several sessions and series, in one query: short, however many they are."""
    # Each part by its own index: with OR between them, SQLite would read the whole log.
    log = LogEntry._meta.db_table
    sql = f"""
        SELECT 1, session_id, COUNT(*), MAX(id) FROM {log}
        WHERE session_id IN ({_places(session_ids)}) GROUP BY session_id
        UNION ALL
        SELECT 2, series_id, COUNT(*), MAX(id) FROM {log}
        WHERE series_id IN ({_places(series_ids)}) GROUP BY series_id
        UNION ALL
        SELECT 3, 0, 0, MAX(number) FROM {RegisterVersion._meta.db_table}
        ORDER BY 1, 2
    """  # noqa: S608 - the tables' names are our own
    with connection.cursor() as cursor:
        cursor.execute(sql, [*session_ids, 0, *series_ids, 0])
        rows = cursor.fetchall()
    return sha256(repr((session_ids, series_ids, rows)).encode()).hexdigest()


def log_stamps(session_ids: Collection[int]) -> dict[int, str]:
    """A text for each session that changes after any change of what is scored, in one query. Names
    are not part of it: a change in the register leaves the points as they are; nor is what
    opponents confirm.
    """
    return _log_stamps("session_id", list(session_ids))


def tournament_stamps(tournament_ids: Collection[int]) -> dict[int, str]:
    """The same for tournaments."""
    return _log_stamps("tournament_id", list(tournament_ids))


def _log_stamps(column: str, ids: list[int]) -> dict[int, str]:
    sql = f"""
        SELECT {column}, COUNT(*), MAX(id) FROM {LogEntry._meta.db_table}
        WHERE {column} IN ({_places(ids)}) AND action NOT IN ({_places(AT_THE_TABLE[1:])})
        GROUP BY {column}
    """  # noqa: S608 - the names of the table and the column are our own
    with connection.cursor() as cursor:
        cursor.execute(sql, [*ids, 0, *AT_THE_TABLE])
        counted = {event: f"{count}-{last}" for event, count, last in cursor.fetchall()}
    return {event: counted.get(event, "0") for event in ids}


def log_state(**event: int) -> str:
    """A text that changes after any change of one event, such as ``session=12``; names are not part
    of it."""
    found = LogEntry.objects.filter(**event).aggregate(count=Count("pk"), last=Max("pk"))
    return f"{found['count']}-{found['last']}"


def _places(ids: Sequence[object]) -> str:
    # One place more, for an id 0 that no row has: IN () is no SQL.
    return ", ".join(["%s"] * (len(ids) + 1))
