"""Eight directors type an evening's results while the web dies: nothing is lost or doubled.

Its workers are frozen in the middle, so that lines are surely on their way to them, and killed.
"""

import os
import signal
import subprocess
import time
from pathlib import Path

import pytest

from tests.concurrency.evening import WRITERS, database, type_an_evening

EVENING, CONGRESS = (9, 8), (41, 25)
"""Tables and rounds; two boards a round."""
SHARED = 20
"""So many lines all eight write, each its own result."""

pytestmark = pytest.mark.concurrency


@pytest.mark.large
@pytest.mark.parametrize("size", [EVENING, CONGRESS], ids=["evening", "congress"])
def test_nothing_is_lost_or_doubled_when_the_workers_die(
    tmp_path: Path, size: tuple[int, int]
) -> None:
    with database(tmp_path) as environment:
        evening = type_an_evening(
            tmp_path, environment, size, freeze_and_kill_the_workers, shared=SHARED
        )

    tables, rounds = size
    own = tables * rounds * 2 - SHARED
    assert sum(len(report) for report in evening.reports) == own + WRITERS * SHARED
    assert (evening.lost, evening.doubled, evening.broken_histories) == ([], [], [])
    # Of each writer one request was under way. Where it was stored and not answered, and somebody
    # else saved the line before it was sent again, the writer was asked and typed once more.
    more = [len(evening.stored[line]["log"]) - WRITERS for line in evening.shared]
    assert min(more) >= 0
    assert sum(more) <= WRITERS


@pytest.mark.large
@pytest.mark.postgresql
def test_control_a_writer_that_never_sends_again_loses_lines(tmp_path: Path) -> None:
    with database(tmp_path) as environment:
        evening = type_an_evening(
            tmp_path, environment, EVENING, freeze_and_kill_the_workers, careless=True
        )

    assert evening.lost != []


def freeze_and_kill_the_workers(master: int) -> None:
    answer = subprocess.run(["pgrep", "-P", str(master)], capture_output=True, text=True)
    workers = [int(pid) for pid in answer.stdout.split()]
    for worker in workers:
        os.kill(worker, signal.SIGSTOP)
    time.sleep(1)
    for worker in workers:
        os.kill(worker, signal.SIGKILL)
