"""The backup folder: making backups, listing them, thinning them out.

A backup is named after the moment it was made, in UTC, and the reason, so that the folder still
makes sense when it is copied elsewhere.

Which backups to keep.

Automatic backups: at a start, when an evening begins, and when results are finished or published.

An evening begins when a director changes something after hours without a backup: logs in, sets up a
session, enters a line. A job makes the backup, so that nobody waits for it.
"""

import datetime
import logging
import os
import re
import shutil
import sqlite3
import time
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from typing import Final, TypeVar

from django.conf import settings
from django.db import connection
from django.http import HttpRequest, HttpResponseBase
from django.utils import timezone
from django.utils.deprecation import MiddlewareMixin

from clubscore.database.transactions import in_transaction
from clubscore.files.locks import lock, replace
from clubscore.files.private import create_private
from clubscore.jobs.queue import Answer, ask
from clubscore.keeping.backups import archive, schema
from clubscore.keeping.backups.unfinished import Show, draft, remove_leftovers, show_nothing
from clubscore.keeping.backups.writing import size_of, write_backup
from clubscore.models import Job
from clubscore.text.problems import Refused
from clubscore.text.sentences import refusal_text
from clubscore.web.permissions import is_director
from clubscore.web.visitors import Actor, actor

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
    RESULTS = "results"
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
        values = {
            "folder": settings.BACKUP_DIR,
            "reason": getattr(error, "strerror", None) or error,
        }
        raise Refused.because(
            "No backup could be made in %(folder)s: %(reason)s.", **values
        ) from error


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
        values = {"free": free // 2**20, "wanted": (wanted + MARGIN) // 2**20, "folder": place}
        raise Refused.because(
            "Only %(free)s MB are free on the disk of %(folder)s; %(wanted)s MB are needed. "
            "Delete files there that are not needed.",
            **values,
        )


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


LATEST: Final = 10
"""How many of the latest are always kept."""

WEEKS: Final = 13

Key = TypeVar("Key")


def backups_to_keep(
    backups: Iterable[tuple[datetime.datetime, Key]], *, now: datetime.datetime
) -> set[Key]:
    """The latest ten, the last one of each week for a quarter of a year, and
    the last one of each month for ever."""
    latest_first = sorted(backups, key=lambda backup: backup[0], reverse=True)
    stay = {key for _, key in latest_first[:LATEST]}
    seen: set[tuple[str, int, int]] = set()
    for moment, key in latest_first:
        year, week, _ = moment.isocalendar()
        periods = {("month", moment.year, moment.month)}
        if now - moment < datetime.timedelta(weeks=WEEKS):
            periods.add(("week", year, week))
        # Latest first: the one that is met first is the last of its week or month.
        if periods - seen:
            stay.add(key)
        seen |= periods
    return stay


REST: Final = datetime.timedelta(hours=5)
"""An afternoon and an evening are two; a pause is not."""

RESULTS_REST: Final = datetime.timedelta(hours=1)
"""What was finished or published is worth a backup of its own, unless there is one this young."""

_LOOK_AGAIN: Final = 300.0
"""Seconds before a process looks at the folder again."""

BACKUP: Final = "backup"
"""The kind of the one job that makes a backup."""

BIN: Final = "bin"
"""The kind of the one job that empties the bin, once there is a backup of what lies there."""

logger = logging.getLogger(__name__)

_next_look = 0.0


class EveningBackupMiddleware(MiddlewareMixin):
    """Backs up the club's data when a director begins to write. Comes after authentication."""

    def process_response(
        self, request: HttpRequest, response: HttpResponseBase
    ) -> HttpResponseBase:
        if request.method == "POST" and response.status_code < 400 and _is_time_to_look():
            # Asked after the clock: who somebody is has to be looked up in the database.
            if not is_director(request):
                # Or a visitor's form would put off the director's backup by five minutes.
                _look_soon()
            elif is_due():
                ask_for_backup(reason=Reason.EVENING, by=actor(request))
        return response


def is_due(rest: datetime.timedelta = REST) -> bool:
    """Whether the last backup is older than this, by default than a rest between two evenings."""
    latest = next(iter(backups()), None)
    return latest is None or age(latest) >= rest


def back_up_results(*, by: Actor) -> None:
    """Have a backup made when results were finished or published, unless there is a young one."""
    if settings.BACKUP_AT_EVENING and is_due(RESULTS_REST):
        ask_for_backup(reason=Reason.RESULTS, by=by)


def back_up_at_start(*, wait: bool) -> Backup | None:
    """Back up what there is, before the database is brought up to date.

    Without ``wait`` only an update waits for it; else a job makes it while the first pages are
    shown. ``None`` where there is nothing to back up yet, a backup is recent, or it is
    being made. Refused: no backup can be made.
    """
    if not schema.applied(connection):
        return None
    if schema.pending(connection):
        return make_backup(Reason.UPDATE)
    if wait:
        return make_backup(Reason.START, unless_younger_than=REST)
    if is_due():
        ask_for_backup(reason=Reason.START, by=Actor())
    return None


@in_transaction
def ask_for_backup(*, reason: Reason, by: Actor) -> None:
    """Have a backup made beside the requests."""
    ask(kind=BACKUP, by=by, reason=reason.value)


def back_up(job: Job) -> Answer:
    """Make the backup of a job; errors are logged, and reported by the doctor."""
    reason = Reason(job.arguments["reason"])
    rest = {Reason.ASKED: None, Reason.RESULTS: RESULTS_REST}.get(reason, REST)
    try:
        make_backup(reason, unless_younger_than=rest)
    except Refused as refusal:
        logger.error("No backup of the data could be made: %s", refusal_text(refusal))
    else:
        ask(kind=BIN, by=Actor())
    return {}


def _is_time_to_look() -> bool:
    global _next_look
    now = time.monotonic()
    if not settings.BACKUP_AT_EVENING or now < _next_look:
        return False
    _next_look = now + _LOOK_AGAIN
    return True


def _look_soon() -> None:
    global _next_look
    _next_look = 0.0
