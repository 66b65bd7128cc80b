"""The worker: a process that does one job after another, as long as there are any.

A thread of every web process starts it, and another one when it died; a second thread asks now and
then what is to begin by itself. It ends itself when its job
was stopped or takes too long, after some time without any, and with its server, whose end of the
pipe to it is closed then, however the server ended.
"""

import gc
import logging
import os
import secrets
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from typing import Final

from django.conf import settings
from django.db import Error, close_old_connections, connection
from django.dispatch import Signal

from clubscore.jobs import queue as jobs
from clubscore.jobs.queue import Why
from clubscore.models import Job
from clubscore.server.environment import ROOT, manage

IDLE: Final = 1.0
"""Seconds between two questions whether another web process has asked for a job."""
PAUSE: Final = 0.2
"""The same for a process that is there."""
LINGER: Final = 300.0
"""Seconds for which it waits for the next job."""
LOOK: Final = 1.0
"""Seconds between two questions whether a job is still wanted."""
KEEP: Final = 5.0
"""Seconds between two signs of life."""
NICE: Final = 10
REGULARLY: Final = 30.0
"""Seconds between two questions what is to begin by itself."""

regularly = Signal()
"""Sent by every web process, again and again: whoever listens asks for a job if one is due."""

logger = logging.getLogger(__name__)


def start() -> None:
    """See to the jobs as long as this web process lives."""
    if not settings.READ_ONLY:
        threading.Thread(target=supervise, name="jobs", daemon=True).start()
        threading.Thread(target=ask_regularly, name="regularly", daemon=True).start()


def supervise(*, stays: bool = True) -> None:
    """Keep a process at work while there are jobs; without ``stays`` return when there are none."""
    worker, is_troubled = secrets.token_hex(8), False
    while True:
        jobs.news.clear()
        try:
            close_old_connections()
            is_needed = jobs.is_any_free()
            if is_needed:
                # Not held for as long as the process lives.
                connection.close()
                _employ(worker, linger=LINGER if stays else 0)
            is_troubled = False
        except (Error, OSError) as error:
            # The database is down or locked: what was begun is begun again later.
            if not is_troubled:
                logger.warning("Jobs have to wait: %s", error)
            is_needed, is_troubled = False, True
        if is_needed:
            continue
        if not stays:
            return
        jobs.news.wait(IDLE)


def ask_regularly() -> None:
    """Ask what is to begin by itself, as long as this web process lives."""
    is_troubled = False
    while True:
        time.sleep(REGULARLY)
        try:
            close_old_connections()
            regularly.send(sender=None)
            is_troubled = False
        except (Error, OSError) as error:
            if not is_troubled:
                logger.warning("What begins by itself has to wait: %s", error)
            is_troubled = True
        finally:
            connection.close()


def _employ(worker: str, *, linger: float) -> None:
    """Let a process work until it ends."""
    command = manage("work", "--worker", worker, "--linger", str(linger))
    with subprocess.Popen(command, cwd=ROOT, stdin=subprocess.PIPE) as process:  # noqa: S603 - its own program
        process.wait()
    if process.returncode:
        # One that dies again and again must not take the whole machine.
        time.sleep(IDLE)
    if jobs.release(worker=worker):
        logger.warning("A job’s process died with status %s", process.returncode)


def work(worker: str, linger: float) -> None:
    """Do jobs until there are none for so many seconds; in a process of its own."""
    # Ctrl-C is the server's, which closes its end.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_with_server, daemon=True).start()
    # What is loaded by now stays: it is not searched for garbage with every file.
    gc.freeze()
    # Where another worker was faster, this one is not needed.
    end = time.monotonic()
    while True:
        close_old_connections()
        job = jobs.take(worker=worker) if jobs.is_any_free() else None
        if job:
            _do(job)
            end = time.monotonic() + linger
        elif time.monotonic() >= end:
            return
        else:
            time.sleep(PAUSE)


def _do(job: Job) -> None:
    is_low = settings.JOBS[job.kind].get("is_low", False)
    if is_low and hasattr(os, "nice"):
        os.nice(NICE)
    done = threading.Event()
    threading.Thread(target=_watch, args=(job, done), daemon=True).start()
    jobs.carry_out(job)
    done.set()
    if is_low:
        # There is no way back to the usual priority.
        sys.exit()


def give_way(job: Job) -> None:
    """Do what is more urgent than a long job, in the middle of it."""
    while urgent := jobs.take(worker=job.worker, above=job.rank):
        _do(urgent)


def giving_way(job: Job) -> Callable[[], None]:
    """What a long job may call as often as it likes: it gives way now and then."""
    looked = time.monotonic()

    def between() -> None:
        nonlocal looked
        if time.monotonic() - looked > LOOK:
            give_way(job)
            looked = time.monotonic()

    return between


def _watch(job: Job, done: threading.Event) -> None:
    """End the process in the middle of a job that is not wanted any more, or takes too long."""
    begun = kept = time.monotonic()
    while not done.wait(LOOK):
        now = time.monotonic()
        if job.seconds and now - begun > job.seconds:
            jobs.fail(job=job, why=Why.OVERTIME)
        if not (jobs.is_wanted(job) or done.is_set()):
            os._exit(1)
        if now - kept > KEEP:
            jobs.keep(job=job)
            kept = now
    connection.close()


def _end_with_server() -> None:
    sys.stdin.read()
    os._exit(1)
