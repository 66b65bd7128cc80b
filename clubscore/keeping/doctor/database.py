"""The database: reachable, whole, up to date, and set up as clubscore needs it."""

import datetime
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from django.conf import settings
from django.core import checks
from django.core.checks import CheckMessage, Error, Info
from django.db import DatabaseError, connection
from django.utils import timezone
from django.utils.translation import gettext as _

from clubscore.files.private import is_open_to_others
from clubscore.keeping.backups import schema
from clubscore.keeping.backups.schema import HalfWay
from clubscore.server.configuration import threads, workers
from clubscore.text.problems import Refused
from clubscore.text.sentences import decimals, refusal_text

MIN_POSTGRESQL: Final = 15
_SKEW: Final = datetime.timedelta(minutes=2)
_EVERYTHING: Final = 100_000_000
"""SQLite files up to this size are read from end to end; larger ones would take too long."""


def check_database() -> Iterator[CheckMessage]:
    """All checks of the database; only one finding when it does not answer."""
    try:
        with connection.cursor() as cursor:
            cursor.execute("SELECT 1")
    except DatabaseError as error:
        yield Error(
            _("The database does not answer: %(reason)s") % {"reason": _words(error)},
            _(
                "Is the server running, and is DATABASE_URL right (docs/keeping.md)? A damaged "
                "file is replaced by a backup: manage.py restore."
            ),
        )
        return
    try:
        yield from check_sqlite() if connection.vendor == "sqlite" else check_postgresql()
        yield from check_migrations()
        yield from check_clock()
    except DatabaseError as error:
        yield Error(
            _("The database answers with an error: %(reason)s") % {"reason": _words(error)},
            _("If the SQLite file is damaged, restore a backup: manage.py restore."),
        )


def check_sqlite() -> Iterator[CheckMessage]:
    path = Path(connection.settings_dict["NAME"])
    size = path.stat().st_size
    with connection.cursor() as cursor:
        cursor.execute("SELECT sqlite_version()")
        text = _("The database is SQLite %(version)s, %(path)s, %(size)s MB.")
        version = cursor.fetchone()[0]
        yield Info(text % {"version": version, "path": path, "size": _megabytes(size)})
        if size <= _EVERYTHING:
            cursor.execute("PRAGMA quick_check(1)")
            answer = cursor.fetchone()[0]
            cursor.execute("PRAGMA foreign_key_check")
            if answer != "ok" or cursor.fetchone():
                yield Error(
                    _("The database file is damaged (%(reason)s).") % {"reason": answer},
                    _(
                        "Stop clubscore, keep the file, and restore the last backup: "
                        "manage.py restore."
                    ),
                )
            else:
                yield Info(_("The database file is intact."))
    if is_open_to_others(path):
        text = _("The permissions of %(path)s let other users of this machine read it.")
        yield checks.Warning(text % {"path": path}, f"chmod 600 {path}")
    if workers > 4:
        yield checks.Warning(
            _("%(count)s processes share one SQLite file, and only one can write at a time.")
            % {"count": workers},
            _("Leave WEB_CONCURRENCY at 2, or move to PostgreSQL (docs/keeping.md)."),
        )


def check_postgresql() -> Iterator[CheckMessage]:
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT current_setting('server_version'), pg_encoding_to_char(encoding), "
            "datcollate, current_setting('max_connections')::int, "
            "pg_database_size(oid) FROM pg_database WHERE datname = current_database()"
        )
        version, encoding, collation, max_connections, size = cursor.fetchone()
    text = _("The database is PostgreSQL %(version)s, %(size)s MB, sorted by %(collation)s.")
    yield Info(text % {"version": version, "size": _megabytes(size), "collation": collation})
    match = re.match(r"\d+", version)
    if match is None or int(match[0]) < MIN_POSTGRESQL:
        yield Error(
            _("PostgreSQL %(version)s is too old.") % {"version": version},
            _("clubscore needs PostgreSQL %(oldest)s or later: update the server.")
            % {"oldest": MIN_POSTGRESQL},
        )
    if encoding != "UTF8":
        yield Error(
            _("The database stores text as %(encoding)s, which cannot hold every name.")
            % {"encoding": encoding},
            _("Make a backup, create a database with ENCODING 'UTF8', and restore into that."),
        )
    if collation in {"C", "POSIX"}:
        yield Info(_("Names are sorted by clubscore itself, whatever the database's order."))
    # A pooler shares a few connections among many.
    is_pooled = connection.settings_dict.get("DISABLE_SERVER_SIDE_CURSORS", False)
    # Two of each process are for jobs.
    connections = workers * (threads + 2)
    if connections + 5 > max_connections and not is_pooled:
        yield Error(
            _("clubscore may open %(count)s connections, but the server allows %(most)s.")
            % {"count": connections, "most": max_connections},
            _("Lower WEB_CONCURRENCY or CLUBSCORE_THREADS, or raise max_connections."),
        )
    yield from check_replica()


