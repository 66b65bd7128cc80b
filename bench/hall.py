"""``python -m bench.hall``: a round of three hundred players on their phones.

All phones poll as their page does, every three seconds. The games end one after the other in five
minutes (``--over``), of which half a minute is measured (``--seconds``): White reports, and Black
agrees as soon as the phone shows it. Prints the times of a poll and of what is sent, and how long a
report takes to the opponent's phone, on both databases; then counts the results of the log. An
error makes the exit code 1.
"""

import asyncio
import random
import sys
import time
from argparse import ArgumentParser, Namespace
from typing import Any

from bench.phones import POLL, Connection, Course, Report, key, pause, run

PLAYERS = 300
SECONDS, OVER = 30.0, 300.0


def prepare(_options: Namespace) -> dict[str, Any]:
    """A tournament of so many players in round 1, and the tokens of their phones, board by board:
    White, Black."""
    from clubscore.web.visitors import Actor
    from events.hall.services.joining import join
    from events.hall.services.settings import switch_on
    from events.models import HallCode
    from events.tournaments.core.domain.pairings import Pairings
    from events.tournaments.core.domain.tournament import Entrant, Tournament
    from events.tournaments.files.services.storing import store_tournament
    from events.tournaments.rounds.services.pairings import set_pairings

    entrants = tuple(Entrant(number, f"Player {number}") for number in range(1, PLAYERS + 1))
    value = Tournament("Open", kind="Swiss", rounds=9, entrants=entrants)
    stored = store_tournament(value=value, by=Actor())
    games = tuple((number, number + 1) for number in range(1, PLAYERS, 2))
    set_pairings(round=stored.rounds.get(number=1), pairings=Pairings(games), by=Actor())
    switch_on(tournament=stored, preset="club", by=Actor())
    codes = HallCode.objects.filter(tournament=stored, kind="player").order_by("entry__number")
    return {"event": stored.pk, "tokens": [join(code=code).token for code in codes]}


def logged(tournament: int) -> dict[str, int]:
    """How many results the log has, all of them agreed by the players."""
    from events.models import LogEntry

    log = LogEntry.objects.filter(tournament=tournament, action="entered")
    return {"confirmed": log.count()}


async def plays(
    phone: Connection, report: Report, begun: float, seconds: float, over: float
) -> None:
    """White: polls, and reports once, perhaps after the time measured."""
    due, end = begun + over * random.random(), begun + seconds
    state: dict[str, Any] = {}
    await asyncio.sleep(POLL * random.random())
    while time.perf_counter() < end:
        state = await phone.ask("/hall/now/", "poll") or state
        [game] = state["games"]
        if game["state"] == "open" and time.perf_counter() >= due:
            body = {"result": "1", "version": game["version"], "key": key()}
            path = f"/hall/games/{game['game']}/report/"
            state["games"] = [(await phone.ask(path, "save", body))["game"]]
            report.entered_at[game["game"], 0] = time.perf_counter()
        await pause(POLL)


async def agrees(phone: Connection, report: Report, begun: float, seconds: float) -> None:
    """Black: polls, and agrees to what is reported."""
    state: dict[str, Any] = {}
    await asyncio.sleep(POLL * random.random())
    while time.perf_counter() < begun + seconds + 2 * POLL:
        state = await phone.ask("/hall/now/", "poll") or state
        [game] = state["games"]
        if game["state"] == "reported":
            if at := report.entered_at.pop((game["game"], 0), None):
                report.times["seen"].append(time.perf_counter() - at)
            body = {"report": game["reports"][0]["report"], "key": key()}
            state["games"] = [
                (await phone.ask(f"/hall/games/{game['game']}/agree/", "save", body))["game"]
            ]
            report.sent["confirmed"] += 1
        await pause(POLL)


async def play(port: int, event: dict[str, Any], options: Namespace) -> Report:
    """So many seconds of the round."""
    report, begun = Report(), time.perf_counter()
    seconds, over = options.seconds, options.over
    phones = [Connection(port, report, token, name="clubscore-hall") for token in event["tokens"]]
    await asyncio.gather(
        *(plays(phone, report, begun, seconds, over) for phone in phones[::2]),
        *(agrees(phone, report, begun, seconds) for phone in phones[1::2]),
    )
    return report


COURSE = Course("bench.hall", prepare, logged, play, lambda _options: f"{PLAYERS} phones")


def main() -> int:
    parser = ArgumentParser()
    parser.add_argument("--seconds", type=float, default=SECONDS)
    parser.add_argument("--over", type=float, default=OVER)
    return run(COURSE, parser)


if __name__ == "__main__":
    sys.exit(main())
