"""Whether a server of a data folder runs, whatever its port.

It holds a lock on a file there, as do the processes it starts; the lock ends with the last of
them, also when they are killed. The file has the port.
"""

import contextlib
import fcntl
import os
from pathlib import Path
from typing import Final

FILE: Final = "running"


def hold(folder: Path, *, port: int) -> None:
    """Hold the lock until this process, and what replaces it, has ended. In a folder without
    locks the server runs all the same."""
    with contextlib.suppress(OSError):
        descriptor = os.open(folder / FILE, os.O_RDWR | os.O_CREAT | os.O_TRUNC, 0o600)
        os.write(descriptor, str(port).encode())
        fcntl.flock(descriptor, fcntl.LOCK_SH)
        # Otherwise the lock would be lost when gunicorn replaces this process.
        os.set_inheritable(descriptor, True)


def port_of(folder: Path) -> int | None:
    """The port of the running server, ``None`` without one; 0 if it is unknown."""
    try:
        file = (folder / FILE).open("r+", encoding="ascii")
    except OSError:
        return None
    with file:
        try:
            # Only fails while somebody holds the shared lock; closing the file releases it.
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            text = file.read().strip()
            return int(text) if text.isdigit() else 0
        except OSError:
            return None
    return None
