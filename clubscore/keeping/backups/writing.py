"""A database written into a file, row by row.

Connections of a backup's own: a state of the database that nobody changes while it is read.
"""

import contextlib
import copy
import datetime
import secrets
import sqlite3
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final

from django.db import DEFAULT_DB_ALIAS, connections, transaction
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.models import AutoField, Model
from django.db.utils import load_backend

import clubscore
from clubscore.files.private import create_private
from clubscore.keeping.backups import schema
from clubscore.keeping.backups.archive import Ending, Header, Writer
from clubscore.keeping.backups.unfinished import Progress, Show, draft, show_nothing
from clubscore.text.problems import Refused

_CHUNK = 2000


def write_backup(path: Path, *, using: str = "default", show: Show = show_nothing) -> Ending:
    """Write everything the database holds now into a file, but for logins under way.

    Returns what was written. Needs room for a backup of SQLite's file beside it.
    """
    with snapshot(using, folder=path.parent) as connection, path.open("wb") as file:
        migrations = schema.applied(connection)
        if not migrations:
            raise Refused.because("The database is empty: there is nothing to back up.")
        models = schema.models_at(migrations)
        header = Header(
            version=clubscore.__version__,
            made_at=datetime.datetime.now(datetime.UTC),
            database=connection.vendor,
            migrations=migrations,
            left_out=sorted(schema.LEFT_OUT),
        )
        writer = Writer(file, header)
        progress = Progress(_rows_of(models.values(), connection), show)
        for model in models.values():
            _write_table(writer, model, connection, progress)
        ending = writer.close(
            highest={
                label: number
                for label, model in models.items()
                if (number := highest_number(model, connection)) is not None
            }
        )
        file.flush()
        return ending


def _rows_of(models: Iterable[type[Model]], connection: BaseDatabaseWrapper) -> int:
    """About how many rows there are, by the highest key of each table."""
    return sum(highest_number(model, connection) or 0 for model in models)


def _write_table(
    writer: Writer, model: type[Model], connection: BaseDatabaseWrapper, progress: Progress
) -> None:
    fields = schema.fields(model)
    writer.table(schema.table(model))
    converters = [schema.reader(field, connection) for field in fields]
    quote = connection.ops.quote_name
    columns = ", ".join(quote(str(field.column)) for field in fields)
    key = quote(str(model._meta.pk.column))
    # Batch by batch: the memory of the server holds no table of lines whole.
    with connection.chunked_cursor() as cursor:
        cursor.execute(
            f"SELECT {columns} FROM {quote(model._meta.db_table)} ORDER BY {key}"  # noqa: S608
        )
        while batch := cursor.fetchmany(_CHUNK):
            writer.rows(_converted(batch, converters))
            progress.add(len(batch))


def _converted(
    batch: Sequence[Sequence[Any]], converters: Sequence[Callable[[Any], Any] | None]
) -> list[Sequence[Any]]:
    """The rows with the values of JSON; column by column, of which most need no conversion."""
    columns = [
        [convert(value) for value in column] if convert else column
        for column, convert in zip(zip(*batch, strict=True), converters, strict=True)
    ]
    return list(zip(*columns, strict=True))


def highest_number(model: type[Model], connection: BaseDatabaseWrapper) -> int | None:
    """The highest number the database ever gave by itself to a row of the model, also if that
    row is gone; ``None`` where it gives none."""
    key = model._meta.pk
    if not isinstance(key, AutoField):
        return None
    with connection.cursor() as cursor:
        if connection.vendor == "sqlite":
            cursor.execute(
                "SELECT seq FROM sqlite_sequence WHERE name = %s", [model._meta.db_table]
            )
            found = cursor.fetchone()
            return int(found[0]) if found else 0
        table, column = connection.ops.quote_name(model._meta.db_table), key.column
        cursor.execute("SELECT pg_get_serial_sequence(%s, %s)", [table, column])
        cursor.execute(f"SELECT last_value, is_called FROM {cursor.fetchone()[0]}")  # noqa: S608
        last, is_called = cursor.fetchone()
        return int(last) if is_called else 0


