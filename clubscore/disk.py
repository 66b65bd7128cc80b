"""Whether the disk of the club's data takes what is saved; asked often, so it costs no writing."""

import os
import shutil
from collections.abc import Iterable
from pathlib import Path
from typing import Final

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
