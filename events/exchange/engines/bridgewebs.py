"""BridgeWebs' address for uploads: forms are sent there, and a text comes back (exchange, 7).

An answer is read to a limit, and no error has the password.

A form posted to another site within a limit for the whole exchange, however slow its parts.

It is known whether anything was sent: until the connection stands, nothing was; from then on nobody
can tell what the other side did with it. Nothing follows a redirection.
"""

import html
import json
import re
import threading
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from http.client import HTTPConnection, HTTPException, HTTPResponse, HTTPSConnection
from socket import SHUT_RDWR
from typing import Any, Final, cast
from urllib.error import HTTPError, URLError
from urllib.parse import quote, quote_plus, urlencode
from urllib.request import (
    HTTPHandler,
    HTTPRedirectHandler,
    HTTPSHandler,
    OpenerDirector,
    Request,
    build_opener,
)

from clubscore.text.problems import Refused, Sentence, gettext_noop, sentence

TIME_LIMIT: Final = 15.0
"""Seconds, for the whole exchange."""

MAX_ANSWER: Final = 200_000
"""The most bytes of an answer."""

MAX_SHOWN: Final = 1_000

_HIDDEN = "•••"
"""What stands for the password in an answer that echoes it."""

_SECRET: Final = 4
"""Characters from which on a password is told from the words of an answer."""

_NOT_SENT = gettext_noop("BridgeWebs cannot be reached: %(reason)s. Nothing was published.")

_NOT_KNOWN = gettext_noop(
    "The session was sent, and no answer came (%(reason)s). Nobody here can know whether it was "
    "published: look at the club’s page at BridgeWebs before you send it again."
)

_BROKEN = gettext_noop(
    "BridgeWebs answers with the error %(status)s. Nobody here can know whether the session was "
    "published: look at the club’s page at BridgeWebs before you send it again."
)

_TURNED_AWAY = gettext_noop(
    "BridgeWebs turns the session away with the error %(status)s. Nothing was published, as far "
    "as is known."
)

_UNREADABLE = gettext_noop(
    "BridgeWebs answers what cannot be understood (“%(answer)s”). Nobody here can know whether the "
    "session was published: look at the club’s page at BridgeWebs before you send it again."
)

_NO_EVENTS = gettext_noop("BridgeWebs does not tell the events of the day: %(reason)s.")

_FIRST_OF_ITS_OWN = 500


class NoAnswerError(Refused):
    """Sending failed. ``answer`` is what came back, and empty where that is not known; where it
    ``was_sent`` as well, nobody can know what became of it."""

    def __init__(self, message: Sentence, *, was_sent: bool, answer: str = "") -> None:
        super().__init__(message)
        self.was_sent = was_sent
        self.answer = answer


@dataclass(frozen=True, slots=True)
class Answer:
    """What came back: whether it was taken, the sentence there, and the values of its JSON."""

    is_successful: bool
    message: str
    values: Mapping[str, Any]

    @property
    def event_id(self) -> str:
        """The number of the event there, if the answer gives one."""
        value = self.values.get("event_id")
        return str(value).strip() if isinstance(value, str | int) else ""


def upload(fields: Mapping[str, str], *, address: str) -> Answer:
    """Send a session. ``fields`` are those of the form, with ``club`` and ``password``.

    Raises :class:`NoAnswerError`.
    """
    try:
        text = _ask({"type": "upload", **fields}, address)
    except StatusError as error:
        if error.status >= _FIRST_OF_ITS_OWN:
            raise NoAnswerError(sentence(_BROKEN, status=error.status), was_sent=True) from None
        said = sentence(_TURNED_AWAY, status=error.status)
        raise NoAnswerError(said, was_sent=True, answer=f"HTTP {error.status}") from None
    except FailedError as error:
        said = sentence(_NOT_KNOWN if error.was_sent else _NOT_SENT, reason=str(error))
        raise NoAnswerError(said, was_sent=error.was_sent) from None
    answer = answer_of(text)
    if not answer.is_successful and not _member(text, "message"):
        raise NoAnswerError(sentence(_UNREADABLE, answer=answer.message[:200]), was_sent=True)
    return answer


def events_of(day: str, fields: Mapping[str, str], *, address: str) -> dict[str, str]:
    """The titles of the club's events of a day (``20260119``) by their numbers.

    Raises :class:`Refused` when there is no answer.
    """
    asked = {"type": "download", "transfer": "events", "date": day, "format": "json", **fields}
    try:
        text = _ask(asked, address)
    except (StatusError, FailedError) as error:
        raise Refused(sentence(_NO_EVENTS, reason=str(error))) from None
    try:
        found = json.loads(text[text.index("{") :]).get("events", {})
        return {
            str(number): str(event.get("title", ""))[:200]
            for number, event in found.items()
            if event.get("title") != "Create New Event"
        }
    except (ValueError, AttributeError, RecursionError):
        return {}


def answer_of(text: str) -> Answer:
    """What an answer says. Success is a message with that word."""
    message = _member(text, "message")
    plain = message or " ".join(re.sub(r"<[^<>]*>", " ", text).split())
    values: dict[str, Any] = {}
    written = _member(text, "json")
    if written.startswith("{"):
        try:
            values = json.loads(written)
        except (ValueError, RecursionError):
            values = {}
    return Answer("Successful" in plain, plain[:MAX_SHOWN], values)


def _member(text: str, name: str) -> str:
    """What stands behind the first ``name =`` that begins a line; empty where there is none."""
    for line in text.splitlines():
        key, is_there, value = line.partition("=")
        if is_there and key.strip().lower() == name and value.strip():
            return value.strip()
    return ""


def _ask(fields: Mapping[str, str], address: str) -> str:
    club = urlencode({"club": fields.get("club", "")})
    read = post(f"{address}?{club}", fields, within=TIME_LIMIT, max_answer=MAX_ANSWER)
    text = read.decode("utf-8", errors="replace")
    password = fields.get("password", "")
    # Shown, stored and logged: no echo of it may be.
    if len(password) >= _SECRET:
        echoes = {password, quote(password), quote_plus(password), html.escape(password)}
        # The longest first: a shorter one may be its beginning.
        for echo in sorted(echoes, key=len, reverse=True):
            text = text.replace(echo, _HIDDEN)
    return text


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
