"""A server for visitors before a replica, which follows the original and cannot be written."""

import json
import os
import subprocess
import sys
import time
from collections.abc import Iterator
from http.client import HTTPConnection
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

import psycopg
import pytest

from tests.concurrency.evening import run
from tools.serving import PREPARE, SERVE, serving
from tools.throwaway_postgres import Server, throwaway_server

TOKEN = "t" * 32

# test_writers.py and test_two_servers.py are those of make test; .ci/run runs this one, too.
pytestmark = [pytest.mark.concurrency, pytest.mark.postgresql, pytest.mark.large]


@pytest.fixture
def servers() -> Iterator[tuple[Server, Server]]:
    with throwaway_server() as original, original.replica() as replica:
        yield original, replica


def environment(server: Server, folder: Path, **more: str) -> dict[str, str]:
    return {
        "DJANGO_SETTINGS_MODULE": "clubscore.settings",
        "CLUBSCORE_DATA": str(folder),
        "DATABASE_URL": server.url,
        "WEB_CONCURRENCY": "1",
        **more,
    }


def wait_for(replica: Server, original: Server) -> None:
    """Until the replica has everything that the original has now."""
    with psycopg.connect(original.url) as connection:
        (wanted,) = connection.execute("SELECT pg_current_wal_lsn()::text").fetchone() or ("",)
    with psycopg.connect(replica.url, autocommit=True) as connection:
        asked = "SELECT pg_last_wal_replay_lsn() >= %s::pg_lsn"
        while not (connection.execute(asked, [wanted]).fetchone() or [False])[0]:
            time.sleep(0.02)


def ask(port: int, path: str, login: str = "", **values: object) -> tuple[int, str]:
    """The status and the text of an answer; with values they are posted."""
    connection = HTTPConnection("127.0.0.1", port, timeout=30)
    headers = {"Content-Type": "application/x-www-form-urlencoded", "X-CSRFToken": TOKEN}
    if login:
        headers["Cookie"] = f"sessionid={login}; csrftoken={TOKEN}"
    connection.request("POST" if values else "GET", path, urlencode(values), headers)
    answer = connection.getresponse()
    text = answer.read().decode()
    connection.close()
    return answer.status, text


def changed(port: int, path: str, before: tuple[int, str]) -> tuple[int, str]:
    """The answer as soon as it is another one: visitors are shown a page for some seconds."""
    deadline = time.monotonic() + 60
    while (after := ask(port, path)) == before and time.monotonic() < deadline:
        time.sleep(0.2)
    return after


def test_visitors_of_a_replica_see_what_is_entered(
    servers: tuple[Server, Server], tmp_path: Path
) -> None:
    original, replica = servers
    writing = environment(original, tmp_path / "writing")
    reading = environment(replica, tmp_path / "reading", CLUBSCORE_READ_ONLY="yes")
    run(PREPARE, writing)
    command = (sys.executable, "-m", "bench.evening", "1", "--empty", "--tables", "3")
    evening: dict[str, Any] = json.loads(run((*command, "--rounds", "2"), writing))
    (login,), session = evening["logins"], f"/sessions/{evening['session']}"
    wait_for(replica, original)

    assert run(PREPARE, reading) == ""
    with serving(SERVE, writing, quiet=True) as main, serving(SERVE, reading, quiet=True) as public:
        line, other = (f"{session}/lines/{number}/" for number in evening["lines"][:2])
        before = ask(public, f"{session}/ranking/")
        assert ask(main, line, login, typed="420", version=0)[0] == 200
        assert ask(main, other, login, typed="-50", version=0)[0] == 200
        wait_for(replica, original)
        after = changed(public, f"{session}/ranking/", before)

        assert (before[0], after) == (200, ask(main, f"{session}/ranking/"))
        assert after != before
        # With a director's login too, everybody is a visitor.
        assert ask(public, f"{session}/ranking/", login) == after
        assert ask(public, line, login, typed="420", version=1)[0] == 403
        assert ask(public, "/healthz")[0] == 200


def test_server_for_visitors_does_not_start_before_the_update(
    servers: tuple[Server, Server], tmp_path: Path
) -> None:
    _, replica = servers
    reading = environment(replica, tmp_path, CLUBSCORE_READ_ONLY="yes")
    answer = subprocess.run(PREPARE, env={**os.environ, **reading}, capture_output=True, text=True)

    assert answer.returncode == 1
    assert answer.stderr == (
        "The database is not up to date, and with CLUBSCORE_READ_ONLY it is only "
        "read. First start this release where results are entered.\n"
    )
