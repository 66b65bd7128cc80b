"""Several web servers that start at the same moment before one empty database."""

import os
import subprocess
from pathlib import Path

import psycopg
import pytest

from tools.serving import PREPARE
from tools.throwaway_postgres import throwaway_server

# test_writers.py and test_two_servers.py are those of make test; .ci/run runs this one, too.
pytestmark = [pytest.mark.concurrency, pytest.mark.postgresql, pytest.mark.large]

STARTS = 3


def test_one_prepares_the_database_and_the_others_wait(tmp_path: Path) -> None:
    with throwaway_server() as server:
        environment = {**os.environ, "DATABASE_URL": server.url}
        environment["DJANGO_SETTINGS_MODULE"] = "clubscore.settings"
        starts = [
            subprocess.Popen(
                PREPARE,
                env=environment | {"CLUBSCORE_DATA": str(tmp_path / str(number))},
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                text=True,
            )
            for number in range(STARTS)
        ]
        said = [start.communicate(timeout=300) for start in starts]
        with psycopg.connect(server.url) as connection:
            users = connection.execute("SELECT username FROM auth_user").fetchall()

    assert [start.returncode for start in starts] == [0] * STARTS, said
    assert [errors for _, errors in said] == [""] * STARTS
    assert sum("The demo club is ready" in out for out, _ in said) == 1
    assert users == [("director",)]
