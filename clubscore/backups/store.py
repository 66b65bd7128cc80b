"""The backup folder: making backups, listing them, thinning them out.

A backup is named after the moment it was made, in UTC, and the reason, so that the folder still
makes sense when it is copied elsewhere.
"""

import datetime
import os
import re
import shutil
import sqlite3
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from typing import Final

from django.conf import settings
from django.utils import timezone

from clubscore.backups import archive
from clubscore.backups.drafts import draft, remove_leftovers
from clubscore.backups.progress import Show, show_nothing
from clubscore.backups.thinning import backups_to_keep
from clubscore.backups.writing import size_of, write_backup
from clubscore.locks import lock
from clubscore.patience import replace
from clubscore.private_files import create_private
from clubscore.problems import Refused, gettext_noop, sentence

MARGIN: Final = 50 * 2**20
"""Bytes that must stay free on the disk beside a backup."""
AFTER_DELETION: Final = datetime.timedelta(days=30)
"""How long a backup made before a deletion is kept."""
_PAUSE: Final = 0.1
"""Seconds between two looks whether another process has made its backup."""
_NAME: Final = re.compile(r"clubscore-(\d{8}T\d{6}Z)-([a-z]+)" + re.escape(archive.SUFFIX))
_MOMENT: Final = "%Y%m%dT%H%M%SZ"


class Reason(StrEnum):
    """Why a backup was made; the word in its name."""

    START = "start"
    EVENING = "evening"
    UPDATE = "update"
    ASKED = "asked"
    RESTORE = "restore"
    DELETION = "deletion"


@dataclass(frozen=True, slots=True)
class Backup:
    """A backup in the folder."""

    path: Path
    made_at: datetime.datetime
    reason: Reason
    size: int

    @property
    def name(self) -> str:
        return self.path.name


def folder() -> Path:
    """The folder; created when it is missing, readable by its owner only."""
    path = Path(settings.BACKUP_DIR)
    path.mkdir(mode=0o700, parents=True, exist_ok=True)
    return path


def backups() -> list[Backup]:
    """All backups, the latest first."""
    path = Path(settings.BACKUP_DIR)
    found = [_backup(file) for file in path.iterdir()] if path.is_dir() else []
    return sorted(
        (backup for backup in found if backup),
        key=lambda backup: (backup.made_at, backup.name),
        reverse=True,
    )


def find_backup(name: str) -> Backup | None:
    """The backup of this name."""
    return next((backup for backup in backups() if backup.name == name), None)


def make_backup(
    reason: Reason,
    *,
    using: str = "default",
    unless_younger_than: datetime.timedelta | None = None,
    show: Show = show_nothing,
) -> Backup | None:
    """Back up the database into the folder, verify the backup, and thin out older ones.

    ``None`` if there is a backup younger than that. Refused: the disk is full, or the folder cannot
    be written. Other callers wait.
    """
    try:
        place = folder()
        with _one_at_a_time(place):
            # In the lock, for another process may just have made one.
            latest = next(iter(backups()), None)
            if unless_younger_than and latest and age(latest) < unless_younger_than:
                return None
            return _make(place, reason, using, show)
    except (OSError, sqlite3.Error) as error:
        template = gettext_noop("No backup could be made in %(folder)s: %(reason)s.")
        values = {
            "folder": settings.BACKUP_DIR,
            "reason": getattr(error, "strerror", None) or error,
        }
        raise Refused(sentence(template, **values)) from error


def age(backup: Backup) -> datetime.timedelta:
    """How long ago a backup was made."""
    return timezone.now() - backup.made_at


def write_file(
    target: Path, *, using: str = "default", show: Show = show_nothing
) -> archive.Ending:
    """Write a backup to a file of this name, which appears only when it is whole and readable."""
    # What earlier ones left when they were killed; the folder may be anywhere.
    remove_leftovers([target.parent])
    with draft(target.parent) as path:
        write_backup(path, using=using, show=show)
        ending = archive.inspect(path).ending
        # Before it is renamed, or a power cut could leave an empty file of this name.
        # Windows writes out only what is open for writing.
        with path.open("r+b") as file:
            os.fsync(file.fileno())
        replace(path, target)
    return ending


def _make(place: Path, reason: Reason, using: str, show: Show) -> Backup:
    # SQLite's file is copied here first, and the backup is written beside the copy.
    refuse_without_room(place, wanted=2 * size_of(using))
    moment = timezone.now().replace(microsecond=0)
    # The name has seconds only.
    while any(backup.made_at == moment for backup in backups()):
        moment += datetime.timedelta(seconds=1)
    moment = moment.astimezone(datetime.UTC)
    target = place / f"clubscore-{moment.strftime(_MOMENT)}-{reason}{archive.SUFFIX}"
    write_file(target, using=using, show=show)
    thin_out(now=moment)
    return Backup(target, moment, reason, target.stat().st_size)


def refuse_without_room(place: Path, *, wanted: int) -> None:
    """Refuse to fill the disk, which would stop the event itself."""
    free = shutil.disk_usage(place).free
    if free < wanted + MARGIN:
        template = gettext_noop(
            "Only %(free)s MB are free on the disk of %(folder)s; %(wanted)s MB are needed. "
            "Delete files there that are not needed."
        )
        values = {"free": free // 2**20, "wanted": (wanted + MARGIN) // 2**20, "folder": place}
        raise Refused(sentence(template, **values))


def thin_out(*, now: datetime.datetime) -> list[Backup]:
    """Delete the backups that are no longer needed; return them."""
    there = backups()
    stay = backups_to_keep(((backup.made_at, backup) for backup in there), now=now)
    # Whoever deleted the wrong thing may notice late, and may have deleted more since.
    stay |= {
        backup
        for backup in there
        if backup.reason is Reason.DELETION and now - backup.made_at < AFTER_DELETION
    }
    gone = [backup for backup in there if backup not in stay]
    for backup in gone:
        backup.path.unlink(missing_ok=True)
    return gone


def _backup(path: Path) -> Backup | None:
    match = _NAME.fullmatch(path.name)
    if match is None or match[2] not in set(Reason):
        return None
    moment = datetime.datetime.strptime(match[1], _MOMENT).replace(tzinfo=datetime.UTC)
    return Backup(path, moment, Reason(match[2]), path.stat().st_size)


@contextmanager
def _one_at_a_time(place: Path) -> Iterator[None]:
    # Of a process that dies, the system releases the lock.
    file = place / ".lock"
    create_private(file)
    with file.open("r+b") as held:
        while not lock(held.fileno()):
            time.sleep(_PAUSE)
        yield
