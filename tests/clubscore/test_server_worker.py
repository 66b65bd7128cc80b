import logging
import os
import selectors
import signal
import socket
from collections.abc import Iterator
from concurrent.futures import Future
from contextlib import closing
from typing import Any

import pytest
from gunicorn.config import Config
from gunicorn.workers import gthread

from clubscore import server
from clubscore.server_worker import Worker


@pytest.fixture
def ends() -> Iterator[tuple[socket.socket, socket.socket]]:
    """The server's end of a connection and the browser's."""
    ours, theirs = socket.socketpair()
    with ours, theirs:
        yield ours, theirs


@pytest.fixture
def worker() -> Iterator[Worker]:
    made = Worker(1, os.getpid(), [], None, 30, Config(), logging.getLogger())
    made.poller = selectors.DefaultSelector()
    with made.poller, closing(made.tmp):
        yield made


@pytest.fixture
def requests(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The paths that threads were given to answer."""
    asked: list[str] = []

    def answer(self: gthread.ThreadWorker, req: Any, conn: gthread.TConn) -> bool:
        asked.append(req.path)
        return False

    monkeypatch.setattr(gthread.ThreadWorker, "handle_request", answer)
    return asked


def connection(ours: socket.socket) -> gthread.TConn:
    return gthread.TConn(Config(), ours, ("127.0.0.1", 1), ("127.0.0.1", 2))


def handle(worker: Worker, conn: gthread.TConn) -> None:
    """What a thread does with a connection, and then the loop with what the thread says of it."""
    future: Future[object] = Future()
    future.set_result(worker.handle(conn))
    worker.finish_request(conn, future)


def test_silent_connection_waits_in_the_loop(
    worker: Worker, ends: tuple[socket.socket, socket.socket], monkeypatch: pytest.MonkeyPatch
):
    waited: list[float] = []
    wait = gthread.TConn.wait_for_data

    def watch(self: gthread.TConn, timeout: float) -> bool:
        waited.append(timeout)
        return bool(wait(self, timeout))

    monkeypatch.setattr(gthread.TConn, "wait_for_data", watch)
    silent = connection(ends[0])

    handle(worker, silent)

    assert waited == [0.0]
    assert list(worker.pending_conns) == [silent]


def test_connection_that_speaks_up_gets_a_thread(
    worker: Worker, ends: tuple[socket.socket, socket.socket], requests: list[str]
):
    silent = connection(ends[0])
    handle(worker, silent)
    ends[1].sendall(b"GET / HTTP/1.1\r\n\r\n")

    handle(worker, silent)

    assert requests == ["/"]


def test_connection_that_has_said_something_gets_a_thread(
    worker: Worker, ends: tuple[socket.socket, socket.socket], requests: list[str]
):
    ends[1].sendall(b"GET / HTTP/1.1\r\n\r\n")

    handle(worker, connection(ends[0]))

    assert requests == ["/"]


def test_connection_that_was_kept_open_gets_a_thread(
    worker: Worker, ends: tuple[socket.socket, socket.socket], requests: list[str]
):
    kept = connection(ends[0])
    kept.init()
    ends[1].sendall(b"GET / HTTP/1.1\r\n\r\n")

    handle(worker, kept)

    assert requests == ["/"]


def test_second_signal_leaves_the_first_to_its_work(
    worker: Worker, monkeypatch: pytest.MonkeyPatch
):
    quits: list[int] = []

    def quit_while_another_comes(self: Worker, sig: int, frame: None) -> None:
        quits.append(sig)
        self.handle_quit(signal.SIGQUIT, frame)

    monkeypatch.setattr(gthread.ThreadWorker, "handle_quit", quit_while_another_comes)
    worker.handle_quit(signal.SIGINT, None)
    assert quits == [signal.SIGINT]


def test_gunicorn_finds_the_worker():
    config = Config()
    config.set("worker_class", server.worker_class)

    assert config.worker_class is Worker
