"""Files that only their owner may read, whatever the mode of their folder and the process's mask.

SQLite gives the files that it puts beside a database the database's own mode.

Files that another program holds for a moment: on Windows a virus scanner opens whatever was just
written, and meanwhile nobody may rename or delete it.

Locks on open files, which the system releases when their process ends, also when it is killed.

On Linux and macOS ``flock``, on Windows a range of bytes far behind the file's end, so that anybody
can read the file itself. Of the packages for this, filelock locks files of its own, which nobody
can share, and portalocker brings pywin32.

Whether the disk of the club's data takes what is saved; asked often, so it costs no writing.
"""

import contextlib
import os
import shutil
import stat
import sys
import time
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any, Final, TypeVar

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


_ATTEMPTS, _PAUSE = 40, 0.05
"""Two seconds in all, after which the file is not held for a moment only."""

T = TypeVar("T")


def patiently(act: Callable[[], T]) -> T:
    """Do it, and again as long as :class:`PermissionError` says that somebody holds the file; at
    last that error."""
    for _ in range(_ATTEMPTS):
        try:
            return act()
        except PermissionError:
            time.sleep(_PAUSE)
    return act()


def replace(path: Path, target: Path) -> None:
    """Rename a file, in place of one that may be there."""
    patiently(lambda: path.replace(target))


_FAR: Final = 2**30
"""Where the locked bytes begin; Windows lets nobody read them, and no file of ours is so long."""

_PLACES: Final = 32
"""How many processes may share a lock on Windows: each has one byte, and who is alone has all."""

fcntl: Any
msvcrt: Any
try:
    import fcntl
except ImportError:
    import msvcrt

    fcntl = None

OPEN_FILES_STAY: Final = sys.platform == "win32"
"""Whether the system refuses to rename or delete a file that is open."""


def lock(handle: int, *, shared: bool = False) -> bool:
    """Lock an open file until it is closed; ``False`` when another process holds a lock that does
    not allow it. :class:`OSError` where there are no locks, as in some folders of a network."""
    try:
        _lock(handle, shared=shared)
    except BlockingIOError:
        return False
    except PermissionError:
        # Windows says so of bytes that are locked.
        if fcntl is not None:
            raise
        return False
    return True


def _lock(handle: int, *, shared: bool) -> None:
    if fcntl is not None:
        kind = fcntl.LOCK_SH if shared else fcntl.LOCK_EX
        fcntl.flock(handle, kind | fcntl.LOCK_NB)
    elif shared:
        _lock_one_place(handle)
    else:
        _lock_bytes(handle, _FAR, _PLACES)


def _lock_one_place(handle: int) -> None:
    for place in range(_PLACES):
        try:
            _lock_bytes(handle, _FAR + place, 1)
        except PermissionError:
            continue
        else:
            return
    raise BlockingIOError


def _lock_bytes(handle: int, start: int, count: int) -> None:
    """Windows locks from where the file stands."""
    before = os.lseek(handle, 0, os.SEEK_CUR)
    os.lseek(handle, start, os.SEEK_SET)
    try:
        msvcrt.locking(handle, msvcrt.LK_NBLCK, count)
    finally:
        os.lseek(handle, before, os.SEEK_SET)


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
