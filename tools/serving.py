"""Servers of clubscore for a while, on a free port of this machine: for smoke tests, measurements
and pictures."""

import http.client
import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager

from clubscore.server import configuration as server

PREPARE = (sys.executable, "manage.py", "start", "--prepare")
SERVE = tuple(server.command())

_CONNECTIONS = 20
"""Enough connections to reach every one of a few processes."""


@contextmanager
def serving(
    command: Sequence[str],
    environment: dict[str, str],
    *,
    patience: float = 60,
    quiet: bool = False,
    port: int = 0,
) -> Iterator[int]:
    """Run a command that starts a server, and give its port once all its processes answer; a free
    one unless a ``port`` is given.

    ``environment`` comes on top of this process's. Raises ``RuntimeError`` when the command ends,
    or ``patience`` seconds pass, without an answer; ``quiet`` discards its output.
    """
    port = port or free_port()
    on_this_machine = {"CLUBSCORE_BIND": "127.0.0.1", "PORT": str(port)}
    # A session of its own, so that the signal reaches everything that the command started.
    server = subprocess.Popen(
        command,
        env={**os.environ, **environment, **on_this_machine},
        stdout=subprocess.DEVNULL if quiet else None,
        start_new_session=True,
    )
    try:
        deadline = time.monotonic() + patience
        while get(port, "/healthz") != 200:
            if server.poll() is not None or time.monotonic() > deadline:
                raise RuntimeError(f"{' '.join(command)} did not start a server")
            time.sleep(0.05)
        # Its processes are not ready at once, and each answers connections of its own.
        for _ in range(_CONNECTIONS):
            get(port, "/healthz")
        yield port
    finally:
        if server.poll() is None:
            os.killpg(server.pid, signal.SIGINT)
            server.wait(timeout=60)


def free_port() -> int:
    """A port of this machine on which nobody listens."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def get(port: int, path: str) -> int:
    """The status of a page; 0 when nobody answers."""
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=10)
    try:
        connection.request("GET", path)
        return connection.getresponse().status
    except OSError:
        return 0
    finally:
        connection.close()
