"""Connections of a backup's own: a state of the database that nobody changes while it is read."""

import contextlib
import copy
import secrets
import sqlite3
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final

from django.db import DEFAULT_DB_ALIAS, connections, transaction
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.utils import load_backend

from clubscore.backups.drafts import draft
from clubscore.private_files import create_private

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
