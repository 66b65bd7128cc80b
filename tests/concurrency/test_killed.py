"""A backup or a restore killed in the middle: nothing of it is left after the next start."""

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.db import connection

from tests.concurrency.evening import database, run
from tools.serving import PREPARE

# test_writers.py and test_two_servers.py are those of make test; .ci/run runs this one, too.
pytestmark = [pytest.mark.both_databases, pytest.mark.concurrency, pytest.mark.large]

KILLED = """
import os, sys, django
django.setup()
from clubscore.keeping.backups import {module}
from django.core.management import call_command
work = {module}.{name}
def die(*values):
    work(*values)
    os.kill(os.getpid(), 9)
{module}.{name} = die
call_command(*sys.argv[1:])
"""


@pytest.fixture
def environment(tmp_path: Path) -> Iterator[dict[str, str]]:
    """Of a club with a database, a backup of it, and files that are none of its own."""
    (tmp_path / "backups").mkdir()
    (tmp_path / "backups" / "holiday.part").touch()
    with database(tmp_path) as values:
        run(PREPARE, values)
        run((sys.executable, "manage.py", "backup", str(tmp_path / "club.gz")), values)
        yield values


def kill(environment: dict[str, str], module: str, name: str, *command: str) -> None:
    """Run a command until a function of the backups has done its work the first time."""
    program = (sys.executable, "-c", KILLED.format(module=module, name=name), *command)
    answer = subprocess.run(program, env={**os.environ, **environment}, capture_output=True)
    assert answer.returncode == -signal.SIGKILL, answer.stderr


def unfinished(folder: Path) -> list[str]:
    """The unfinished files in the data folder and below."""
    return sorted(path.name for path in folder.rglob("clubscore-*.part*"))


@pytest.mark.parametrize("where", ["folder", "elsewhere"])
def test_nothing_is_left_of_a_killed_backup(
    tmp_path: Path, environment: dict[str, str], where: str
) -> None:
    before = sorted(tmp_path.rglob("*"))
    path = [str(tmp_path / "again.gz")] if where == "elsewhere" else []
    kill(environment, "writing", "_write_table", "backup", *path)
    # The backup, and on SQLite the copy that it is made from.
    assert len(unfinished(tmp_path)) == (2 if connection.vendor == "sqlite" else 1)

    run(PREPARE, environment)

    assert unfinished(tmp_path) == []
    assert sorted(tmp_path.rglob("*")) == sorted({*before, tmp_path / "backups" / ".lock"})


def test_nothing_is_left_of_a_killed_restore(tmp_path: Path, environment: dict[str, str]) -> None:
    kill(environment, "restoring", "_fill", "restore", "--yes", str(tmp_path / "club.gz"))
    # PostgreSQL restores in one transaction, and forgets it by itself.
    is_sqlite = connection.vendor == "sqlite"
    assert [name[-5:] for name in unfinished(tmp_path)][:1] == ([".part"] if is_sqlite else [])

    said = run(PREPARE, environment)

    assert unfinished(tmp_path) == []
    assert (tmp_path / "backups" / "holiday.part").exists()
    # The club is there as it was.
    assert "The demo club is ready" not in said
