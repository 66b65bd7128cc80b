"""The database: reachable, whole, up to date, and set up as clubscore needs it."""

import datetime
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from django.db import DatabaseError, connection
from django.utils import timezone

from clubscore.backups import schema
from clubscore.doctor.finding import Finding, good, note, wrong
from clubscore.problems import Refused
from clubscore.server import threads, workers

OLDEST_POSTGRESQL: Final = 15
_SKEW: Final = datetime.timedelta(minutes=2)
_EVERYTHING: Final = 100_000_000
"""SQLite files up to this size are read from end to end; larger ones would take too long."""


def check_database() -> Iterator[Finding]:
    """Everything about the database; only that, when it does not answer."""
    try:
        with connection.cursor() as cursor:
            cursor.execute("SELECT 1")
    except DatabaseError as error:
        yield wrong(
            f"The database does not answer: {_words(error)}",
            "Is the server running, and is DATABASE_URL right (docs/keeping.md)? A damaged file "
            "is replaced by a copy: manage.py restore.",
        )
        return
    try:
        yield from check_sqlite() if connection.vendor == "sqlite" else check_postgresql()
        yield from check_migrations()
        yield from check_clock()
    except DatabaseError as error:
        yield wrong(
            f"The database answers with an error: {_words(error)}",
            "If it is SQLite's file that is damaged, restore a copy: manage.py restore.",
        )


def check_sqlite() -> Iterator[Finding]:
    path = Path(connection.settings_dict["NAME"])
    size = path.stat().st_size
    with connection.cursor() as cursor:
        cursor.execute("SELECT sqlite_version()")
        yield good(f"The database is SQLite {cursor.fetchone()[0]}, {path}, {size / 2**20:.1f} MB.")
        if size <= _EVERYTHING:
            cursor.execute("PRAGMA quick_check(1)")
            answer = cursor.fetchone()[0]
            cursor.execute("PRAGMA foreign_key_check")
            if answer != "ok" or cursor.fetchone():
                yield wrong(
                    f"The database file is damaged ({answer}).",
                    "Stop clubscore, keep the file, and restore the last copy: manage.py restore.",
                )
            else:
                yield good("The database file is whole.")
    if path.stat().st_mode & 0o004 and path.parent.stat().st_mode & 0o001:
        yield note(f"Everybody on this machine may read {path}.", f"chmod 700 {path.parent}")
    if workers > 4:
        yield note(
            f"{workers} processes share a file of SQLite, where one at a time can write.",
            "Leave WEB_CONCURRENCY at 2, or move to PostgreSQL (docs/keeping.md).",
        )


def check_postgresql() -> Iterator[Finding]:
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT current_setting('server_version'), pg_encoding_to_char(encoding), "
            "datcollate, current_setting('max_connections')::int, "
            "pg_database_size(oid) FROM pg_database WHERE datname = current_database()"
        )
        version, encoding, collation, most, size = cursor.fetchone()
    yield good(
        f"The database is PostgreSQL {version}, {size / 2**20:.1f} MB, sorted by {collation}."
    )
    found = re.match(r"\d+", version)
    if found is None or int(found[0]) < OLDEST_POSTGRESQL:
        yield wrong(
            f"PostgreSQL {version} is too old.",
            f"clubscore needs PostgreSQL {OLDEST_POSTGRESQL} or later: update the server.",
        )
    if encoding != "UTF8":
        yield wrong(
            f"The database keeps text as {encoding}: not every name fits in.",
            "Make a backup, create a database with ENCODING 'UTF8', and restore into that.",
        )
    if collation in {"C", "POSIX"}:
        yield good("Names are sorted by clubscore itself, whatever the database's order.")
    if workers * threads + 5 > most:
        yield wrong(
            f"clubscore may open {workers * threads} connections, and the server allows {most}.",
            "Lower WEB_CONCURRENCY or CLUBSCORE_THREADS, or raise max_connections.",
        )


def check_migrations() -> Iterator[Finding]:
    try:
        applied = schema.applied(connection)
    except Refused as refusal:
        yield wrong(str(refusal), "git pull, then start clubscore again.")
        return
    waiting = schema.pending(connection)
    if not applied:
        yield wrong("The database is empty.", "Start clubscore, or restore a copy.")
    elif waiting:
        yield wrong(
            f"The database is not up to date: {len(waiting)} migrations wait.",
            "Start clubscore again: it copies the data and brings the database up to date.",
        )
    else:
        yield good("The database is up to date.")


def check_clock() -> Iterator[Finding]:
    """The machine's clock, against the database's and against what was logged last."""
    now = timezone.now()
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute("SELECT clock_timestamp()")
            skew = abs(cursor.fetchone()[0] - now)
        if skew > _SKEW:
            yield wrong(
                f"This machine's clock and the database's are {int(skew.total_seconds())} "
                "seconds apart.",
                "Switch on the machines' time synchronisation (timedatectl set-ntp true).",
            )
    latest = _last_logged()
    if latest and latest > now + _SKEW:
        yield wrong(
            f"It is {timezone.localtime(now):%Y-%m-%d %H:%M} by this machine, but something was "
            f"logged on {timezone.localtime(latest):%Y-%m-%d %H:%M}.",
            "Set the clock right: copies and the log go by it.",
        )
    else:
        zone = timezone.get_current_timezone_name()
        yield good(f"It is {timezone.localtime(now):%Y-%m-%d %H:%M}, {zone}.")


def _last_logged() -> datetime.datetime | None:
    if "events_logentry" not in connection.introspection.table_names():
        return None
    with connection.cursor() as cursor:
        cursor.execute("SELECT MAX(at) FROM events_logentry")
        found = cursor.fetchone()[0]
    if isinstance(found, str):
        return datetime.datetime.fromisoformat(found).replace(tzinfo=datetime.UTC)
    return found if isinstance(found, datetime.datetime) else None


def _words(error: Exception) -> str:
    return " ".join(str(error).split()) or type(error).__name__
