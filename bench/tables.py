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
import random
import sys
import time
from argparse import ArgumentParser, Namespace
from typing import Any
from urllib.parse import quote

from bench.evening import RESULTS
from bench.phones import POLL, Connection, Course, Report, key, pause, run

TABLES, ROUNDS, FOLLOWERS = 40, 13, 80
DIRECTORS = 20
THINK, LOOK, TYPE = 60.0, 10.0, 3.0
"""Seconds between two results of a table, two looks of a follower, two lines of a director."""
SECONDS = 60.0
RESULT = {"level": 4, "strain": "S", "doubled": "", "declarer": "N", "lead": ""}


def prepare(options: Namespace) -> dict[str, Any]:
    """The evening in the database of the environment: the session, and the cookies of phones; and
    the session that directors type."""
    from bench.evening import make_evening
    from clubscore.web.visitors import Actor
    from events.models import Section, Session
    from events.sessions.setup.services.sessions import withdraw
    from events.tables.services.joining import join
    from events.tables.services.settings import switch_on

    typed = make_evening(directors=options.directors, empty=True, name="On paper")
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
    return {"event": session, "tokens": tokens, "typed": typed}


def logged(session: int) -> dict[str, int]:
    """How many entries the log has: results entered, and confirmed."""
    from events.models import LogEntry

    log = LogEntry.objects.filter(session=session)
    return {name: log.filter(action=name).count() for name in ("entered", "confirmed")}


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


COURSE = Course(
    "bench.tables",
    prepare,
    logged,
    play,
    lambda options: (
        f"{TABLES} tables, {2 * TABLES} phones, {FOLLOWERS} followers, "
        f"{options.directors} directors, a board in {options.think:g} s"
    ),
)


def main() -> int:
    parser = ArgumentParser()
    parser.add_argument("--seconds", type=float, default=SECONDS)
    parser.add_argument("--think", type=float, default=THINK)
    parser.add_argument("--directors", type=int, default=DIRECTORS)
    return run(COURSE, parser)


if __name__ == "__main__":
    sys.exit(main())
