"""The data folder, the disk, the backups, the secret."""

import datetime
import shutil
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from django.conf import settings
from django.contrib.auth import authenticate, get_user_model
from django.core import checks
from django.core.checks import CheckMessage, Error, Info
from django.db import DatabaseError, connection
from django.utils.translation import gettext as _

from clubscore.files.private import is_open_to_others
from clubscore.keeping.backups import archive
from clubscore.keeping.backups.store import age, backups
from clubscore.server.environment import LOGIN_FILE
from clubscore.text.problems import Refused
from clubscore.text.sentences import refusal_text

LITTLE: Final = 200 * 2**20
"""The disk may be full before the event is over when fewer bytes than this are free."""

SCARCE: Final = 2**30

OLD: Final = datetime.timedelta(days=14)

_DAY: Final = 24 * 60 * 60


def check_data() -> Iterator[CheckMessage]:
    yield from check_folder()
    yield from check_disk()
    yield from check_backups()
    yield from check_secret()
    yield from check_first_login()
    yield from check_leftovers()


def check_folder() -> Iterator[CheckMessage]:
    folder = settings.DATA_DIR
    try:
        with tempfile.TemporaryFile(dir=folder):
            pass
    except OSError as error:
        yield Error(
            _("The data folder %(folder)s is not writable: %(reason)s.")
            % {"folder": folder, "reason": error.strerror},
            _("It must belong to the user that runs clubscore: chown -R NAME %(folder)s")
            % {"folder": folder},
        )
        return
    yield Info(_("The data folder is %(folder)s.") % {"folder": folder})


def check_disk() -> Iterator[CheckMessage]:
    folder = Path(settings.BACKUP_DIR)
    places = {settings.DATA_DIR, folder if folder.exists() else settings.DATA_DIR}
    for place in sorted(places):
        free = shutil.disk_usage(place).free
        text = _("%(free)s MB are free on the disk of %(folder)s.")
        text %= {"free": f"{free / 2**20:.0f}", "folder": place}
        if free < LITTLE:
            yield Error(text, _("Free some space now: a full disk stops the evening."))
        elif free < SCARCE:
            yield checks.Warning(text, _("Free some space before it is full."))
        else:
            yield Info(text)


def check_backups() -> Iterator[CheckMessage]:
    if settings.READ_ONLY:
        # They are made where results are entered.
        return
    there = backups()
    if not there:
        text = _("There is no backup of the data in %(folder)s.") % {"folder": settings.BACKUP_DIR}
        yield Error(text, _("Make one with manage.py backup"))
        return
    latest = there[0]
    try:
        archive.inspect(latest.path)
    except Refused as refusal:
        yield Error(refusal_text(refusal), _("Make a new one with manage.py backup"))
        return
    days = age(latest).days
    text = _("The latest of %(count)s backups is %(days)s days old and readable: %(path)s.")
    text %= {"count": len(there), "days": days, "path": latest.path}
    if age(latest) > OLD:
        yield Error(
            text, _("Make one with manage.py backup, and find out why none is made at a start.")
        )
    else:
        yield Info(text)
    if is_open_to_others(latest.path):
        yield checks.Warning(
            _("Other users of this machine can read the backups."), f"chmod 600 {latest.path}"
        )
    same_disk = latest.path.stat().st_dev == settings.DATA_DIR.stat().st_dev
    if connection.vendor == "sqlite" and same_disk:
        yield checks.Warning(
            _("The backups are on the same disk as the data."),
            _(
                "Copy one elsewhere regularly, or set CLUBSCORE_BACKUPS to a folder on another "
                "disk."
            ),
        )


def check_secret() -> Iterator[CheckMessage]:
    path = settings.DATA_DIR / "secret_key"
    if len(settings.SECRET_KEY) < 50 or len(set(settings.SECRET_KEY)) < 5:
        yield Error(
            _("The secret that signs logins is short."),
            _(
                "Unset CLUBSCORE_SECRET_KEY to have a long one generated; everybody must log in "
                "again."
            ),
        )
    elif path.exists() and is_open_to_others(path):
        yield Error(
            _("Other users of this machine can read the secret in %(path)s.") % {"path": path},
            f"chmod 600 {path}",
        )
    else:
        yield Info(_("The secret that signs logins is long and private."))


def check_first_login() -> Iterator[CheckMessage]:
    """The first password is in a file: it should be changed, and the file deleted."""
    path = settings.DATA_DIR / LOGIN_FILE
    if not path.exists():
        return
    words = dict(
        line.split(": ", 1)
        for line in path.read_text(encoding="utf-8").splitlines()
        if ": " in line
    )
    try:
        known = get_user_model().objects.filter(username=words.get("name", "")).exists()
        works = known and authenticate(username=words.get("name"), password=words.get("password"))
    except DatabaseError:
        return
    if works:
        yield checks.Warning(
            _("The first password is still in use, and is readable in %(path)s.") % {"path": path},
            _("Log in, click your name, change it, then delete the file."),
        )
    else:
        text = _("%(path)s contains a password that is no longer used.") % {"path": path}
        yield checks.Warning(text, _("Delete the file."))


def check_leftovers() -> Iterator[CheckMessage]:
    """What interrupted backups and tests have left behind."""
    folders = (settings.DATA_DIR, Path(settings.BACKUP_DIR))
    drafts = [path for folder in folders if folder.exists() for path in folder.glob("*.part*")]
    clusters = list(Path("/tmp").glob("clubscore-pg-*"))  # noqa: S108
    old = sorted({path for path in (*drafts, *clusters) if _is_old(path)})
    if old:
        names = ", ".join(str(path) for path in old)
        text = _("Left over from interrupted work: %(names)s.") % {"names": names}
        yield checks.Warning(text, _("They can be deleted."))


def _is_old(path: Path) -> bool:
    try:
        return time.time() - path.stat().st_mtime > _DAY
    except FileNotFoundError:
        return False
