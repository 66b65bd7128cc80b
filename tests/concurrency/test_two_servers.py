"""Two web servers before one database are as one: logins, conflicts, undo, rankings."""

import json
import sys
from collections.abc import Iterator
from contextlib import ExitStack
from http.client import HTTPConnection
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

import pytest

from tests.concurrency.evening import SERVE_GUNICORN, database, run
from tools.serving import serving

TOKEN = "t" * 32

pytestmark = [pytest.mark.concurrency, pytest.mark.both_databases, pytest.mark.race]


class Director:
    """A director's browser: what it asks of either server."""

    def __init__(self, ports: tuple[int, int], evening: dict[str, Any]) -> None:
        self.ports = ports
        self.session = evening["session"]
        self.lines = evening["lines"]
        self.login = evening["logins"][0]

    def ask(self, server: int, path: str, **values: object) -> tuple[int, str]:
        """The status and the text of an answer; with values they are posted."""
        connection = HTTPConnection("127.0.0.1", self.ports[server], timeout=30)
        headers = {
            "Accept": "application/json" if path != "ranking/" else "text/html",
            "Cookie": f"sessionid={self.login}; csrftoken={TOKEN}",
            "X-CSRFToken": TOKEN,
            "Content-Type": "application/x-www-form-urlencoded",
        }
        method = "GET" if path == "ranking/" else "POST"
        connection.request(method, f"/sessions/{self.session}/{path}", urlencode(values), headers)
        answer = connection.getresponse()
        text = answer.read().decode()
        connection.close()
        return answer.status, text

    def save(self, server: int, line: int, typed: str, version: int) -> tuple[int, dict[str, Any]]:
        path = f"lines/{self.lines[line]}/"
        status, text = self.ask(server, path, typed=typed, version=version)
        return status, json.loads(text)


@pytest.fixture
def director(tmp_path: Path) -> Iterator[Director]:
    """Logged in once; two servers of one worker each."""
    with ExitStack() as stack:
        environment = stack.enter_context(database(tmp_path)) | {"WEB_CONCURRENCY": "1"}
        command = (sys.executable, "-m", "bench.evening", "1", "--empty", "--tables", "3")
        evening = json.loads(run((*command, "--rounds", "2"), environment))
        one, other = (
            stack.enter_context(serving(SERVE_GUNICORN, environment, quiet=True)) for _ in "ab"
        )
        yield Director((one, other), evening)


def test_two_servers_are_as_one(director: Director) -> None:
    status, saved = director.save(0, 0, "420", 0)
    assert (status, saved["line"]["version"]) == (200, 1)

    status, refused = director.save(1, 0, "-50", 0)
    assert status == 409
    assert refused["line"]["typed"] == "420"

    before = director.ask(1, "ranking/")[1]
    assert director.save(0, 1, "-50", 0)[0] == 200
    status, after = director.ask(1, "ranking/")
    assert status == 200
    assert "100.00" in after
    assert after != before

    status, undone = director.ask(1, "undo/")
    assert status == 200
    assert [line["typed"] for line in json.loads(undone)["lines"]] == ["420", ""]
    assert director.save(0, 1, "", 2) == director.save(1, 1, "", 2)
