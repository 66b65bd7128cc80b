"""The connections of one web process: who is answered, who waits, and who is cut off.

waitress receives requests in one loop and gives a thread only to those that are complete, so that
whoever sends half a request holds up nobody. But it waits for as long as something trickles in, and
accepts nobody once there are too many. Here a request has its time to arrive, and a newcomer takes
the place of whoever has waited longest.
"""

import logging
import time
from collections.abc import Iterable, Sequence
from contextlib import suppress
from socket import socket
from typing import Any, Final

from waitress import wasyncore
from waitress.adjustments import Adjustments
from waitress.channel import HTTPChannel
from waitress.server import TcpWSGIServer
from waitress.task import ThreadedTaskDispatcher

from clubscore.web.limits import MAX_BODY

MAX_CONNECTIONS: Final = 400
"""The connections of one process. Each takes a file, and Linux allows a process 1,024 by
default."""
MAX_OF_ADDRESS: Final = 100
"""Connections of one address that wait; a hall full of phones may have one."""
IDLE_SECONDS: Final = 5
"""How long a connection stays open without a request; browsers open a new one unasked."""
REQUEST_SECONDS: Final = 10
"""A request has so long to arrive, and longer by what has arrived at this pace:"""
BYTES_PER_SECOND: Final = 8_000
STALLED_SECONDS: Final = 30
"""An answer is given up when no byte of it is taken for this long."""


class Channel(HTTPChannel):
    """A connection that knows since when its request has been arriving."""

    _began: float | None = None
    _received = 0

    def received(self, data: bytes) -> bool:
        """Take what has arrived; the request may be complete by it."""
        answer: bool = super().received(data)
        if self.request is None:
            self._began, self._received = None, 0
        else:
            self._began = self._began or time.time()
            self._received += len(data)
        return answer

    @property
    def is_waiting(self) -> bool:
        """Whether there is nothing to answer and nothing left to send."""
        return not (self.requests or self.total_outbufs_len or self.will_close)

    @property
    def waiting_since(self) -> float:
        """When its request began, or else when it last did anything."""
        since: float = self._began or self.last_activity
        return since

    def is_overdue(self, now: float) -> bool:
        """Whether nobody should wait for it any longer."""
        if self._began is None:
            idle: float = now - self.last_activity
            return idle > IDLE_SECONDS
        return now - self._began > REQUEST_SECONDS + self._received / BYTES_PER_SECOND


class Server(TcpWSGIServer):
    """Accepts the connections of one listening socket."""

    channel_class = Channel
    is_proxied = False

    def maintenance(self, now: float) -> None:
        """Close what is overdue; called every second."""
        super().maintenance(now)
        for channel in self._waiting():
            if channel.is_overdue(now):
                channel.will_close = True

    def handle_accept(self) -> None:
        """Accept somebody, and let the one go who has waited longest where there are too many."""
        if len(self.active_channels) >= MAX_CONNECTIONS:
            _close_oldest(self._waiting())
        before = set(self.active_channels)
        super().handle_accept()
        # The connections of a proxy are those of everybody.
        if self.is_proxied or len(self.active_channels) <= MAX_OF_ADDRESS:
            return
        for number in self.active_channels.keys() - before:
            address = self.active_channels[number].addr[0]
            same = [channel for channel in self._waiting() if channel.addr[0] == address]
            if len(same) > MAX_OF_ADDRESS:
                _close_oldest(same)

    def _waiting(self) -> list[Channel]:
        return [channel for channel in self.active_channels.values() if channel.is_waiting]


def _close_oldest(channels: Iterable[Channel]) -> None:
    oldest = min(channels, key=lambda channel: channel.waiting_since, default=None)
    if oldest is not None:
        oldest.handle_close()


class Connections:
    """All connections of a process, to several sockets if need be."""

    def __init__(
        self, application: Any, sockets: Sequence[socket], *, threads: int, is_proxied: bool
    ) -> None:
        # Waiting for a thread is no news: there are two of them.
        logging.getLogger("waitress.queue").setLevel(logging.ERROR)
        settings = Adjustments(
            threads=threads,
            # Beyond what the program refuses in its own words, nothing is taken at all.
            max_request_body_size=2 * MAX_BODY,
            max_request_header_size=32 * 2**10,
            channel_timeout=STALLED_SECONDS,
            cleanup_interval=1,
            connection_limit=2 * MAX_CONNECTIONS,
            # The program looks at them itself, where there is a proxy.
            clear_untrusted_proxy_headers=False,
            log_socket_errors=False,
            ident=None,
            asyncore_use_poll=True,
        )
        self._map: dict[int, Any] = {}
        self._threads = ThreadedTaskDispatcher()
        self._threads.set_thread_count(threads)
        self._servers = [
            Server(
                application,
                self._map,
                _sock=listening,
                dispatcher=self._threads,
                adj=settings,
                bind_socket=False,
                sockinfo=(listening.family, listening.type, listening.proto, None),
            )
            for listening in sockets
        ]
        for server in self._servers:
            server.is_proxied = is_proxied

    def serve(self, seconds: float) -> None:
        """Receive and send what there is, or wait for so long."""
        wasyncore.loop(timeout=seconds, use_poll=True, map=self._map, count=1)

    def wake(self) -> None:
        """End the waiting; may be called by a signal or another thread."""
        for server in self._servers:
            # It may be closed by now.
            with suppress(OSError):
                server.pull_trigger()

    def close(self, seconds: float) -> None:
        """Accept nobody any more, answer what was asked within the time, and close the rest."""
        until = time.monotonic() + seconds
        for server in self._servers:
            server.accepting = False
        while self._is_busy() and time.monotonic() < until:
            self.serve(0.05)
        self._threads.shutdown(cancel_pending=True, timeout=max(0.0, until - time.monotonic()))
        wasyncore.close_all(self._map, ignore_all=True)

    def _is_busy(self) -> bool:
        channels = (
            channel for server in self._servers for channel in server.active_channels.values()
        )
        return any(channel.requests or channel.total_outbufs_len for channel in channels)
