"""A second server on one data folder: refused on SQLite, welcome before one PostgreSQL."""

import os
import subprocess
import sys
from pathlib import Path

import pytest
from django.db import connection

from tests.concurrency.evening import database
from tools.serving import free_port, get, serving

START = (sys.executable, "manage.py", "start", "--empty")

# test_writers.py and test_two_servers.py are those of make test; .ci/run runs this one, too.
pytestmark = [pytest.mark.both_databases, pytest.mark.concurrency, pytest.mark.large]


def run(environment: dict[str, str], *command: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        (sys.executable, "manage.py", *command),
        env={**os.environ, **environment},
        capture_output=True,
        text=True,
    )


def test_second_server_on_one_data_folder(tmp_path: Path) -> None:
    with database(tmp_path) as made:
        environment = made | {"WEB_CONCURRENCY": "1"}
        with serving(START, environment, quiet=True) as port:
            if connection.vendor == "postgresql":
                with serving(START, environment, quiet=True) as other:
                    assert (get(port, "/"), get(other, "/")) == (200, 200)
            else:
                second = run(environment | {"PORT": str(free_port())}, "start")
                assert (second.returncode, second.stdout) == (1, "")
                assert second.stderr.startswith(
                    f"clubscore is already running with the data folder {tmp_path}, "
                    f"on port {port}; a SQLite database can have only one server. Stop that server"
                )
            # Commands work beside it, and the server goes on.
            assert run(environment, "backup").returncode == 0
            assert get(port, "/") == 200
        # After it the folder is free again.
        with serving(START, environment, quiet=True) as port:
            assert get(port, "/") == 200