def check_replica() -> Iterator[CheckMessage]:
    """Whether results are entered in the primary, and replicas only read."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_is_in_recovery()")
        is_replica = cursor.fetchone()[0]
    if is_replica and not settings.READ_ONLY:
        yield Error(
            _("The database is a replica, so nothing can be entered."),
            _("Set DATABASE_URL to the primary, or CLUBSCORE_READ_ONLY=yes."),
        )
    elif is_replica:
        yield Info(_("The database is a replica, and this server is read-only."))
    elif settings.READ_ONLY:
        yield checks.Warning(
            _("This server is read-only, although its database is the primary."),
            _("Use a replica (docs/scaling.md), or unset CLUBSCORE_READ_ONLY."),
        )


def check_migrations() -> Iterator[CheckMessage]:
    try:
        applied = schema.applied(connection)
    except Refused as refusal:
        advice = (
            _("Open it with that one first, and then with this one: docs/keeping.md.")
            if isinstance(refusal, HalfWay)
            else _("git pull, then start clubscore again.")
        )
        yield Error(refusal_text(refusal), advice)
        return
    waiting = schema.pending(connection)
    if not applied:
        yield Error(_("The database is empty."), _("Start clubscore, or restore a backup."))
    elif waiting:
        yield Error(
            _("The database is not up to date: %(count)s migrations are pending.")
            % {"count": len(waiting)},
            _("Start clubscore again: it backs up the data and brings the database up to date."),
        )
    else:
        yield Info(_("The database is up to date."))


def check_clock() -> Iterator[CheckMessage]:
    """The machine's clock, against the database's and against what was logged last."""
    now = timezone.now()
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute("SELECT clock_timestamp()")
            skew = abs(cursor.fetchone()[0] - now)
        if skew > _SKEW:
            yield Error(
                _("This machine's clock and the database's are %(count)s seconds apart.")
                % {"count": int(skew.total_seconds())},
                _("Turn on time synchronisation on both machines (timedatectl set-ntp true)."),
            )
    latest = _last_logged()
    if latest and latest > now + _SKEW:
        text = _("This machine's clock says %(now)s, but the latest log entry is of %(latest)s.")
        values = {"now": _moment(now), "latest": _moment(latest)}
        yield Error(text % values, _("Set the clock: backups and the log depend on it."))
    else:
        zone = timezone.get_current_timezone_name()
        yield Info(_("It is %(now)s, %(zone)s.") % {"now": _moment(now), "zone": zone})


def _last_logged() -> datetime.datetime | None:
    if "events_logentry" not in connection.introspection.table_names():
        return None
    with connection.cursor() as cursor:
        cursor.execute("SELECT MAX(at) FROM events_logentry")
        found = cursor.fetchone()[0]
    # SQLite stores moments as texts, without their zone.
    if isinstance(found, str):
        return datetime.datetime.fromisoformat(found).replace(tzinfo=datetime.UTC)
    return found if isinstance(found, datetime.datetime) else None


def _moment(at: datetime.datetime) -> str:
    return f"{timezone.localtime(at):%Y-%m-%d %H:%M}"


def _megabytes(size: int) -> str:
    return decimals(f"{size / 2**20:.1f}")


def _words(error: Exception) -> str:
    return " ".join(str(error).split()) or type(error).__name__
