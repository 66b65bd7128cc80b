"""Watches the one process that answers, as gunicorn watches its workers: one that dies is started
again, and a stop is a clean one. ``python -m clubscore.server.watchdog``."""

import signal
import subprocess
import sys
import time
from collections.abc import Callable
from typing import Any, Final

from clubscore.server import configuration as server

WATCHED: Final = "--watched"
COMMAND: Final = (sys.executable, "-m", "clubscore.server.waitress_server", WATCHED)
PAUSE: Final = 1.0
"""Seconds before a process that died is started again."""
MIN_LIFE: Final = 10.0
"""Seconds; one that dies sooner cannot be helped by another start."""
_MARGIN: Final = 5.0
"""Seconds beyond the time that a process has for its last answers."""


_SIGNALS: Final = ("SIGINT", "SIGTERM", "SIGBREAK")
"""The last one is Windows's: Ctrl-Break, or the window is closed."""


class _StopError(Exception):
    """A signal asked to stop."""


def watch() -> int:
    """Serve until Ctrl-C or another signal; the exit status of the server."""
    on_stop(_stop)
    while True:
        started = time.monotonic()
        status = _serve_once()
        if status == 0:
            return 0
        if time.monotonic() - started < MIN_LIFE:
            return status
        sys.stderr.write(f"The web process ended with status {status}; it is started again.\n")
        time.sleep(PAUSE)


def _serve_once() -> int:
    """Start the process and wait for its end, which a signal to this one brings about."""
    # The end of its input tells it to end, on every system.
    with subprocess.Popen(COMMAND, stdin=subprocess.PIPE) as process:  # noqa: S603 - its own program
        try:
            return process.wait()
        except _StopError:
            _end(process)
    return 0


def _end(process: subprocess.Popen[bytes]) -> None:
    """Let a process answer what was asked, for so long as it may."""
    if process.stdin:
        process.stdin.close()
    try:
        process.wait(server.graceful_timeout + _MARGIN)
    except subprocess.TimeoutExpired:
        process.kill()


def on_stop(handler: Callable[..., None]) -> None:
    """Call this function at Ctrl-C and whatever else asks a program to stop on this system."""
    for name in _SIGNALS:
        if hasattr(signal, name):
            signal.signal(getattr(signal, name), handler)


def _ignore(*_: Any) -> None:
    """A second Ctrl-C changes nothing: the first one is being obeyed."""


def _stop(*_: Any) -> None:
    on_stop(_ignore)
    raise _StopError


if __name__ == "__main__":
    sys.exit(watch())
