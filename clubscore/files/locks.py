"""Locks on open files, which the system releases when their process ends, also when it is killed;
and files that another program has open for a moment: on Windows a virus scanner opens whatever was
just written. Knows nothing of Django: the launcher uses it, too.

On Linux and macOS ``flock``, on Windows a range of bytes far behind the file's end, so that anybody
can read the file itself. Of the packages for this, filelock locks files of its own, which nobody
can share, and portalocker brings pywin32.
"""

import os
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final, TypeVar

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
