"""Python as it is on Windows, as far as Linux can play it: with this folder in ``PYTHONPATH`` every
process of a test begins with it.

No POSIX-only modules, functions and signals; ``msvcrt.locking`` for byte ranges; an open file is
neither renamed nor deleted; consoles with the letters of western Europe.
"""

import asyncio  # noqa: F401 - asks for the platform's modules while they are still there
import fcntl
import importlib.abc
import importlib.machinery
import multiprocessing
import os
import select
import shutil
import signal
import socket
import struct
import subprocess  # noqa: F401
import sys
import tempfile  # noqa: F401
import time
import types
from collections.abc import Callable, Sequence
from typing import Any

import asyncssh  # noqa: F401 - for the platform that this is no more
import platformdirs.unix  # noqa: F401

ABSENT = frozenset({"crypt", "fcntl", "grp", "pty", "pwd", "resource", "syslog", "termios", "tty"})
NOT_IN_OS = (
    "O_NOFOLLOW", "chown", "fchmod", "fork", "forkpty", "getegid", "geteuid", "getgid", "getpgid",
    "getpgrp", "getuid", "initgroups", "killpg", "mkfifo", "sched_getaffinity", "setgid", "setsid",
    "setuid", "statvfs", "sysconf", "wait", "chroot", "confstr", "ctermid", "fchdir", "fchown",
    "getgroups", "getloadavg", "getpriority", "lchown", "lockf", "mknod", "nice", "pathconf",
    "pread", "pwrite", "readv", "setpriority", "sync", "ttyname", "wait3", "wait4", "writev",
    "EX_OK",
)  # fmt: skip
NOT_IN_SIGNAL = (
    "SIGALRM", "SIGCHLD", "SIGCONT", "SIGHUP", "SIGPIPE", "SIGQUIT", "SIGTSTP", "SIGUSR1",
    "SIGUSR2", "SIGWINCH", "alarm", "pause", "pthread_sigmask", "setitimer",
)  # fmt: skip


_LOCK = struct.Struct("hhqqi4x")
_STATVFS = os.statvfs


class Absent(importlib.abc.MetaPathFinder):
    """Finds that the modules are not there."""

    def find_spec(
        self, name: str, path: Sequence[str] | None, target: types.ModuleType | None = None
    ) -> importlib.machinery.ModuleSpec | None:
        if name in ABSENT:
            raise ModuleNotFoundError(f"No module named {name!r}", name=name)
        return None


def locking(handle: int, mode: int, count: int) -> None:
    """Lock so many bytes from where the file stands, or refuse as Windows does."""
    start = os.lseek(handle, 0, os.SEEK_CUR)
    # By open file, as on Windows: Linux's other locks of ranges are one process's.
    whole = fcntl.F_WRLCK, os.SEEK_SET, start, count, 0
    try:
        fcntl.fcntl(handle, fcntl.F_OFD_SETLK, _LOCK.pack(*whole))
    except OSError as error:
        raise PermissionError(13, "Permission denied") from error


def disk_usage(path: Any) -> Any:
    """What Windows is asked in another way."""
    disk = _STATVFS(path)
    free, total = disk.f_bavail * disk.f_frsize, disk.f_blocks * disk.f_frsize
    return types.SimpleNamespace(total=total, used=total - free, free=free)


def refuse_open(act: Callable[..., None]) -> Callable[..., None]:
    """Renaming or deleting, but not what this process has open."""

    def refusing(path: Any, *args: Any, **options: Any) -> None:
        here = os.path.realpath(path)
        if any(_opened(number) == here for number in os.listdir("/proc/self/fd")):  # noqa: PTH208
            raise PermissionError(13, "The process cannot access the file", here)
        act(path, *args, **options)

    return refusing


def _opened(number: str) -> str:
    try:
        return os.readlink(f"/proc/self/fd/{number}")  # noqa: PTH115
    except OSError:
        return ""


def begin() -> None:
    """Take away what Windows lacks."""
    multiprocessing.set_start_method("spawn")
    sys.modules["msvcrt"] = types.ModuleType("msvcrt")
    vars(sys.modules["msvcrt"]).update(locking=locking, LK_NBLCK=2)
    for name in ABSENT:
        sys.modules.pop(name, None)
    sys.meta_path.insert(0, Absent())
    missing = (
        *((os, name) for name in NOT_IN_OS),
        *((signal, name) for name in NOT_IN_SIGNAL),
        *((select, name) for name in ("epoll", "poll")),
        *((socket, name) for name in ("AF_UNIX", "SO_REUSEPORT")),
        (time, "tzset"),
    )
    for module, name in missing:
        if hasattr(module, name):
            delattr(module, name)
    shutil.disk_usage = disk_usage
    for name in ("remove", "rename", "replace", "unlink"):
        setattr(os, name, refuse_open(getattr(os, name)))
    for stream in (sys.stdout, sys.stderr):
        stream.reconfigure(encoding="cp1252")
    import clubscore.files.locks

    clubscore.files.locks.OPEN_FILES_STAY = True


# Not when a test imports a part of it.
if __name__ == "sitecustomize":
    begin()
