"""Eight directors typing into one session, as real processes before a real gunicorn."""

import json
import os
import shutil
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from uuid import uuid4

import psycopg
from django.db import connection
from psycopg import sql

from bench.evening import RESULTS
from clubscore.server import configuration as server
from tools.serving import serving
from tools.template import beside, collect_static, postgres_template, sqlite_template

WRITERS = 8
SERVE_GUNICORN = tuple(server.command(server.GUNICORN))


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


def type_an_evening(
    folder: Path,
    environment: dict[str, str],
    size: tuple[int, int],
    trouble: Callable[[int], None],
    *,
    shared: int = 0,
    careless: bool = False,
) -> Evening:
    """Let the writers type into a session of ``size`` tables and rounds, two boards a round.

    ``trouble`` is called in the middle, with the process id of gunicorn. The first lines are
    ``shared``: all write them, each its own result.
    """
    tables, rounds = map(str, size)
    command = (sys.executable, "-m", "bench.evening", str(WRITERS), "--empty")
    command = (*command, "--tables", tables, "--rounds", rounds)
    made = json.loads(run(command, environment))
    common = made["lines"][:shared]
    pid_file = folder / "gunicorn.pid"
    with serving((*SERVE_GUNICORN, "--pid", str(pid_file)), environment, quiet=True) as port:
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
        trouble(int(pid_file.read_text()))
        reports = [_finish(writer) for writer in writers]
    audit = (sys.executable, "-m", "tests.concurrency.audit", str(made["session"]))
    stored = {int(line): each for line, each in json.loads(run(audit, environment)).items()}
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


def run(command: tuple[str, ...], environment: dict[str, str]) -> str:
    """What a command prints."""
    answer = subprocess.run(
        command, env={**os.environ, **environment}, check=True, stdout=subprocess.PIPE, text=True
    )
    return answer.stdout


@contextmanager
def another_database(server: str, name: str, template: str) -> Iterator[str]:
    """Make a database beside the one of an address; gives its address, and drops it at the end."""
    with psycopg.connect(server, autocommit=True) as admin:
        names = sql.Identifier(name), sql.Identifier(template)
        admin.execute(sql.SQL("CREATE DATABASE {} TEMPLATE {}").format(*names))
    try:
        yield beside(server, name)
    finally:
        with psycopg.connect(server, autocommit=True) as admin:
            admin.execute(sql.SQL("DROP DATABASE {} WITH (FORCE)").format(sql.Identifier(name)))


@contextmanager
def database(folder: Path) -> Iterator[dict[str, str]]:
    """The environment of a database of its own, with today's tables, of the kind that the tests
    run on.
    """
    settings = {"DJANGO_SETTINGS_MODULE": "clubscore.settings", "CLUBSCORE_DATA": str(folder)}
    collect_static()
    if connection.vendor == "sqlite":
        shutil.copyfile(sqlite_template(), folder / "clubscore.sqlite3")
        yield {**settings, "DATABASE_URL": ""}
        return
    server, name = os.environ["DATABASE_URL"], f"writers_{uuid4().hex[:12]}"
    with another_database(server, name, postgres_template(server)) as url:
        yield {**settings, "DATABASE_URL": url}
