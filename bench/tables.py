"""``python -m bench.tables``: an evening of 40 tables whose results come from phones.

Two phones a table, of which one enters and the other confirms, and 80 who follow the ranking of
another session, on a server as ``make hall`` starts it, on both databases. Phones poll as their
page does, every three seconds, and a table enters a board a minute (``--think`` for other seconds),
seven times what bridge allows. Beside them 20 directors type into that session, each a line
every three seconds (``--directors``). Prints the times of a poll and of a save, and how long a
result takes to the opponents' phone; then counts the log against what was sent. ``--seconds 300``
for the five minutes of the specification. An error makes the exit code 1.
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
from dataclasses import dataclass, field
from statistics import quantiles
from typing import Any
from urllib.parse import quote

from bench.evening import RESULTS
from bench.measuring import on_both
from tools.serving import PREPARE, SERVE, serving

TABLES, ROUNDS, FOLLOWERS = 40, 13, 80
DIRECTORS = 20
POLL, THINK, LOOK, TYPE = 3.0, 60.0, 10.0, 3.0
"""Seconds between two polls, two results of a table, two looks of a follower, two lines of a
director."""
SECONDS = 60.0
TOKEN = "t" * 32
RESULT = {"level": 4, "strain": "S", "doubled": "", "declarer": "N", "lead": ""}


def prepare(directors: int) -> dict[str, Any]:
    """The evening in the database of the environment: the session, and the cookies of phones; and
    the session that directors type."""
    from bench.evening import make_evening
    from clubscore.web.visitors import Actor
    from events.models import Section, Session
    from events.sessions.setup.services.sessions import withdraw
    from events.tables.services.joining import join
    from events.tables.services.settings import switch_on

    typed = make_evening(directors=directors, empty=True, name="On paper")
    evening = make_evening(directors=0, tables=TABLES, rounds=ROUNDS, empty=True)
    session = evening["session"]
    # Nobody reads the results of a session that is played on phones.
    withdraw(session=Session.objects.get(pk=session), by=Actor())
    switch_on(session_id=session, preset="club", by=Actor())
    section = Section.objects.get(session=session).pk
    tokens = {
        side: [
            join(
                session_id=session, section_id=section, table=table + 1, kind="pair", side=side
            ).token
            for table in range(TABLES)
        ]
        for side in ("NS", "EW")
    }
    return {"session": session, "tokens": tokens, "typed": typed}


def logged(session: int) -> dict[str, int]:
    """How many entries the log has: results entered, and confirmed."""
    from events.models import LogEntry

    log = LogEntry.objects.filter(session=session)
    return {name: log.filter(action=name).count() for name in ("entered", "confirmed")}


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


async def enters(phone: Connection, report: Report, end: float, think: float) -> None:
    """North–South: polls, and enters a board now and then; goes on when all of a round are in."""
    state: dict[str, Any] = {}
    due = time.perf_counter() + think * random.random()
    await asyncio.sleep(POLL * random.random())
    while time.perf_counter() < end:
        state = await phone.ask("/play/now/", "poll") or state
        empty = [line for line in state.get("boards", []) if line["state"] == "empty"]
        if time.perf_counter() >= due and empty:
            due = time.perf_counter() + think
            await _enter(phone, report, empty[0])
        elif state.get("boards") and not empty and state["round"] < ROUNDS:
            await phone.ask("/play/round/", "save", {"round": state["round"] + 1, "key": key()})
        await pause(POLL)


async def _enter(phone: Connection, report: Report, line: dict[str, Any]) -> None:
    body = {**RESULT, "tricks": random.randint(8, 12), "version": line["version"], "key": key()}
    answer = await phone.ask(f"/play/lines/{line['line']}/", "save", body)
    if answer:
        report.sent["entered"] += 1
        report.entered_at[answer["line"]["line"], answer["line"]["version"]] = time.perf_counter()


async def confirms(phone: Connection, report: Report, end: float) -> None:
    """East–West: polls, and confirms what is new."""
    state: dict[str, Any] = {}
    await asyncio.sleep(POLL * random.random())
    while time.perf_counter() < end + POLL:
        state = await phone.ask("/play/now/", "poll") or state
        for line in (*state.get("boards", []), *state.get("late", [])):
            if line["state"] != "entered" or line["by"] == line["side"]:
                continue
            if at := report.entered_at.pop((line["line"], line["version"]), None):
                report.times["seen"].append(time.perf_counter() - at)
                body = {"version": line["version"], "key": key()}
                if await phone.ask(f"/play/lines/{line['line']}/confirm/", "save", body):
                    report.sent["confirmed"] += 1
        await pause(POLL)


async def follows(follower: Connection, session: int, end: float) -> None:
    """Somebody in the bar with the ranking on the phone."""
    await asyncio.sleep(LOOK * random.random())
    while time.perf_counter() < end:
        await follower.ask(f"/sessions/{session}/ranking/", "follower")
        await pause(LOOK)


async def types(director: Connection, session: int, lines: list[int], end: float) -> None:
    """A director with the travellers of other boards than the others have."""
    await asyncio.sleep(TYPE * random.random())
    for turn, line in enumerate(lines):
        if time.perf_counter() >= end:
            return
        result = quote(RESULTS[turn % len(RESULTS)])
        await director.ask(
            f"/sessions/{session}/lines/{line}/", "typed", f"typed={result}&version=0"
        )
        await pause(TYPE)


async def play(port: int, evening: dict[str, Any], options: Namespace) -> Report:
    """The evening, for the seconds of the command line."""
    report, end = Report(), time.perf_counter() + options.seconds
    tokens, typed = evening["tokens"], evening["typed"]
    phones = [Connection(port, report, each) for each in tokens["NS"]]
    await asyncio.gather(
        *(enters(phone, report, end, options.think) for phone in phones),
        *(
            types(Connection(port, report, login), typed["session"], lines, end)
            for login, lines in zip(
                typed["logins"], _shares(typed["lines"], options.directors), strict=True
            )
        ),
        *(confirms(Connection(port, report, each), report, end) for each in tokens["EW"]),
        *(follows(Connection(port, report), typed["session"], end) for _ in range(FOLLOWERS)),
    )
    return report


def _shares(lines: list[int], directors: int) -> list[list[int]]:
    return [lines[number::directors] for number in range(directors)]


def measure(database: str, environment: dict[str, str], options: Namespace) -> int:
    """The evening on one database, printed; the number of errors."""
    settings = {"DJANGO_SETTINGS_MODULE": "clubscore.settings"}
    full = {**os.environ, **environment, **settings}
    subprocess.run(PREPARE, env=full, check=True, stdout=subprocess.DEVNULL)
    evening = _step(full, "prepare", str(options.directors))
    with serving(SERVE, {**environment, **settings}, quiet=True) as port:
        report = asyncio.run(play(port, evening, options))
    counted = _step(full, "count", str(evening["session"]))
    print(
        f"\n{database}: {TABLES} tables, {2 * TABLES} phones, {FOLLOWERS} followers, "
        f"{options.directors} directors, {options.seconds:g} s, a board in {options.think:g} s"
    )
    print_times(report)
    if counted != report.sent:
        report.errors.append(f"the log has {counted}, sent were {report.sent}")
    print(f"  sent {report.sent}, the log has {counted}; {len(report.errors)} errors")
    for error in report.errors[:5]:
        print(f"  ERROR {error}")
    return len(report.errors)


def print_times(report: Report) -> None:
    """Half, all but a twentieth and all but a hundredth of the times of each kind."""
    for kind, times in report.times.items():
        if len(times) > 1:
            cuts = quantiles(times, n=100)
            figures = "".join(f"{1000 * cuts[percent - 1]:10.1f}" for percent in (50, 95, 99))
            print(f"  {kind:10}{len(times):8}  p50, p95, p99 ms{figures}", flush=True)


def _step(environment: dict[str, str], *arguments: str) -> Any:
    command = [sys.executable, "-m", "bench.tables", *arguments]
    made = subprocess.run(command, env=environment, check=True, stdout=subprocess.PIPE)
    return json.loads(made.stdout)


def main() -> int:
    """The steps ``prepare`` and ``count`` run in processes with the settings of a database."""
    parser = ArgumentParser()
    parser.add_argument("step", nargs="?", choices=("prepare", "count"))
    parser.add_argument("number", nargs="?", type=int)
    parser.add_argument("--seconds", type=float, default=SECONDS)
    parser.add_argument("--think", type=float, default=THINK)
    parser.add_argument("--directors", type=int, default=DIRECTORS)
    options = parser.parse_args()
    if options.step:
        import django

        django.setup()
        step = prepare if options.step == "prepare" else logged
        print(json.dumps(step(options.number)))
        return 0
    return int(on_both(lambda name, where: measure(name, where, options)) > 0)


if __name__ == "__main__":
    sys.exit(main())
