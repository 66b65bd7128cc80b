"""The worker and the process in which jobs are done: real processes, really killed."""

import logging
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from threading import Thread

import pytest
from django.db import connection

from clubscore.jobs import queue as jobs, worker
from clubscore.jobs.worker import supervise
from clubscore.models import Job
from clubscore.web.visitors import Actor

KINDS = "tests.clubscore.jobs.kinds"
SETTINGS = """
from tests.settings import *

JOBS = {jobs}
DATABASES["default"]["NAME"] = {name!r}
"""

pytestmark = [pytest.mark.both_databases, pytest.mark.django_db(transaction=True)]


@pytest.fixture(autouse=True)
def _database(settings, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """The process looks into the database of the test, and soon."""
    kinds = ("sleep", "die", "die_once", "note")
    settings.JOBS = {name: {"run": f"{KINDS}.{name}"} for name in kinds}
    settings.JOBS["low"] = {"run": f"{KINDS}.note", "is_low": True}
    values = {"jobs": settings.JOBS, "name": str(connection.settings_dict["NAME"])}
    (tmp_path / "jobs_settings.py").write_text(SETTINGS.format(**values))
    monkeypatch.setenv("DJANGO_SETTINGS_MODULE", "jobs_settings")
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))
    monkeypatch.setattr(worker, "IDLE", 0.1)


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "file"


def ask(kind: str, file: Path, **values: object) -> Job:
    return jobs.ask(kind=kind, subject=kind, by=Actor(), file=str(file), **values)[0]


@pytest.fixture
def work() -> Iterator[Callable[[], None]]:
    """Begins a worker in another thread; at the end of the test it has done everything."""
    threads = []

    def begin() -> None:
        def run() -> None:
            supervise(stays=False)
            connection.close()

        threads.append(Thread(target=run))
        threads[-1].start()

    yield begin
    for thread in threads:
        thread.join()


def wait_for(file: Path) -> None:
    while not file.exists():
        time.sleep(0.05)


def test_one_process_does_all_jobs(file: Path) -> None:
    for subject in "12":
        jobs.ask(kind="note", subject=subject, by=Actor(), file=str(file))
    supervise(stays=False)
    one, other = Job.objects.order_by("pk")
    assert (one.state, other.state, file.read_text()) == ("done", "done", "1\n2\n")
    assert one.answer == other.answer
    assert one.answer["process"] != os.getpid()


@pytest.mark.large
def test_a_process_that_dies_is_followed_by_another_one(
    file: Path, caplog: pytest.LogCaptureFixture
) -> None:
    job = ask("die_once", file)
    with caplog.at_level(logging.WARNING):
        supervise(stays=False)
    job.refresh_from_db()
    assert (job.state, job.tries, file.read_text()) == ("done", 2, "die_once\n" * 2)
    assert caplog.messages == ["A job’s process died with status -9"]


@pytest.mark.large
def test_a_job_that_always_kills_its_process_is_given_up_and_holds_up_no_other(file: Path) -> None:
    deadly, other = ask("die", file), ask("note", file)
    supervise(stays=False)
    deadly.refresh_from_db()
    other.refresh_from_db()
    assert (deadly.state, deadly.answer) == ("failed", {"why": "killed"})
    assert other.state == "done"
    assert file.read_text().split() == ["die", "die", "note"]


@pytest.mark.large
def test_a_job_that_is_stopped_ends_and_the_next_one_is_done(
    file: Path, work: Callable[[], None]
) -> None:
    stopped, other = ask("sleep", file), ask("note", file)
    work()
    wait_for(file)
    assert jobs.stop(kind="sleep", subject="sleep")
    jobs.wait(other, seconds=30)
    stopped.refresh_from_db()
    other.refresh_from_db()
    assert (stopped.state, other.state) == ("stopped", "done")


@pytest.mark.large
def test_a_job_that_takes_too_long_is_ended(file: Path) -> None:
    job = ask("sleep", file, seconds=1)
    supervise(stays=False)
    job.refresh_from_db()
    assert (job.state, job.answer) == ("failed", {"why": "overtime"})


@pytest.mark.large
def test_the_process_ends_with_its_server(file: Path, tmp_path: Path) -> None:
    job = ask("sleep", file)
    server = subprocess.Popen(
        [sys.executable, "-m", "clubscore", "work"],
        env={**os.environ, "PYTHONPATH": f"{tmp_path}:{Path.cwd()}"},
    )
    wait_for(file)
    (child,) = children(server.pid)
    server.send_signal(signal.SIGKILL)
    server.wait()
    while Path(f"/proc/{child}").exists():
        time.sleep(0.05)
    job.refresh_from_db()
    # Whoever comes next takes it up, after some silence.
    assert (job.state, job.tries) == ("running", 1)
    Job.objects.update(active_at="2026-01-01T00:00Z")
    assert jobs.take(worker="next") == job


def children(pid: int) -> list[int]:
    return [
        int(child)
        for path in Path(f"/proc/{pid}/task").glob("*/children")
        for child in path.read_text().split()
    ]


def test_a_database_that_does_not_answer_is_no_end_of_the_worker(
    file: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(jobs, "is_any_free", lambda: (_ for _ in ()).throw(OSError("it is down")))
    with caplog.at_level(logging.WARNING):
        supervise(stays=False)
    assert caplog.messages == ["Jobs have to wait: it is down"]


@pytest.mark.large
@pytest.mark.skipif(not hasattr(os, "nice"), reason="priorities are those of POSIX")
def test_a_backup_is_made_below_the_priority_of_the_pages(file: Path) -> None:
    low, other = ask("low", file), ask("note", file)
    supervise(stays=False)
    low.refresh_from_db()
    other.refresh_from_db()
    assert low.answer["nice"] - other.answer["nice"] == worker.NICE


def test_what_begins_by_itself_is_asked_again_and_again(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    asked: list[BaseException | None] = [
        None,
        OSError("down"),
        OSError("down"),
        KeyboardInterrupt(),
    ]

    def listen(**_: object) -> None:
        if error := asked.pop(0):
            raise error

    monkeypatch.setattr(worker, "REGULARLY", 0)
    worker.regularly.connect(listen)
    try:
        with pytest.raises(KeyboardInterrupt):
            worker.ask_regularly()
    finally:
        worker.regularly.disconnect(listen)
    assert [record.getMessage() for record in caplog.records] == [
        "What begins by itself has to wait: down"
    ]
