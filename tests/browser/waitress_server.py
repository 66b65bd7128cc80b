"""The pages of the browser's tests come from the server that a club has: waitress, with its limits.

gunicorn's workers receive requests by it too, so that this is what every system runs; it stands in
for the development server that Django's live tests start.
"""

import socket
import threading
from typing import Any

from clubscore.server.connections import Connections

_THREADS = 4
_PAUSE, _LAST_ANSWERS = 1.0, 5.0


class WaitressServer:
    """What ``LiveServerThread`` asks of a server."""

    def __init__(self, address: tuple[str, int], *_: Any, **options: Any) -> None:
        self._socket = socket.create_server(address, backlog=128)
        self.server_address = self._socket.getsockname()
        self._stopping = threading.Event()
        self._connections: Connections | None = None

    def set_app(self, application: Any) -> None:
        self._connections = Connections(
            application, [self._socket], threads=_THREADS, is_proxied=False
        )

    def serve_forever(self) -> None:
        assert self._connections
        while not self._stopping.is_set():
            self._connections.serve(_PAUSE)
        self._connections.close(_LAST_ANSWERS)

    def shutdown(self) -> None:
        self._stopping.set()
        if self._connections:
            self._connections.wake()

    def server_close(self) -> None:
        """The socket is closed at the end of ``serve_forever``."""
