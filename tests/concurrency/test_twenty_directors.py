"""Twenty directors and as many phones at once, on either server: no error, every line is stored.

How fast that is, ``python -m bench.tables`` measures.
"""

import http.client
import json
import sys
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

import pytest

from bench.evening import RESULTS
from tests.concurrency.evening import SERVE_GUNICORN, database, run
from tools.serving import SERVE, serving

# The smaller one is test_writers.py's; .ci/run runs this one.
pytestmark = [pytest.mark.concurrency, pytest.mark.large]

DIRECTORS = 20
TABLES, ROUNDS = 11, 5
TOKEN = "t" * 32


class Director:
    """One connection, kept open, and the status of every answer that it got."""

    def __init__(self, port: int, session: int, login: str) -> None:
        self.session, self.login = session, login
        self.connection = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
        self.statuses: list[int] = []

    def evening(self, lines: dict[int, str]) -> list[int]:
        """Enter the results, and look at the ranking after each as a phone does."""
        with closing(self.connection):
            for line, text in lines.items():
                self._ask("POST", f"lines/{line}/", typed=text, version=0)
                self._ask("GET", "ranking/")
        return self.statuses

    def _ask(self, method: str, path: str, **values: object) -> None:
        headers = {
            "Cookie": f"sessionid={self.login}; csrftoken={TOKEN}",
            "X-CSRFToken": TOKEN,
            "Accept": "application/json" if values else "text/html",
            "Content-Type": "application/x-www-form-urlencoded",
        }
        self.connection.request(
            method, f"/sessions/{self.session}/{path}", urlencode(values), headers
        )
        answer = self.connection.getresponse()
        answer.read()
        self.statuses.append(answer.status)


@pytest.mark.parametrize("serve", [SERVE, SERVE_GUNICORN], ids=["waitress", "gunicorn"])
def test_twenty_directors_lose_nothing(serve: tuple[str, ...], tmp_path: Path) -> None:
    with database(tmp_path) as environment:
        command = (sys.executable, "-m", "bench.evening", str(DIRECTORS), "--empty")
        size = ("--tables", str(TABLES), "--rounds", str(ROUNDS))
        made = json.loads(run((*command, *size), environment))
        with serving(serve, environment, quiet=True) as port:
            statuses = type_at_once(port, made)
        audit = (sys.executable, "-m", "tests.concurrency.audit", str(made["session"]))
        stored = json.loads(run(audit, environment))

    assert set(statuses) == {200}
    assert len(statuses) == 2 * len(made["lines"])
    typed = typed_by_line(made)
    assert {int(line): each["text"].upper() for line, each in stored.items()} == {
        line: text.upper() for line, text in typed.items()
    }
    assert {len(each["log"]) for each in stored.values()} == {1}


def typed_by_line(made: dict[str, Any]) -> dict[int, str]:
    return {line: RESULTS[place % len(RESULTS)] for place, line in enumerate(made["lines"])}


def type_at_once(port: int, made: dict[str, Any]) -> list[int]:
    """The status of every answer."""
    typed = list(typed_by_line(made).items())
    with ThreadPoolExecutor(DIRECTORS) as pool:
        outcomes = [
            pool.submit(
                Director(port, made["session"], login).evening, dict(typed[number::DIRECTORS])
            )
            for number, login in enumerate(made["logins"])
        ]
    return [status for outcome in outcomes for status in outcome.result()]
