"""Whether a server of a data folder runs, whatever its port.

It holds a lock on a file there, as do the processes it starts; the lock ends with the last of
them, also when they are killed. The file has the port. Knows nothing of Django.
"""

import contextlib
import os
import time
from pathlib import Path
from typing import Final

from clubscore.files.locks import lock

FILE: Final = "running"
_ATTEMPTS, _PAUSE = 20, 0.05
"""Whoever asks for the port holds the lock too, for an instant."""


def hold(folder: Path, *, port: int, alone: bool = False) -> bool:
    """Hold the lock until this process, and what replaces it, has ended.

    With ``alone`` no other server may run in the folder. ``False`` when one does, or when another
    one holds it alone; nothing is held then. Where there are no locks the server runs all the same.
    """
    with contextlib.suppress(OSError):
        descriptor = os.open(folder / FILE, os.O_RDWR | os.O_CREAT, 0o600)
        if not _lock(descriptor, alone=alone):
            os.close(descriptor)
            return False
        os.ftruncate(descriptor, 0)
        os.write(descriptor, str(port).encode())
        # Otherwise the lock would be lost when the server replaces this process.
        os.set_inheritable(descriptor, True)
    return True


def _lock(descriptor: int, *, alone: bool) -> bool:
    for _ in range(_ATTEMPTS):
        if lock(descriptor, shared=not alone):
            return True
        time.sleep(_PAUSE)
    return False


def port_of(folder: Path) -> int | None:
    """The port of the running server, ``None`` without one; 0 if it is unknown."""
    try:
        file = (folder / FILE).open("r+", encoding="ascii")
    except OSError:
        return None
    with file:
        try:
            # Only refused while a server holds the lock; closing the file releases it.
            if lock(file.fileno()):
                return None
        except OSError:
            return None
        text = file.read().strip()
        return int(text) if text.isdigit() else 0
