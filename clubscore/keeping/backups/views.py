"""The Backups page: where the data is, the list, a button for a new one, downloads."""

import datetime
import os
import shlex
import shutil
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

from django.conf import settings
from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.db import connection
from django.http import HttpRequest, HttpResponse, HttpResponseBase, StreamingHttpResponse
from django.shortcuts import redirect, render
from django.utils.timesince import timesince
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from clubscore.keeping.backups.store import (
    Backup,
    Reason,
    age,
    ask_for_backup,
    backups,
    find_backup,
    make_backup,
)
from clubscore.keeping.backups.writing import size_of
from clubscore.server.environment import IS_INSTALLED
from clubscore.text.problems import Refused
from clubscore.text.sentences import NothingHereError, translate_refusal
from clubscore.web.one_time_keys import in_its_own_transactions
from clubscore.web.permissions import director_required
from clubscore.web.visitors import actor

ALARMING: Final = datetime.timedelta(days=14)
"""The age of the last backup from which the page warns."""
LARGE: Final = 20 * 2**20
"""Bytes; a larger database takes some seconds to back up."""
_PIECE: Final = 2**16


def reasons() -> dict[Reason, str]:
    """Why backups are made, in the reader's language."""
    return {
        Reason.START: _("clubscore was started"),
        Reason.EVENING: _("an evening began"),
        Reason.RESULTS: _("results were finished or published"),
        Reason.UPDATE: _("before an update"),
        Reason.ASKED: _("by hand"),
        Reason.RESTORE: _("before another backup was restored"),
        Reason.DELETION: _("before the demo was removed"),
    }


@require_safe
@director_required
def index(request: HttpRequest) -> HttpResponse:
    """Where the data is and how old the last backup is, in plain words; the backups."""
    there = backups()
    words = reasons()
    context = {
        "is_file": connection.vendor == "sqlite",
        "installed": Path(sys.executable).with_name("clubscore") if IS_INSTALLED else "",
        "own_settings": own_settings(),
        "database": database_words(connection.vendor, connection.settings_dict),
        "database_size": size_of(),
        "folder": settings.BACKUP_DIR,
        "same_disk": on_same_disk(),
        "free": free_bytes(),
        "latest": there[0] if there else None,
        "latest_age": age_words(there[0]) if there else "",
        "is_alarming": not there or age(there[0]) > ALARMING,
        "backups": [{"backup": backup, "reason": words[backup.reason]} for backup in there],
        "size": sum(backup.size for backup in there),
    }
    return render(request, "clubscore/backups.html", context)


@require_POST
@director_required
@in_its_own_transactions
def make(request: HttpRequest) -> HttpResponse:
    """Make a backup now; a large one by a job, so that nobody waits for it."""
    if size_of() > LARGE:
        ask_for_backup(reason=Reason.ASKED, by=actor(request))
        messages.info(
            request, _("The backup has started. It will be in the list in a minute or two.")
        )
        return redirect("backups")
    try:
        make_backup(Reason.ASKED)
    except Refused as refusal:
        for sentence in translate_refusal(refusal):
            messages.error(request, sentence)
    else:
        messages.success(request, _("The backup is complete and has been verified."))
    return redirect("backups")


@require_safe
@director_required
def download(request: HttpRequest, name: str) -> HttpResponseBase:
    """One of the backups, for an administrator: it holds everything about everybody."""
    if not request.user.is_superuser:
        raise PermissionDenied(
            _(
                "A backup contains everything, including password hashes, so only an administrator "
                "may download it."
            )
        )
    backup = find_backup(name)
    if backup is None:
        raise NothingHereError(_("There is no such backup; old backups are deleted automatically."))
    return StreamingHttpResponse(
        pieces(backup.path),
        content_type="application/gzip",
        headers={
            "Content-Disposition": f'attachment; filename="{backup.name}"',
            "Content-Length": str(backup.size),
        },
    )


def pieces(path: Path) -> Iterator[bytes]:
    """A file, piece by piece; opened when the first one is read."""
    with path.open("rb") as file:
        while piece := file.read(_PIECE):
            yield piece


def age_words(backup: Backup) -> str:
    """How old a backup is: “3 hours”."""
    # Of less than a minute timesince makes "0 minutes".
    if age(backup) < datetime.timedelta(minutes=1):
        return _("less than a minute")
    return timesince(backup.made_at, depth=1)


def database_words(vendor: str, values: dict[str, Any]) -> str:
    """The database's file, or its name and server; never its password."""
    if vendor == "sqlite":
        return str(values["NAME"])
    return _("%(name)s on %(host)s") % {
        "name": values["NAME"],
        "host": values["HOST"] or "localhost",
    }


def own_settings() -> str:
    """What to write before a command, so that it finds this database; an address, which may hold
    a password, is left to the reader.
    """
    found = []
    if os.environ.get("CLUBSCORE_DATA"):
        found.append(f"CLUBSCORE_DATA={shlex.quote(str(settings.DATA_DIR))}")
    if os.environ.get("DATABASE_URL"):
        found.append("DATABASE_URL=…")
    if file := os.environ.get("DATABASE_URL_FILE"):
        found.append(f"DATABASE_URL_FILE={shlex.quote(file)}")
    return " ".join(found)


def on_same_disk() -> bool:
    """Whether the backups would be lost with the database's disk."""
    folder = Path(settings.BACKUP_DIR)
    if connection.vendor != "sqlite" or not folder.exists():
        return False
    database = Path(connection.settings_dict["NAME"])
    return database.exists() and database.stat().st_dev == folder.stat().st_dev


def free_bytes() -> int:
    """Bytes that are free where the backups are kept."""
    folder = Path(settings.BACKUP_DIR)
    return shutil.disk_usage(folder if folder.exists() else settings.DATA_DIR).free
