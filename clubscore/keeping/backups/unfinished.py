"""Unfinished files: a database being restored or copied, a backup being written.

They hold what the club had, with people who are erased since, and must not outlive the process
that makes them. It holds a lock on its draft, which the system releases when the process dies: a
draft without a lock is left over. Where an open file cannot be renamed, on Windows, the lock is on
a file beside it. Knows nothing of Django.

How far a backup or a restore is, for whoever waits at a terminal.
"""

import contextlib
import os
import re
import tempfile
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import Any, Final, TextIO

from clubscore.files import locks
from clubscore.files.locks import patiently

BESIDE: Final = ("-journal", "-wal", "-shm")
"""Endings of the files that SQLite puts beside its own."""

_BESIDE_LOCK: Final = "-lock"

_BEGINNING, _END = "clubscore-", ".part"

_NAME: Final = re.compile(
    # The second and the third are those of releases before the lock.
    r"(clubscore-[a-z0-9_]{8}\.part"
    r"|tmp[a-z0-9_]{8}\.part"
    r"|clubscore-\d{8}T\d{6}Z-[a-z]+\.jsonl\.gz\.\d+\.part)"
    rf"({'|'.join((*BESIDE, _BESIDE_LOCK))})?"
)

_SECRET: Final = re.compile(r"secret_key\.\d+\.[0-9a-f]{8}")
"""A secret that was being made; its process holds it for milliseconds, and without a lock."""

_OLD: Final = 24 * 60 * 60
"""Seconds after which nobody uses a draft, where there are no locks."""


@contextmanager
def draft(folder: Path) -> Iterator[Path]:
    """An empty file for the owner alone, deleted at the end with what SQLite puts beside it,
    unless it was renamed."""
    handle, path = _locked_file(folder)
    try:
        yield path
    finally:
        _unlink(path)
        # Only now, or another start might take the file for one that is left over.
        os.close(handle)
        if locks.OPEN_FILES_STAY:
            _lock_file(path).unlink(missing_ok=True)


def remove_leftovers(folders: Iterable[Path]) -> list[Path]:
    """Delete the drafts in these folders that nobody is using, and return them.

    Others' files stay, whatever their names end with, and so does what cannot be deleted.
    """
    files = {path for folder in folders for path in _files(folder)}
    return [path for path in sorted(files) if _remove_if_left_over(path)]


def _files(folder: Path) -> list[Path]:
    try:
        return list(folder.iterdir())
    except OSError:
        return []


def _locked_file(folder: Path) -> tuple[int, Path]:
    ending = _END + _BESIDE_LOCK if locks.OPEN_FILES_STAY else _END
    while True:
        # The owner's alone: mkstemp sees to that.
        handle, name = tempfile.mkstemp(prefix=_BEGINNING, suffix=ending, dir=folder)
        # Between these two, another start may have found it without a lock, and deleted it.
        if _lock(handle) and Path(name).exists():
            path = Path(name.removesuffix(_BESIDE_LOCK))
            path.touch(mode=0o600)
            return handle, path
        os.close(handle)


def _lock_file(path: Path) -> Path:
    """The file whose lock says that a draft is in use."""
    return path.with_name(path.name + _BESIDE_LOCK) if locks.OPEN_FILES_STAY else path


def _lock(handle: int) -> bool:
    """Lock a file; ``False`` when somebody else has. Not every folder of a network has locks."""
    with contextlib.suppress(OSError):
        return locks.lock(handle)
    return True


def _unlink(path: Path) -> None:
    """Delete a draft, itself last: a process that dies on the way leaves what the next finds."""
    for ending in (*BESIDE, ""):
        part = path.with_name(path.name + ending)
        patiently(partial(part.unlink, missing_ok=True))


def _remove_if_left_over(path: Path) -> bool:
    match = _NAME.fullmatch(path.name)
    try:
        if _SECRET.fullmatch(path.name) and _is_old(path):
            path.unlink()
            return True
        return match is not None and _remove_unused(path.with_name(match[1]), path)
    except OSError:
        return False


def _remove_unused(main: Path, path: Path) -> bool:
    """Delete a file that belongs to a draft, unless somebody uses that."""
    held = _lock_file(main)
    try:
        # Windows has no links that a stranger could have put there.
        handle = os.open(held, os.O_RDWR | getattr(os, "O_NOFOLLOW", 0))
    except FileNotFoundError:
        path.unlink()
        return True
    try:
        if _is_used(handle, held):
            return False
        is_held_open = path == held and locks.OPEN_FILES_STAY
        # Before the lock is released, or its maker might just have got it.
        if not is_held_open:
            path.unlink()
    finally:
        os.close(handle)
    if is_held_open:
        path.unlink()
    return True


def _is_used(handle: int, path: Path) -> bool:
    try:
        return not locks.lock(handle)
    except OSError:
        return not _is_old(path)


def _is_old(path: Path) -> bool:
    return time.time() - path.stat().st_mtime > _OLD


Show = Callable[[int], object]
"""A function that is called with each new whole percentage."""


def show_nothing(percent: int) -> None:
    """Show no progress, where nobody watches."""


class Progress:
    """Counts rows on the way to a number known before."""

    def __init__(self, total: int, show: Show) -> None:
        self._total = max(total, 1)
        self._show = show
        self._done = 0
        self._shown = -1

    def add(self, rows: int) -> None:
        """Count this many more rows as done."""
        self._done += rows
        percent = min(100 * self._done // self._total, 100)
        if percent != self._shown:
            self._shown = percent
            self._show(percent)


def on_terminal(stream: Any, label: str) -> Show:
    """A line of the terminal that is written over and over; nothing in a file or a log."""
    if not stream.isatty():
        return show_nothing

    def show(percent: int) -> None:
        _write(stream, f"\r{label} {percent} %" + ("\n" if percent == 100 else ""))

    return show


def _write(stream: TextIO, text: str) -> None:
    stream.write(text)
    stream.flush()
