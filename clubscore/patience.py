"""Files that another program holds for a moment: on Windows a virus scanner opens whatever was just
written, and meanwhile nobody may rename or delete it."""

import time
from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

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
