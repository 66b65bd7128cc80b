"""The first start: a director's login and the demo club.

A start is the first one as long as there is no user. The password is random, and stored in the
data folder for whoever may read that folder.

What a start does about the club's files: what killed processes left is deleted, and nobody but
the owner may read the others.

Several web servers that start together on one database: one after another prepares it.

Two that migrate the same tables at once would fail.
"""

import contextlib
import glob
import hashlib
import secrets
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from django.conf import settings
from django.contrib.auth import get_user_model
from django.core.management import call_command
from django.db import connection, transaction
from django.dispatch import Signal

from clubscore.database.sqlite import database_file
from clubscore.files.private import create_private, restrict
from clubscore.keeping.backups import unfinished as drafts
from clubscore.keeping.backups.store import backups
from clubscore.keeping.backups.writing import another_connection
from clubscore.server.environment import LOGIN_FILE, ROOT
from clubscore.server.server_lock import FILE

server_starts = Signal()
"""Sent when the database is ready and before the server answers: work that waited goes on."""

# No 0 and o, 1 and l and i: the password is read from a screen.
_LETTERS: Final = "abcdefghjkmnpqrstuvwxyz23456789"


@dataclass(frozen=True, slots=True)
class Login:
    """A user name and its password, in the clear."""

    name: str
    password: str


def prepare_first_start(*, folder: Path, demo: bool = True) -> Login | None:
    """Create the user ``director`` and, if wanted, the demo club; ``None`` when there
    is a user already.

    All or nothing: a start that fails half-way is the first one again.
    """
    with transaction.atomic():
        if get_user_model().objects.exists():
            return None
        login = Login("director", readable_password())
        get_user_model().objects.create_superuser(login.name, password=login.password)
        if demo:
            call_command("demo", verbosity=0)
        save_login(folder=folder, login=login)
    return login


def readable_password() -> str:
    """Four groups of four letters and digits: 79 bits, easily typed from a screen."""
    return "-".join("".join(secrets.choice(_LETTERS) for _ in range(4)) for _ in range(4))


def save_login(*, folder: Path, login: Login) -> None:
    """Write the login into the data folder, readable by the owner only."""
    path = folder / LOGIN_FILE
    # An existing file would stay as readable as it was.
    path.unlink(missing_ok=True)
    path.touch(mode=0o600)
    path.write_text(f"name: {login.name}\npassword: {login.password}\n", encoding="utf-8")


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


_LOCK: Final = 0x636C7562
"""Any number that nothing else locks in this database."""


@contextmanager
def one_start_at_a_time() -> Iterator[None]:
    """Wait until no other start is under way. SQLite's file is one machine's, and one server's.

    The lock belongs to a transaction of its own, so that it holds behind a pooler too.
    """
    if connection.vendor != "postgresql":
        yield
        return
    with (
        another_connection("default", CONN_MAX_AGE=0) as holder,
        transaction.atomic(using=holder.alias),
        holder.cursor() as cursor,
    ):
        cursor.execute("SELECT pg_advisory_xact_lock(%s)", [_LOCK])
        yield


_MADE_FROM: Final = "made-from.txt"


def collect_static() -> None:
    """Collect styles, scripts and pictures when one has changed since."""
    folder = Path(settings.STATIC_ROOT)
    stamp, digest = folder / _MADE_FROM, _digest_of_static()
    if stamp.is_file() and stamp.read_text(encoding="ascii") == digest:
        return
    call_command("collectstatic", interactive=False, clear=True, verbosity=0)
    folder.mkdir(parents=True, exist_ok=True)
    stamp.write_text(digest, encoding="ascii")


def _digest_of_static() -> str:
    """A digest of the names, sizes and dates of everything that is collected."""
    found = [settings.BASE_DIR / "requirements.txt", ROOT / "clubscore" / "settings.py"]
    for folder in ("static", "docs/pictures"):
        found += sorted((settings.BASE_DIR / folder).rglob("*"))
    stats = ((path, path.stat()) for path in found)
    parts = (f"{path}{stat.st_size}{int(stat.st_mtime)}" for path, stat in stats)
    return hashlib.sha256("".join(parts).encode()).hexdigest()
