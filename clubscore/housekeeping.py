"""What a start does about the club's files: what killed processes left is deleted, and nobody but
the owner may read the others."""

import contextlib
import glob
from collections.abc import Iterator
from pathlib import Path

from django.conf import settings
from django.db import connection

from clubscore.backups import drafts
from clubscore.backups.store import backups
from clubscore.first_start import LOGIN_FILE
from clubscore.private_files import create_private, restrict
from clubscore.running import FILE
from clubscore.sqlite import database_file


def remove_leftovers() -> list[Path]:
    """Delete the unfinished files of killed backups and restores, and return them."""
    database = database_file(connection)
    beside = [database.parent] if database else []
    return drafts.remove_leftovers([settings.DATA_DIR, Path(settings.BACKUP_DIR), *beside])


def make_private() -> None:
    """The owner's alone: the database, what is beside it, the backups, the secret, the login.

    Where a folder cannot be read or written, that is reported by whatever needs it next.
    """
    with contextlib.suppress(OSError):
        restrict(_private_files())
    if database := database_file(connection):
        # SQLite would create it with the rights that the process's mask allows.
        with contextlib.suppress(OSError):
            create_private(database)


def _private_files() -> Iterator[Path]:
    for name in ("secret_key", LOGIN_FILE, FILE):
        yield settings.DATA_DIR / name
    if database := database_file(connection):
        # With the journals, and with what a restore has set aside.
        yield from database.parent.glob(f"{glob.escape(database.name)}*")
    for backup in backups():
        yield backup.path
