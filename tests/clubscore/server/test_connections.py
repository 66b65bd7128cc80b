import socket
import threading
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing
from typing import Any

import pytest

from clubscore.server import connections
from clubscore.server.connections import Connections

WHOLE = b"GET / HTTP/1.1\r\nHost: here\r\nConnection: close\r\n\r\n"
HALF = WHOLE[:20]
HALF_A_BODY = b"POST / HTTP/1.1\r\nHost: here\r\nContent-Length: 100\r\n\r\nhalf"


class Place:
    """A process of the server, in a thread, and those who connect to it."""

    def __init__(self, stack: ExitStack, application: Any, *, is_proxied: bool = False) -> None:
        self._stack = stack
        listening = stack.enter_context(socket.create_server(("127.0.0.1", 0)))
        self.address = listening.getsockname()
        self.connections = Connections(application, [listening], threads=1, is_proxied=is_proxied)
        self._running = True
        self._thread = threading.Thread(target=self._serve)
        self._thread.start()
        stack.callback(self.stop)

    def _serve(self) -> None:
        while self._running:
            self.connections.serve(0.05)
        self.connections.close(5)

    def stop(self) -> None:
        self._running = False
        self.connections.wake()
        self._thread.join()

    def connect(self, text: bytes = b"") -> socket.socket:
        made = self._stack.enter_context(
            closing(socket.create_connection(self.address, timeout=20))
        )
        made.sendall(text)
        return made

    def ask(self) -> bytes:
        """What a visitor gets who sends a whole request."""
        return read(self.connect(WHOLE))


def read(visitor: socket.socket) -> bytes:
    """Everything until the server closes the connection."""
    try:
        return b"".join(iter(lambda: visitor.recv(1000), b""))
    except ConnectionResetError:
        return b""


def hello(environ: dict[str, Any], start_response: Callable[..., object]) -> list[bytes]:
    start_response("200 OK", [("Content-Length", "5")])
    return [b"hello"]


@pytest.fixture
def stack() -> Iterator[ExitStack]:
    with ExitStack() as made:
        yield made


@pytest.fixture
def place(stack: ExitStack) -> Place:
    return Place(stack, hello)


@pytest.mark.parametrize("text", [b"", b"G", HALF, HALF_A_BODY])
def test_half_requests_hold_up_nobody(place: Place, text: bytes) -> None:
    for _ in range(20):
        place.connect(text)
    assert place.ask().endswith(b"hello")


@pytest.mark.parametrize("text", [b"", b"G", HALF, HALF_A_BODY])
def test_a_request_that_does_not_arrive_in_time_is_cut_off(
    place: Place, monkeypatch: pytest.MonkeyPatch, text: bytes
) -> None:
    monkeypatch.setattr(connections, "IDLE_SECONDS", 0)
    monkeypatch.setattr(connections, "REQUEST_SECONDS", 0)
    assert read(place.connect(text)) == b""


def test_a_request_that_arrives_at_its_pace_is_answered(
    place: Place, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(connections, "REQUEST_SECONDS", 0)
    monkeypatch.setattr(connections, "BYTES_PER_SECOND", 0.001)
    visitor = place.connect(HALF)
    # Long enough for the server to look at it.
    assert place.ask().endswith(b"hello")
    visitor.sendall(WHOLE[20:])
    assert read(visitor).endswith(b"hello")


def test_a_newcomer_takes_the_place_of_who_waited_longest(
    place: Place, monkeypatch: pytest.MonkeyPatch
) -> None:
    waiting = []
    for _ in range(3):
        waiting.append(place.connect(HALF))
        # By then the server knows of it.
        place.ask()
    monkeypatch.setattr(connections, "MAX_CONNECTIONS", 3)
    assert place.ask().endswith(b"hello")
    assert read(waiting[0]) == b""
    waiting[2].sendall(WHOLE[20:])
    assert read(waiting[2]).endswith(b"hello")


def test_an_address_has_so_many_connections_that_wait(
    place: Place, monkeypatch: pytest.MonkeyPatch
) -> None:
    waiting = []
    for _ in range(2):
        waiting.append(place.connect(HALF))
        # By then the server knows of it.
        place.ask()
    monkeypatch.setattr(connections, "MAX_OF_ADDRESS", 2)
    waiting.append(place.connect(HALF))
    assert read(waiting[0]) == b""
    for visitor in waiting[1:]:
        visitor.sendall(WHOLE[20:])
        assert read(visitor).endswith(b"hello")


def test_the_connections_of_a_proxy_are_those_of_everybody(
    stack: ExitStack, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(connections, "MAX_OF_ADDRESS", 2)
    place = Place(stack, hello, is_proxied=True)
    waiting = [place.connect(HALF) for _ in range(4)]
    for visitor in waiting:
        visitor.sendall(WHOLE[20:])
        assert read(visitor).endswith(b"hello")


def test_what_was_asked_is_answered_before_the_end(stack: ExitStack) -> None:
    asked, go_on = threading.Event(), threading.Event()

    def slow(environ: dict[str, Any], start_response: Callable[..., object]) -> list[bytes]:
        asked.set()
        go_on.wait(20)
        return hello(environ, start_response)

    place = Place(stack, slow)
    visitor = place.connect(WHOLE)
    asked.wait(20)
    stopping = threading.Thread(target=place.stop)
    stopping.start()
    go_on.set()
    assert read(visitor).endswith(b"hello")
    stopping.join()


def test_a_body_beyond_every_limit_is_not_received(place: Place) -> None:
    visitor = place.connect(b"POST / HTTP/1.1\r\nHost: here\r\nContent-Length: 99999999999\r\n\r\n")
    assert read(visitor).startswith(b"HTTP/1.1 413 ")


def test_the_headers_of_a_proxy_reach_the_program(stack: ExitStack) -> None:
    seen: dict[str, Any] = {}

    def look(environ: dict[str, Any], start_response: Callable[..., object]) -> list[bytes]:
        seen.update(environ)
        return hello(environ, start_response)

    place = Place(stack, look)
    read(place.connect(WHOLE[:-2] + b"X-Forwarded-For: 192.0.2.1\r\n\r\n"))
    assert seen["HTTP_X_FORWARDED_FOR"] == "192.0.2.1"
