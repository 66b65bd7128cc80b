"""SQLite's file, and its journal mode: set at the start, never for each connection.

Write-ahead logging lets readers read while a director saves, but before SQLite 3.51.3 two
processes may damage the file when one of them resets the log at the wrong moment. There the
rollback journal stays.
"""

import sqlite3
from pathlib import Path
from typing import Final

from django.db.backends.base.base import BaseDatabaseWrapper

SAFE_WAL: Final = (3, 51, 3)
"""The first release of SQLite without the race between a checkpoint and a writer."""


def database_file(connection: BaseDatabaseWrapper) -> Path | None:
    """The file of a database; ``None`` on PostgreSQL."""
    return Path(connection.settings_dict["NAME"]) if connection.vendor == "sqlite" else None


def journal_for(version: tuple[int, ...]) -> str:
    """The journal mode to use with a release of the SQLite library."""
    return "wal" if version >= SAFE_WAL else "delete"


def set_journal(connection: BaseDatabaseWrapper) -> None:
    """Set the journal of the database file; the file remembers it. Nothing on PostgreSQL."""
    if connection.vendor != "sqlite":
        return
    with connection.cursor() as cursor:
        cursor.execute(f"PRAGMA journal_mode={journal_for(sqlite3.sqlite_version_info)}")
