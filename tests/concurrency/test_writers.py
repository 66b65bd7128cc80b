"""Eight directors type two thousand results while the web dies: nothing is lost or doubled.

Real processes: gunicorn as ``make run`` starts it, on a database of its own, and eight writers.
Its workers are frozen in the middle, so that lines are surely on their way to them, and killed.
"""

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from uuid import uuid4

import psycopg
import pytest
from django.db import connection
from psycopg import sql

from bench.evening import RESULTS
from tools.serving import PREPARE, SERVE, serving

WRITERS = 8
LARGE, SMALL = (41, 25), (13, 12)
"""Tables and rounds; two boards a round."""
SHARED = 20
"""So many lines all eight write, each its own result."""

pytestmark = pytest.mark.concurrency


@dataclass(frozen=True)
class Evening:
    """What the writers were told, and what the database holds."""

    reports: list[list[dict[str, Any]]]
    stored: dict[int, dict[str, Any]]
    shared: frozenset[int]

    @property
    def lost(self) -> list[int]:
        """Lines of one writer that do not hold what was typed last."""
        return [
            line
            for line, text in self._own().items()
            if self.stored[line]["text"].upper() != text.upper()
        ]

    @property
    def doubled(self) -> list[int]:
        """Lines of one writer that were entered more than once."""
        return [line for line in self._own() if len(self.stored[line]["log"]) > 1]

    @property
    def broken_histories(self) -> list[int]:
        """Lines whose log does not lead, step by step, to what they hold."""
        return [line for line, values in self.stored.items() if not _is_whole(values)]

    def _own(self) -> dict[int, str]:
        return {
            save["line"]: save["text"]
            for report in self.reports
            for save in report
            if save["line"] not in self.shared
        }


def _is_whole(values: dict[str, Any]) -> bool:
    steps = values["log"]
    if len(steps) != values["version"]:
        return False
    befores = [before for before, _ in steps]
    return befores == [{}, *(after for _, after in steps)][: len(steps)]


def test_nothing_is_lost_or_doubled_when_the_workers_die(tmp_path: Path) -> None:
    evening = type_an_evening(tmp_path, LARGE, shared=SHARED)

    own = 41 * 25 * 2 - SHARED
    assert sum(len(report) for report in evening.reports) == own + WRITERS * SHARED
    assert (evening.lost, evening.doubled, evening.broken_histories) == ([], [], [])
    assert {len(evening.stored[line]["log"]) for line in evening.shared} == {WRITERS}


def test_control_a_writer_that_never_sends_again_loses_lines(tmp_path: Path) -> None:
    evening = type_an_evening(tmp_path, SMALL, careless=True)

    assert evening.lost != []


def type_an_evening(
    folder: Path, size: tuple[int, int], *, shared: int = 0, careless: bool = False
) -> Evening:
    with database(folder) as environment:
        _run(PREPARE, environment)
        tables, rounds = map(str, size)
        command = (sys.executable, "-m", "bench.evening", str(WRITERS), "--empty")
        command = (*command, "--tables", tables, "--rounds", rounds)
        made = json.loads(_run(command, environment))
        common = made["lines"][:shared]
        pid_file = folder / "gunicorn.pid"
        with serving((*SERVE, "--pid", str(pid_file)), environment, quiet=True) as port:
            plans = [
                {
                    "port": port,
                    "session": made["session"],
                    "login": made["logins"][number],
                    "careless": careless,
                    "progress": str(folder / f"progress-{number}"),
                    "lines": _share(made["lines"], common, number),
                }
                for number in range(WRITERS)
            ]
            writers = [_start(plan) for plan in plans]
            _wait_for_half(plans)
            _freeze_and_kill_the_workers(int(pid_file.read_text()))
            reports = [_finish(writer) for writer in writers]
        audit = (sys.executable, "-m", "tests.concurrency.audit", str(made["session"]))
        stored = {int(line): each for line, each in json.loads(_run(audit, environment)).items()}
    return Evening(reports, stored, frozenset(common))


def _share(lines: list[int], shared: list[int], number: int) -> list[tuple[int, str]]:
    """A writer's own lines, and in the middle those that all write."""
    own = [
        (line, RESULTS[place % len(RESULTS)])
        for place, line in enumerate(lines[len(shared) :])
        if place % WRITERS == number
    ]
    half = len(own) // 2
    return [*own[:half], *((line, RESULTS[number]) for line in shared), *own[half:]]


def _start(plan: dict[str, Any]) -> subprocess.Popen[str]:
    writer = subprocess.Popen(
        (sys.executable, "-m", "tests.concurrency.writer"),
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    assert writer.stdin
    writer.stdin.write(json.dumps(plan))
    writer.stdin.close()
    return writer


def _finish(writer: subprocess.Popen[str]) -> list[dict[str, Any]]:
    assert writer.stdout
    with writer.stdout:
        report = writer.stdout.read()
    assert writer.wait() == 0
    return list(json.loads(report))


def _wait_for_half(plans: list[dict[str, Any]]) -> None:
    half = len(plans[0]["lines"]) // 2
    progress = Path(plans[0]["progress"])
    while not progress.exists() or int(progress.read_text() or 0) < half:
        time.sleep(0.02)


def _freeze_and_kill_the_workers(master: int) -> None:
    answer = subprocess.run(["pgrep", "-P", str(master)], capture_output=True, text=True)
    workers = [int(pid) for pid in answer.stdout.split()]
    for worker in workers:
        os.kill(worker, signal.SIGSTOP)
    time.sleep(1)
    for worker in workers:
        os.kill(worker, signal.SIGKILL)


def _run(command: tuple[str, ...], environment: dict[str, str]) -> str:
    answer = subprocess.run(
        command, env={**os.environ, **environment}, check=True, stdout=subprocess.PIPE, text=True
    )
    return answer.stdout


@contextmanager
def database(folder: Path) -> Iterator[dict[str, str]]:
    """The environment of a database of its own, of the kind that the tests run on."""
    settings = {"DJANGO_SETTINGS_MODULE": "clubscore.settings", "CLUBSCORE_DATA": str(folder)}
    if connection.vendor == "sqlite":
        yield {**settings, "DATABASE_URL": ""}
        return
    server = os.environ["DATABASE_URL"]
    name = f"writers_{uuid4().hex[:12]}"
    with psycopg.connect(server, autocommit=True) as admin:
        admin.execute(sql.SQL("CREATE DATABASE {}").format(sql.Identifier(name)))
    try:
        address, _, query = server.partition("?")
        other = f"{address.rsplit('/', 1)[0]}/{name}" + (f"?{query}" if query else "")
        yield {**settings, "DATABASE_URL": other}
    finally:
        with psycopg.connect(server, autocommit=True) as admin:
            admin.execute(sql.SQL("DROP DATABASE {} WITH (FORCE)").format(sql.Identifier(name)))
