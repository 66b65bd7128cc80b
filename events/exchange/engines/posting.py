"""A form posted to another site within a limit for the whole exchange, however slow its parts.

It is known whether anything was sent: until the connection stands, nothing was; from then on nobody
can tell what the other side did with it. Nothing follows a redirection.
"""

import threading
from collections.abc import Mapping
from contextlib import suppress
from http.client import HTTPConnection, HTTPException, HTTPResponse, HTTPSConnection
from socket import SHUT_RDWR
from typing import Any, cast
from urllib.error import HTTPError, URLError
from urllib.parse import urlencode
from urllib.request import (
    HTTPHandler,
    HTTPRedirectHandler,
    HTTPSHandler,
    OpenerDirector,
    Request,
    build_opener,
)


class FailedError(Exception):
    """There is no answer; ``str()`` is the reason in the words of the system."""

    def __init__(self, reason: str, *, was_sent: bool) -> None:
        super().__init__(reason)
        self.was_sent = was_sent


class StatusError(Exception):
    """An answer with a status that is no success."""

    def __init__(self, status: int) -> None:
        super().__init__(str(status))
        self.status = status


def post(address: str, fields: Mapping[str, str], *, within: float, max_answer: int) -> bytes:
    """The answer, at most ``max_answer`` bytes of it. ``within`` counts seconds from now.

    Raises :class:`FailedError` and :class:`StatusError`.
    """
    request = Request(address, data=urlencode(fields).encode(), method="POST")  # noqa: S310
    exchange = _Exchange(request, within, max_answer)
    thread = threading.Thread(target=exchange.run, daemon=True)
    thread.start()
    thread.join(within)
    return exchange.outcome()


class _Exchange:
    """One request in a thread of its own: a look-up of a name cannot be ended, only left."""

    def __init__(self, request: Request, within: float, max_answer: int) -> None:
        self._request = request
        self._within = within
        self._max_answer = max_answer
        self._lock = threading.Lock()
        self._connection: HTTPConnection | None = None
        self._is_over = False
        self._result: bytes | Exception | None = None

    def run(self) -> None:
        try:
            with self._opener().open(self._request, timeout=self._within) as response:
                self._keep(cast("HTTPResponse", response).read(self._max_answer))
        except HTTPError as error:
            error.close()
            self._keep(StatusError(error.code))
        except (OSError, URLError, HTTPException, ValueError) as error:
            reason = getattr(error, "reason", None) or error
            text = str(reason) or type(error).__name__
            self._keep(FailedError(text, was_sent=self._connection is not None))

    def outcome(self) -> bytes:
        """What came, or what went wrong; nothing is sent or read after this."""
        with self._lock:
            self._is_over = True
            result, connection = self._result, self._connection
        if isinstance(result, bytes):
            return result
        if result is not None:
            raise result
        if connection is not None and connection.sock is not None:
            with suppress(OSError):
                connection.sock.shutdown(SHUT_RDWR)
        raise FailedError("timed out", was_sent=connection is not None)

    def connected(self, connection: HTTPConnection) -> None:
        """The connection stands; raises ``TimeoutError`` when that is too late."""
        with self._lock:
            if self._is_over:
                raise TimeoutError
            self._connection = connection

    def _keep(self, result: bytes | Exception) -> None:
        with self._lock:
            self._result = result

    def _opener(self) -> OpenerDirector:
        return build_opener(_NoRedirects, _plain(self), _encrypted(self))


class _NoRedirects(HTTPRedirectHandler):
    def redirect_request(self, *args: Any, **kwargs: Any) -> None:
        # What is posted goes to the address that was asked for, and to no other.
        return None


def _plain(exchange: _Exchange) -> HTTPHandler:
    class Connection(HTTPConnection):
        def connect(self) -> None:
            super().connect()
            exchange.connected(self)

    class Handler(HTTPHandler):
        def http_open(self, req: Request) -> HTTPResponse:
            return self.do_open(Connection, req)

    return Handler()


def _encrypted(exchange: _Exchange) -> HTTPSHandler:
    class Connection(HTTPSConnection):
        def connect(self) -> None:
            super().connect()
            exchange.connected(self)

    class Handler(HTTPSHandler):
        def https_open(self, req: Request) -> HTTPResponse:
            return self.do_open(Connection, req)

    return Handler()
