import signal
import socket
from collections.abc import Iterator

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
def worker(monkeypatch: pytest.MonkeyPatch) -> Worker:
    monkeypatch.setattr(gthread.ThreadWorker, "handle", lambda self, conn: "a thread reads")
    return Worker.__new__(Worker)


def connection(ours: socket.socket) -> gthread.TConn:
    return gthread.TConn(Config(), ours, ("127.0.0.1", 1), ("127.0.0.1", 2))


def test_silent_connection_takes_no_thread(
    worker: Worker, ends: tuple[socket.socket, socket.socket], monkeypatch: pytest.MonkeyPatch
):
    waited: list[float] = []
    wait = gthread.TConn.wait_for_data

    def watch(self: gthread.TConn, timeout: float) -> bool:
        waited.append(timeout)
        return bool(wait(self, timeout))

    monkeypatch.setattr(gthread.TConn, "wait_for_data", watch)

    assert worker.handle(connection(ends[0])) is gthread._DEFER
    assert waited == [0.0]


def test_connection_that_has_said_something_gets_a_thread(
    worker: Worker, ends: tuple[socket.socket, socket.socket]
):
    ends[1].sendall(b"GET / HTTP/1.1\r\n")

    assert worker.handle(connection(ends[0])) == "a thread reads"


def test_connection_that_was_kept_open_gets_a_thread(
    worker: Worker, ends: tuple[socket.socket, socket.socket]
):
    kept = connection(ends[0])
    kept.initialized = True

    assert worker.handle(kept) == "a thread reads"


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
