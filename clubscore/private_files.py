"""Files that only their owner may read, whatever the mode of their folder and the process's mask.

SQLite gives the files that it puts beside a database the database's own mode.
"""

import contextlib
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
