"""Files that only their owner may read, whatever the mode of their folder and the process's mask.

SQLite gives the files that it puts beside a database the database's own mode.

Whether the disk of the club's data takes what is saved; asked often, so it costs no writing.
"""

import contextlib
import os
import shutil
import stat
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import Any, Final

from django.db.backends.base.base import BaseDatabaseWrapper

PRIVATE: Final = stat.S_IRUSR | stat.S_IWUSR

_OTHERS: Final = stat.S_IRWXG | stat.S_IRWXO


def create_private(path: Path) -> None:
    """Make an empty file for its owner alone; one that is there stays as it is. :class:`OSError`
    when it cannot be made."""
    with contextlib.suppress(FileExistsError):
        path.touch(mode=PRIVATE, exist_ok=False)


def is_open_to_others(path: Path) -> bool:
    """Whether the file's mode lets others read or write it. Windows has no such mode: there a file
    in the user's own folders is the user's. :class:`OSError` for a missing file."""
    return sys.platform != "win32" and bool(path.stat().st_mode & _OTHERS)


def restrict(paths: Iterable[Path]) -> None:
    """Take from all others the rights to these files. What is missing, or belongs to somebody
    else, stays as it is: the doctor reports it."""
    for path in paths:
        with contextlib.suppress(OSError):
            if is_open_to_others(path):
                path.chmod(PRIVATE)


def restrict_new_database(connection: BaseDatabaseWrapper, **_: Any) -> None:
    """Whatever command has just created SQLite's file, before anything is in it."""
    if connection.vendor == "sqlite":
        path = Path(connection.settings_dict["NAME"])
        # Existing ones are for the start: connecting changes nothing, the doctor promises that.
        with contextlib.suppress(OSError):
            if path.stat().st_size == 0:
                restrict([path])


FLOOR: Final = 10 * 2**20
"""Bytes; with fewer the next save may fail, and a journal or a draft surely does."""


def trouble(folders: Iterable[Path]) -> str:
    """``full`` or ``not writable`` when that is true of one of the folders, else empty."""
    found = {_trouble(folder) for folder in folders}
    return next((each for each in ("not writable", "full") if each in found), "")


def _trouble(folder: Path) -> str:
    try:
        if not os.access(folder, os.W_OK):
            return "not writable"
        return _trouble_of_disk(folder)
    except OSError:
        return "not writable"


def _trouble_of_disk(folder: Path) -> str:
    # Windows has no such call, and says only how much is free.
    if not hasattr(os, "statvfs"):
        return "full" if shutil.disk_usage(folder).free < FLOOR else ""
    disk = os.statvfs(folder)
    if disk.f_flag & os.ST_RDONLY:
        return "not writable"
    # Some file systems do not count files, and report none of none.
    no_files = disk.f_files > 0 and disk.f_favail == 0
    return "full" if disk.f_bavail * disk.f_frsize < FLOOR or no_files else ""