def size_of(using: str = "default") -> int:
    """Bytes that the database takes."""
    connection = connections[using]
    if connection.vendor == "sqlite":
        path = Path(connection.settings_dict["NAME"])
        return path.stat().st_size if path.exists() else 0
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_database_size(current_database())")
        return int(cursor.fetchone()[0])


_PATIENCE: Final = 20.0

_DRAFT: Final = "PRAGMA synchronous=OFF; PRAGMA cache_size=-16000"
"""A draft need not survive a power cut; with 16 MB its indexes fit while rows come."""


@contextmanager
def another_connection(using: str, **changes: Any) -> Iterator[BaseDatabaseWrapper]:
    """A connection with the settings of another one, but for the changes."""
    settings = copy.deepcopy(connections[using].settings_dict) | changes
    alias = f"{using}-{secrets.token_hex(4)}"
    connection = load_backend(settings["ENGINE"]).DatabaseWrapper(settings, alias)
    # Known to this thread alone.
    connections[alias] = connection
    try:
        yield connection
    finally:
        connection.close()
        del connections[alias]


@contextmanager
def default_connection_to(path: Path, *, like: str) -> Iterator[BaseDatabaseWrapper]:
    """While the block runs, this thread's default database is a SQLite file.

    A connection of its own would not do: migrations that change rows use the default one.
    """
    settings = copy.deepcopy(connections[like].settings_dict) | {"NAME": str(path)}
    settings["OPTIONS"] = settings["OPTIONS"] | {"init_command": _DRAFT}
    other = load_backend(settings["ENGINE"]).DatabaseWrapper(settings, DEFAULT_DB_ALIAS)
    usual = connections[DEFAULT_DB_ALIAS]
    connections[DEFAULT_DB_ALIAS] = other
    try:
        yield other
    finally:
        other.close()
        connections[DEFAULT_DB_ALIAS] = usual


@contextmanager
def snapshot(using: str, *, folder: Path) -> Iterator[BaseDatabaseWrapper]:
    """The database as it is now, whatever is written meanwhile; no writer has to wait.

    SQLite's file is copied into the folder for the time being, which takes milliseconds, for a
    long reader would hold up those who write; PostgreSQL gives a transaction that sees no later
    change.
    """
    if connections[using].vendor == "sqlite":
        database = Path(connections[using].settings_dict["NAME"])
        with (
            sqlite_copy(database, folder=folder) as path,
            another_connection(using, NAME=str(path)) as connection,
        ):
            yield connection
    else:
        # Within one transaction server-side cursors are safe, also behind a pooler.
        own = {"CONN_MAX_AGE": 0, "DISABLE_SERVER_SIDE_CURSORS": False}
        with (
            another_connection(using, **own) as connection,
            transaction.atomic(using=connection.alias),
        ):
            with connection.cursor() as cursor:
                cursor.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY")
            yield connection


@contextmanager
def sqlite_copy(path: Path, *, folder: Path) -> Iterator[Path]:
    """A file with the same content as a database, as long as the block runs."""
    with draft(folder) as target:
        copy_sqlite(path, target, durable=False)
        yield target


def copy_sqlite(source: Path, target: Path, *, durable: bool = True) -> None:
    """Put the content of one database into another, whole or not at all, even if it is in use;
    ``durable`` is for a target that has to survive a power cut.

    :class:`sqlite3.OperationalError` if one of them stays locked.
    """
    # SQLite would create it with the rights that the process's mask allows.
    create_private(target)
    # ``backup`` itself would try again for ever.
    deadline = time.monotonic() + _PATIENCE

    def watch(status: int, remaining: int, total: int) -> None:
        if status in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED) and time.monotonic() > deadline:
            raise sqlite3.OperationalError("database is locked")

    with (
        contextlib.closing(sqlite3.connect(source, timeout=20)) as origin,
        contextlib.closing(sqlite3.connect(target, timeout=20)) as destination,
    ):
        destination.execute(f"PRAGMA synchronous={'FULL' if durable else 'OFF'}")
        origin.backup(destination, progress=watch)
