"""Posting before servers that are slow, broken, or not there."""

import socket
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress

import pytest

from events.exchange.engines import bridgewebs as posting

WITHIN = 0.5
"""Seconds that are waited for."""
HEAD = b"HTTP/1.1 200 OK\r\nContent-Length: 1000000\r\n\r\n"


@contextmanager
def server(answer: Callable[[socket.socket, threading.Event], None]) -> Iterator[str]:
    """A server that accepts one connection and does ``answer``; its address."""
    listening = socket.create_server(("127.0.0.1", 0))
    is_over = threading.Event()

    def serve() -> None:
        with suppress(OSError):
            connection, _ = listening.accept()
            with connection:
                answer(connection, is_over)

    thread = threading.Thread(target=serve, daemon=True)
    thread.start()
    try:
        yield f"http://127.0.0.1:{listening.getsockname()[1]}/"
    finally:
        is_over.set()
        listening.close()
        thread.join(5)


def drip(piece: bytes, first: bytes = b"") -> Callable[[socket.socket, threading.Event], None]:
    """An answer that goes on for ever, a little at a time."""

    def answer(connection: socket.socket, is_over: threading.Event) -> None:
        connection.recv(100_000)
        connection.sendall(first)
        while not is_over.wait(0.05):
            connection.sendall(piece)

    return answer


def post(address: str, **fields: str) -> bytes:
    return posting.post(address, fields or {"a": "b"}, within=WITHIN, max_answer=100)


@pytest.mark.parametrize(
    "answer",
    [drip(b"x", HEAD), drip(b"X-Slow: 1\r\n", b"HTTP/1.1 200 OK\r\n"), drip(b"", b"")],
    ids=["body", "headers", "silence"],
)
def test_a_slow_answer_ends_at_the_limit(answer):
    with server(answer) as address, pytest.raises(posting.FailedError) as caught:
        post(address)
    assert (str(caught.value), caught.value.was_sent) == ("timed out", True)


def test_a_server_that_reads_nothing_ends_at_the_limit():
    def deaf(connection: socket.socket, is_over: threading.Event) -> None:
        is_over.wait()

    with server(deaf) as address, pytest.raises(posting.FailedError) as caught:
        post(address, data="x" * 20_000_000)
    assert caught.value.was_sent


def test_a_connection_that_is_dropped_may_have_been_sent():
    def drop(connection: socket.socket, is_over: threading.Event) -> None:
        connection.recv(100_000)

    with server(drop) as address, pytest.raises(posting.FailedError) as caught:
        post(address)
    assert caught.value.was_sent


def test_nothing_is_sent_to_nobody():
    with pytest.raises(posting.FailedError) as caught:
        post("http://127.0.0.1:9/")
    assert not caught.value.was_sent


def test_an_answer_is_read_to_its_limit():
    def answer(connection: socket.socket, is_over: threading.Event) -> None:
        connection.recv(100_000)
        connection.sendall(HEAD + b"y" * 1_000)

    with server(answer) as address:
        assert post(address) == b"y" * 100


@pytest.mark.parametrize(
    ("text", "answer"),
    [
        ("message = Successful\njson = " + '{"a": ' * 5000, posting.Answer(True, "Successful", {})),
        ("json = " + "{" * 100_000, posting.Answer(False, "json = " + "{" * 993, {})),
        ("x\n" * 30_000 + "message=Refused", posting.Answer(False, "Refused", {})),
        (" \n" * 30_000, posting.Answer(False, "", {})),
        ("<" * 100_000, posting.Answer(False, "<" * 1000, {})),
    ],
)
def test_an_answer_made_to_hurt_is_read(text, answer):
    assert posting.answer_of(text) == answer


@pytest.mark.parametrize("echo", ["se cret&", "se+cret%26", "se%20cret%26", "se cret&amp;"])
def test_no_echo_of_the_password_is_in_an_answer(monkeypatch, echo):
    text = f"message = {echo} is wrong".encode()
    monkeypatch.setattr(posting, "post", lambda *_args, **_limits: text)
    answer = posting.upload({"club": "c", "password": "se cret&"}, address="http://x")
    assert answer.message == "••• is wrong"
