"""Automatic backups: at a start, and when an evening begins.

An evening begins when a director changes something after hours without a backup: logs in, sets up a
session, enters a line. The backup is made by a separate process, so that nobody waits for it.
"""

import datetime
import logging
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from typing import Final

from django.conf import settings
from django.db import connection
from django.http import HttpRequest, HttpResponseBase

from clubscore.backups import schema
from clubscore.backups.store import Backup, Reason, age, backups, make_backup
from clubscore.permissions import is_director

REST: Final = datetime.timedelta(hours=5)
"""An afternoon and an evening are two; a pause is not."""
_LOOK_AGAIN: Final = 300.0
"""Seconds before a process looks at the folder again."""

_LOW_PRIORITY: Final[int] = getattr(subprocess, "BELOW_NORMAL_PRIORITY_CLASS", 0)
"""Of a process on Windows; elsewhere the command sees to it itself."""
logger = logging.getLogger(__name__)
_next_look = 0.0


class EveningBackupMiddleware:
    """Backs up the club's data when a director begins to write. Comes after authentication."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self._get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        response = self._get_response(request)
        if request.method == "POST" and response.status_code < 400 and _is_time_to_look():
            # Asked after the clock: who somebody is has to be looked up in the database.
            if not is_director(request):
                # Or a visitor's form would put off the director's backup by five minutes.
                _look_soon()
            elif is_due():
                # The thread waits for the process and logs its errors; the page does not wait.
                threading.Thread(
                    target=back_up_in_background, args=("--evening",), daemon=True
                ).start()
        return response


def is_due() -> bool:
    """Whether the last backup is older than a rest between two evenings."""
    latest = next(iter(backups()), None)
    return latest is None or age(latest) >= REST


def back_up_at_start(*, wait: bool) -> Backup | None:
    """Before the database is brought up to date: a backup of what there is.

    Without ``wait`` only an update waits for it; else another process makes it while the first
    pages are shown. ``None`` where there is nothing to back up yet, a backup is recent, or it is
    being made. Refused: no backup can be made.
    """
    if not schema.applied(connection):
        return None
    if schema.pending(connection):
        return make_backup(Reason.UPDATE)
    if wait:
        return make_backup(Reason.START, unless_younger_than=REST)
    if is_due():
        # It outlives this process, which becomes the server; what it complains of is printed.
        command = [sys.executable, "manage.py", "backup", "--start"]
        subprocess.Popen(  # noqa: S603 - its own program
            command,
            cwd=settings.BASE_DIR,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            creationflags=_LOW_PRIORITY,
        )
    return None


def back_up_in_background(*options: str) -> None:
    """Run ``manage.py backup`` and wait; errors are logged, and reported by the doctor."""
    command = [sys.executable, "manage.py", "backup", *options]
    answer = subprocess.run(  # noqa: S603 - its own program
        command,
        cwd=settings.BASE_DIR,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        creationflags=_LOW_PRIORITY,
        text=True,
        # A console may have other letters than its programs' pipes.
        errors="replace",
    )
    if answer.returncode:
        logger.error("No backup of the data could be made: %s", answer.stderr.strip())


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
