"""``python -m bench.web``: saving a traveller line and the public ranking, with 40 clients.

On the server of ``make run``, one process, on SQLite and on a PostgreSQL of its own, both waiting
for the disk. Beside each page is what it cannot do without, measured on the same server in the
same run, and the ratio of the two. Clients and server share the machine's cores: the numbers are
for comparing with each other. Any error makes the exit code 1.
"""

import json
import os
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from statistics import quantiles
from typing import Any

from bench.measuring import on_both
from tools.serving import PREPARE, SERVE, SERVE_GUNICORN, serving

CLIENTS = 40
SECONDS = 3.0
WARM_UP = 0.7
TEXTS = ("3NTN%2B1", "4SE-1", "2HW%3D")


@dataclass(frozen=True, slots=True)
class Measure:
    """The requests, and the name of the measure they are compared with."""

    name: str
    beside: str
    clients: list[list[dict[str, Any]]]


def measures(evening: dict[str, Any]) -> list[Measure]:
    """The measures of an evening, each after the one it is compared with."""
    session = evening["session"]
    directors = zip(evening["logins"], _shares(evening["lines"]), strict=True)
    rows = [
        [{"path": f"/bench/row/{line}/", "bodies": ["x="]} for line in share]
        for share in _shares(evening["lines"])
    ]
    saves = [save_requests(session, share, login) for login, share in directors]
    return [
        Measure("empty view", "", _everybody("/bench/empty/")),
        Measure("one row updated, twelve read", "empty view", rows),
        Measure("saving a traveller line", "one row updated, twelve read", saves),
        Measure("ready strings, as many", "empty view", _everybody(f"/bench/strings/{session}/")),
        Measure(
            "public ranking page",
            "ready strings, as many",
            _everybody(f"/sessions/{session}/ranking/"),
        ),
    ]


def _everybody(path: str) -> list[list[dict[str, Any]]]:
    return [[{"path": path}] for _ in range(CLIENTS)]


def _shares(lines: list[int]) -> list[list[int]]:
    """Each client's own lines: directors at different tables, not two at one line."""
    return [lines[client::CLIENTS] for client in range(CLIENTS)]


def save_requests(session: int, lines: list[int], login: str) -> list[dict[str, Any]]:
    """The requests of a director who saves these lines in turn."""
    return [_save(session, line, login) for line in lines]


def _save(session: int, line: int, login: str) -> dict[str, Any]:
    # The token of the form is any secret that is the same in the cookie and in the header.
    token = "t" * 32
    return {
        "path": f"/sessions/{session}/lines/{line}/",
        "bodies": [f"typed={text}&version={{version}}" for text in TEXTS],
        "headers": {
            "Accept": "application/json",
            "Cookie": f"sessionid={login}; csrftoken={token}",
            "X-CSRFToken": token,
        },
    }


@contextmanager
def served(
    environment: dict[str, str], directors: int = CLIENTS, *, options: Sequence[str] = ()
) -> Iterator[tuple[int, dict[str, Any]]]:
    """A server with an evening in its database: its port, and the evening; with ``options``
    gunicorn."""
    full = {**environment, "DJANGO_SETTINGS_MODULE": "bench.settings"}
    complete = {**os.environ, **full}
    subprocess.run(PREPARE, env=complete, check=True, stdout=subprocess.DEVNULL)
    evening = [sys.executable, "-m", "bench.evening", str(directors)]
    made = subprocess.run(evening, env=complete, check=True, stdout=subprocess.PIPE)
    with serving((*SERVE_GUNICORN, *options) if options else SERVE, full, quiet=True) as port:
        yield port, json.loads(made.stdout)


def measure(
    port: int, clients: list[dict[str, Any]], seconds: float = SECONDS, warm_up: float = WARM_UP
) -> dict[str, Any]:
    """Run the clients in a process of their own; their report."""
    plan = {"port": port, "seconds": seconds, "warm_up": warm_up, "clients": clients}
    answer = subprocess.run(
        [sys.executable, "-m", "bench.load"],
        input=json.dumps(plan).encode(),
        stdout=subprocess.PIPE,
        check=True,
        timeout=60 + seconds,
    )
    report: dict[str, Any] = json.loads(answer.stdout)
    return report


def compare(database: str, environment: dict[str, str]) -> int:
    """Measure everything on one database and print a table; the number of errors."""
    errors: list[str] = []
    rates: dict[str, float] = {}
    print(f"\n{database}: {CLIENTS} clients, {SECONDS:g} s each")
    print(f"  {'':30}{'requests/s':>11}{'p50 ms':>9}{'p95 ms':>9}{'p99 ms':>9}{'bytes':>8}  ratio")
    with served(environment) as (port, evening):
        for each in measures(evening):
            report = measure(port, [{"requests": requests} for requests in each.clients])
            errors += report["errors"]
            answers = report["times"].get("", [])
            cuts = quantiles(answers, n=100) if len(answers) > 1 else [0.0] * 99
            rates[each.name] = len(answers) / SECONDS
            ratio = rates[each.name] / rates[each.beside] if each.beside else 1.0
            beside = f"{ratio:6.2f} of “{each.beside}”" if each.beside else ""
            times = "".join(f"{1000 * cuts[percent - 1]:9.1f}" for percent in (50, 95, 99))
            print(
                f"  {each.name:30}{rates[each.name]:11.0f}{times}{report['size']:8} {beside}",
                flush=True,
            )
    for error in errors[:5]:
        print(f"  ERROR {error}")
    print(f"  {len(errors)} errors")
    return len(errors)


def main() -> int:
    return on_both(compare)


if __name__ == "__main__":
    sys.exit(main())
