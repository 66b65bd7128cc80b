"""The web server's own log, in the same lines as the program's; there is no log of visits.

gunicorn's worker process: gunicorn starts and stops it, waitress answers in it.

Of gunicorn's own workers, those with threads give one to every connection that has sent a byte, and
eight half requests stop a server; those with greenlets ask the database's driver and every package
to play along. See :mod:`clubscore.server.connections`.
"""

import os
from typing import Any

from gunicorn.glogging import Logger
from gunicorn.workers import base

from clubscore.server.connections import Connections
from clubscore.server.logs import PrivateFormatter


class ServerLogger(Logger):
    """gunicorn's logger without the addresses and query strings that it would log."""

    def setup(self, cfg: Any) -> None:
        super().setup(cfg)
        for handler in self.error_log.handlers:
            handler.setFormatter(PrivateFormatter())


PAUSE = 1.0
"""Seconds; gunicorn wants to hear from a worker every now and then."""


class Worker(base.Worker):
    """A process that answers until it is told to stop, or its parent is gone."""

    _connections: Connections | None = None

    def run(self) -> None:
        # Known only now: the settings are read with the application.
        from django.conf import settings

        self._connections = Connections(
            self.wsgi,
            [listener.sock for listener in self.sockets],
            threads=self.cfg.threads,
            is_proxied=settings.PROXIES > 0,
        )
        while self.alive and os.getppid() == self.ppid:
            self.notify()
            self._connections.serve(PAUSE)
        self._connections.close(self.cfg.graceful_timeout)

    def handle_exit(self, sig: int, frame: Any) -> None:
        """Stop once what was asked is answered; a second signal changes nothing."""
        self.alive = False
        if self._connections:
            self._connections.wake()

    # Ctrl-C reaches a worker from the terminal and from its parent.
    handle_quit = handle_exit
