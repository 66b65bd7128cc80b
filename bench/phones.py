"""What the measurements of phones share: clients that stay connected, their times, and the course.

A course is prepared in the database, played against a server as ``make hall`` starts it, on both
databases, and counted in the log afterwards.
"""

import asyncio
import json
import os
import random
import secrets
import subprocess
import sys
import time
from argparse import ArgumentParser, Namespace
from collections.abc import Callable, Coroutine
from dataclasses import dataclass, field
from statistics import quantiles
from typing import Any

from bench.measuring import on_both
from tools.serving import PREPARE, SERVE, serving

POLL = 3.0
"""Seconds between two polls, as the pages of the phones have them."""
TOKEN = "t" * 32


@dataclass(slots=True)
class Report:
    """Times in seconds by kind, what was sent and accepted, and what went wrong."""

    times: dict[str, list[float]] = field(
        default_factory=lambda: {each: [] for each in ("poll", "save", "seen", "follower", "typed")}
    )
    sent: dict[str, int] = field(default_factory=lambda: {"entered": 0, "confirmed": 0})
    entered_at: dict[tuple[int, int], float] = field(default_factory=dict)
    errors: list[str] = field(default_factory=list)


class Connection:
    """One client with one connection that stays open."""

    def __init__(
        self, port: int, report: Report, cookie: str = "", *, name: str = "clubscore-table"
    ) -> None:
        self.port, self.report, self.cookie, self.name = port, report, cookie, name
        self.streams: tuple[asyncio.StreamReader, asyncio.StreamWriter] | None = None
        self.tag = ""

    async def ask(self, path: str, kind: str, body: dict[str, Any] | str | None = None) -> Any:
        """The JSON of an answer; ``None`` when nothing is new. Errors are reported. What is sent is
        JSON, or the text of a form."""
        begun = time.perf_counter()
        try:
            status, text = await self._exchange(path, body)
        except (asyncio.IncompleteReadError, ConnectionError):
            # The server closes a connection that was idle; as a browser does, once again.
            self.streams = None
            status, text = await self._exchange(path, body)
        self.report.times[kind].append(time.perf_counter() - begun)
        if status not in (200, 304):
            self.report.errors.append(f"{status} {path} {text[:120]!r}")
        return json.loads(text) if status == 200 and text[:1] == b"{" else None

    async def _exchange(self, path: str, body: dict[str, Any] | str | None) -> tuple[int, bytes]:
        if self.streams is None:
            self.streams = await asyncio.open_connection("127.0.0.1", self.port)
        reader, writer = self.streams
        is_form = isinstance(body, str)
        content = (body if isinstance(body, str) else json.dumps(body)).encode() if body else b""
        head = [
            f"{'POST' if body else 'GET'} {path} HTTP/1.1",
            "Host: 127.0.0.1",
            f"Cookie: {'sessionid' if is_form else self.name}={self.cookie}; csrftoken={TOKEN}",
            "Accept: application/json, text/html",
            f"Content-Length: {len(content)}",
            f"Content-Type: application/{'x-www-form-urlencoded' if is_form else 'json'}",
            f"X-CSRFToken: {TOKEN}",
        ]
        if self.tag and not body:
            head.append(f"If-None-Match: {self.tag}")
        writer.write("\r\n".join([*head, "", ""]).encode() + content)
        answer = (await reader.readuntil(b"\r\n\r\n")).decode()
        lines = dict(line.lower().split(": ", 1) for line in answer.split("\r\n")[1:] if line)
        status = int(answer[9:12])
        text = await reader.readexactly(int(lines.get("content-length", "0")))
        if "etag" in lines and not body:
            self.tag = answer[answer.lower().index("etag: ") + 6 :].split("\r\n")[0]
        if lines.get("connection") == "close":
            writer.close()
            self.streams = None
        return status, text


async def pause(seconds: float) -> None:
    """A mean pause, a fifth longer or shorter."""
    await asyncio.sleep(seconds * (0.8 + 0.4 * random.random()))


def key() -> str:
    return secrets.token_hex(16)


def print_times(report: Report) -> None:
    """Half, all but a twentieth and all but a hundredth of the times of each kind."""
    for kind, times in report.times.items():
        if len(times) > 1:
            cuts = quantiles(times, n=100)
            figures = "".join(f"{1000 * cuts[percent - 1]:10.1f}" for percent in (50, 95, 99))
            print(f"  {kind:10}{len(times):8}  p50, p95, p99 ms{figures}", flush=True)


@dataclass(frozen=True, slots=True)
class Course:
    """A measurement: what it prepares, how many results the log of an event has, how it is played,
    and its heading. The module is the one that ``python -m`` runs."""

    module: str
    prepare: Callable[[Namespace], dict[str, Any]]
    logged: Callable[[int], dict[str, int]]
    play: Callable[[int, dict[str, Any], Namespace], Coroutine[Any, Any, Report]]
    heading: Callable[[Namespace], str]


def run(course: Course, parser: ArgumentParser) -> int:
    """Measure by the command line; the exit code. The steps ``prepare`` and ``count`` run in
    processes with the settings of a database."""
    parser.add_argument("step", nargs="?", choices=("prepare", "count"))
    parser.add_argument("event", nargs="?", type=int)
    options = parser.parse_args()
    if options.step:
        import django

        django.setup()
        prepares = options.step == "prepare"
        print(json.dumps(course.prepare(options) if prepares else course.logged(options.event)))
        return 0
    return int(on_both(lambda name, where: _measure(course, name, where, options)) > 0)


def _measure(course: Course, database: str, environment: dict[str, str], options: Namespace) -> int:
    settings = {"DJANGO_SETTINGS_MODULE": "clubscore.settings"}
    full = {**os.environ, **environment, **settings}
    subprocess.run(PREPARE, env=full, check=True, stdout=subprocess.DEVNULL)
    event = _step(course, full, "prepare")
    with serving(SERVE, {**environment, **settings}, quiet=True) as port:
        report = asyncio.run(course.play(port, event, options))
    logged = _step(course, full, "count", str(event["event"]))
    sent = {name: report.sent[name] for name in logged}
    print(f"\n{database}: {course.heading(options)}, {options.seconds:g} s")
    print_times(report)
    if logged != sent:
        report.errors.append(f"the log has {logged}, sent were {sent}")
    print(f"  sent {sent}, the log has {logged}; {len(report.errors)} errors")
    for error in report.errors[:5]:
        print(f"  ERROR {error}")
    return len(report.errors)


def _step(course: Course, environment: dict[str, str], *step: str) -> Any:
    command = [sys.executable, "-m", course.module, *sys.argv[1:], *step]
    made = subprocess.run(command, env=environment, check=True, stdout=subprocess.PIPE)
    return json.loads(made.stdout)
