import logging
import os
import signal
from collections.abc import Callable, Iterator
from contextlib import closing

import pytest
from django.test import override_settings
from gunicorn.config import Config

from clubscore.server import configuration as server, gunicorn as server_worker
from clubscore.server.gunicorn import Worker


class Connections:
    """Notes what a worker does with its connections."""

    def __init__(self, application: object, sockets: object, **settings: object) -> None:
        self.settings = settings
        self.done: list[str] = []
        made.append(self)

    def serve(self, seconds: float) -> None:
        self.done.append("serve")
        actions.pop(0)()

    def wake(self) -> None:
        self.done.append("wake")

    def close(self, seconds: float) -> None:
        self.done.append(f"close {seconds}")


made: list[Connections] = []
actions: list[Callable[[], None]] = []


@pytest.fixture
def worker(monkeypatch: pytest.MonkeyPatch) -> Iterator[Worker]:
    made.clear()
    monkeypatch.setattr(server_worker, "Connections", Connections)
    config = Config()
    config.set("graceful_timeout", 7)
    config.set("threads", 3)
    worker = Worker(1, os.getppid(), [], None, 30, config, logging.getLogger())
    worker.wsgi = None
    with closing(worker.tmp):
        yield worker


def test_a_worker_answers_until_it_is_told_to_stop(worker: Worker) -> None:
    actions[:] = [lambda: None, lambda: worker.handle_exit(signal.SIGTERM, None)]
    worker.run()
    assert made[0].done == ["serve", "serve", "wake", "close 7"]
    assert made[0].settings == {"threads": 3, "is_proxied": False}


def test_the_second_of_two_signals_changes_nothing(worker: Worker) -> None:
    def twice() -> None:
        worker.handle_quit(signal.SIGINT, None)
        worker.handle_quit(signal.SIGQUIT, None)

    actions[:] = [twice]
    worker.run()
    assert made[0].done == ["serve", "wake", "wake", "close 7"]


def test_a_signal_before_it_serves_ends_it(worker: Worker) -> None:
    worker.handle_exit(signal.SIGTERM, None)
    worker.run()
    assert made[0].done == ["close 7"]


def test_a_worker_whose_parent_is_gone_ends(worker: Worker) -> None:
    worker.ppid = -1
    worker.run()
    assert made[0].done == ["close 7"]


@override_settings(PROXIES=1)
def test_a_worker_knows_of_a_proxy(worker: Worker) -> None:
    worker.alive = False
    worker.run()
    assert made[0].settings["is_proxied"] is True


def test_gunicorn_finds_the_worker() -> None:
    config = Config()
    config.set("worker_class", server.worker_class)
    assert config.worker_class is Worker
