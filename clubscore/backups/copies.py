"""The folder of copies: making one, listing them, thinning them out.

A copy is named by the moment it was made, in UTC, and the reason: a folder copied elsewhere
still tells what is what.
"""

import datetime
import fcntl
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
from clubscore.backups.thinning import kept
from clubscore.backups.writing import size_of, write_backup
from clubscore.problems import Refused, gettext_noop, sentence

MARGIN: Final = 50 * 2**20
"""Bytes that stay free on the disk beside a copy."""
_NAME: Final = re.compile(r"clubscore-(\d{8}T\d{6}Z)-([a-z]+)" + re.escape(archive.SUFFIX))
_MOMENT: Final = "%Y%m%dT%H%M%SZ"
_OLD_DRAFT: Final = 24 * 60 * 60


class Reason(StrEnum):
    """Why a copy was made; the word in its name."""

    START = "start"
    EVENING = "evening"
    UPDATE = "update"
    ASKED = "asked"
    RESTORE = "restore"


@dataclass(frozen=True, slots=True)
class Copy:
    """A copy in the folder."""

    path: Path
    made_at: datetime.datetime
    reason: Reason
    size: int

    @property
    def name(self) -> str:
        return self.path.name


def folder() -> Path:
    """Where copies are kept; made when it is missing, for the owner alone."""
    path = Path(settings.BACKUP_DIR)
    path.mkdir(mode=0o700, parents=True, exist_ok=True)
    return path


def copies() -> list[Copy]:
    """The copies that are there, the latest first."""
    path = Path(settings.BACKUP_DIR)
    found = [_copy(file) for file in path.iterdir()] if path.is_dir() else []
    return sorted(
        (copy for copy in found if copy), key=lambda copy: (copy.made_at, copy.name), reverse=True
    )


def find_copy(name: str) -> Copy | None:
    """The copy of this name."""
    return next((copy for copy in copies() if copy.name == name), None)


def make_copy(
    reason: Reason, *, using: str = "default", unless_younger_than: datetime.timedelta | None = None
) -> Copy | None:
    """Copy the database into the folder, see that the copy can be read, and thin out older ones.

    ``None`` if there is a copy younger than that. Refused: the disk is full, or the folder cannot
    be written. Whoever asks meanwhile waits.
    """
    try:
        place = folder()
        with _one_at_a_time(place):
            latest = next(iter(copies()), None)
            if unless_younger_than and latest and age(latest) < unless_younger_than:
                return None
            _remove_old_drafts(place)
            return _make(place, reason, using)
    except (OSError, sqlite3.Error) as error:
        template = gettext_noop("No copy could be made in %(folder)s: %(reason)s.")
        values = {
            "folder": settings.BACKUP_DIR,
            "reason": getattr(error, "strerror", None) or error,
        }
        raise Refused(sentence(template, **values)) from error


def age(copy: Copy) -> datetime.timedelta:
    """How long ago a copy was made."""
    return timezone.now() - copy.made_at


def write_file(target: Path, *, using: str = "default") -> archive.Ending:
    """Write a backup to a file of this name, which appears only when it is whole and readable."""
    draft = target.with_name(f"{target.name}.{os.getpid()}.part")
    draft.touch(mode=0o600)
    try:
        write_backup(draft, using=using)
        ending = archive.inspect(draft).ending
        with draft.open("rb") as file:
            os.fsync(file.fileno())
        draft.replace(target)
    finally:
        draft.unlink(missing_ok=True)
    return ending


def _make(place: Path, reason: Reason, using: str) -> Copy:
    refuse_without_room(place, wanted=2 * size_of(using))
    moment = timezone.now().replace(microsecond=0)
    while any(copy.made_at == moment for copy in copies()):
        moment += datetime.timedelta(seconds=1)
    moment = moment.astimezone(datetime.UTC)
    target = place / f"clubscore-{moment.strftime(_MOMENT)}-{reason}{archive.SUFFIX}"
    write_file(target, using=using)
    thin_out(now=moment)
    return Copy(target, moment, reason, target.stat().st_size)


def refuse_without_room(place: Path, *, wanted: int) -> None:
    """Refuse to fill the disk, which would stop the evening itself."""
    free = shutil.disk_usage(place).free
    if free < wanted + MARGIN:
        template = gettext_noop(
            "Only %(free)s MB are free on the disk of %(folder)s; %(wanted)s MB are needed. "
            "Delete what is not needed there."
        )
        values = {"free": free // 2**20, "wanted": (wanted + MARGIN) // 2**20, "folder": place}
        raise Refused(sentence(template, **values))


def thin_out(*, now: datetime.datetime) -> list[Copy]:
    """Delete the copies that are not kept; those deleted."""
    there = copies()
    stay = kept(((copy.made_at, copy) for copy in there), now=now)
    gone = [copy for copy in there if copy not in stay]
    for copy in gone:
        copy.path.unlink(missing_ok=True)
    return gone


def _copy(path: Path) -> Copy | None:
    match = _NAME.fullmatch(path.name)
    if match is None or match[2] not in set(Reason):
        return None
    moment = datetime.datetime.strptime(match[1], _MOMENT).replace(tzinfo=datetime.UTC)
    return Copy(path, moment, Reason(match[2]), path.stat().st_size)


def _remove_old_drafts(place: Path) -> None:
    """What is left of copies that were broken off."""
    for path in place.glob("*.part*"):
        if time.time() - path.stat().st_mtime > _OLD_DRAFT:
            path.unlink(missing_ok=True)


@contextmanager
def _one_at_a_time(place: Path) -> Iterator[None]:
    with (place / ".lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield
