"""clubscore in one process, without gunicorn: ``python -m clubscore.server.waitress_server``.

Where nobody watches it, it ends by Ctrl-C. Started with ``--watched`` it ends when its input does:
that reaches it on every system, also when the process that watches it was killed.
"""

import sys
import threading
from io import RawIOBase
from typing import Any, BinaryIO, Final

from django.conf import settings

from clubscore.server import configuration as server
from clubscore.server.connections import Connections
from clubscore.server.watchdog import WATCHED, on_stop
from clubscore.wsgi import application

PAUSE: Final = 1.0
"""Seconds; a signal on Windows is looked at so often."""
_BACKLOG: Final = 512


class Process:
    """Answers until it is told to stop."""

    def __init__(self) -> None:
        self._stopping = False
        socket = server.listening()
        socket.listen(_BACKLOG)
        # As many threads as all processes of gunicorn have.
        self._connections = Connections(
            application,
            [socket],
            threads=max(1, server.workers) * max(1, server.threads),
            is_proxied=settings.PROXIES > 0,
        )

    def stop(self, *_: Any) -> None:
        """Stop once what was asked is answered."""
        self._stopping = True
        self._connections.wake()

    def stop_at_end_of(self, stream: RawIOBase | BinaryIO) -> None:
        """Stop when whoever holds the other end of a pipe has closed it, or is gone."""
        stream.read()
        self.stop()

    def run(self) -> None:
        """Serve, and at the end answer what was asked."""
        server.announce()
        while not self._stopping:
            self._connections.serve(PAUSE)
        self._connections.close(server.graceful_timeout)


def main(arguments: list[str]) -> int:
    """Serve until Ctrl-C, SIGTERM or, if watched, the end of the input."""
    process = Process()
    on_stop(process.stop)
    if WATCHED in arguments:
        # A daemon: it may wait for the input for ever. Without a buffer, whose lock it would hold
        # when Ctrl-C ends the process, and Python would abort.
        stream = open(sys.stdin.fileno(), "rb", buffering=0, closefd=False)  # noqa: SIM115
        threading.Thread(target=process.stop_at_end_of, args=(stream,), daemon=True).start()
    process.run()
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
