"""``python -m bench.monitor``: following an evening of a hundred sections of forty tables.

In this process, on SQLite and on PostgreSQL: 4,000 tables, 9 rounds of 3 boards, 108,000 lines, of
which those of five rounds are in, with an entry of the log for each. Prints what the pages of the
monitor cost when something has changed, and when nothing has; any answer but the expected one
makes the exit code 1.
"""

import argparse
import os
import subprocess
import sys
import tempfile
from collections.abc import Callable
from functools import partial
from importlib import import_module
from pathlib import Path
from statistics import median
from time import perf_counter
from typing import Any

from tools.serving import PREPARE
from tools.throwaway_postgres import PostgresMissingError, throwaway_postgres

SECTIONS = 100
TABLES = 40
ROUNDS = 9
BOARDS = 3
PLAYED = 5
TIMES = 7


def make_evening(sections: int) -> Any:
    """A session with that many sections; most of what is stored is made in bulk."""
    from django.utils import timezone

    from clubscore.actor import Actor
    from events.models import LogEntry, Section, TravellerLine
    from events.sessions.services import layout, sessions
    from movements.domain.movement import Cell, Movement
    from movements.formats import asc
    from movements.services import store_movement

    cells = tuple(
        tuple(
            Cell((table + 1,), (TABLES + 1 + (table - turn) % TABLES,), (table + turn) % TABLES + 1)
            for table in range(TABLES)
        )
        for turn in range(ROUNDS)
    )
    value = Movement(2 * TABLES, TABLES, individual=False, rounds=cells)
    movement = store_movement(name="Measurement", text=asc.write(value))
    session = sessions.create_session(
        title="Measurement",
        date=timezone.localdate(),
        movement=movement,
        boards_per_round=BOARDS,
        by=Actor(),
    )
    for number in range(1, sections):
        section = Section.objects.create(
            session=session,
            letter=_letter(number),
            movement=movement,
            boards_per_round=BOARDS,
        )
        layout.lay_out(section=section, movement=value)
    played = TravellerLine.objects.filter(section__session=session, round__lte=PLAYED)
    # One in a hundred of what was played is missing.
    entered = [pk for place, pk in enumerate(played.values_list("pk", flat=True)) if place % 100]
    for start in range(0, len(entered), 500):
        chunk = entered[start : start + 500]
        TravellerLine.objects.filter(pk__in=chunk).update(score_ns=100, version=1)
        LogEntry.objects.bulk_create(
            LogEntry(session=session, line_id=pk, action="entered", after={"score_ns": 100})
            for pk in chunk
        )
    return session


def _letter(number: int) -> str:
    letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
    first, second = divmod(number, 26)
    return (letters[first - 1] if first else "") + letters[second]


def measure(sections: int) -> int:
    """Print the table of one database; the number of wrong answers."""
    from django.contrib.auth.models import User
    from django.core.cache import cache
    from django.test import Client

    session = make_evening(sections)
    client = Client(headers={"host": "127.0.0.1"})
    client.force_login(User.objects.create_user("bench", is_staff=True))
    path = f"/sessions/{session.pk}"
    wrong = 0
    print(f"  {'':44}{'ms':>8}{'bytes':>10}")

    def row(name: str, ask: Callable[[], Any], status: int, *, fresh: bool) -> None:
        nonlocal wrong
        taken = []
        for _ in range(TIMES):
            if fresh:
                cache.clear()
            start = perf_counter()
            answer = ask()
            taken.append(perf_counter() - start)
        wrong += answer.status_code != status
        print(f"  {name:44}{1000 * median(taken):8.1f}{len(answer.content):10}", flush=True)

    row("nothing of it: the home page", partial(client.get, "/"), 200, fresh=False)
    for name in ("monitor", "missing"):
        now = f"{path}/{name}/now/"
        ask = partial(client.get, now)
        tag = {"if-none-match": ask().headers["ETag"]}
        row(f"{name}, all sections", ask, 200, fresh=True)
        row(f"{name}, one section", partial(client.get, f"{now}?section=B"), 200, fresh=True)
        row(f"{name}, watched by another", ask, 200, fresh=False)
        row(f"{name}, unchanged", partial(client.get, now, headers=tag), 304, fresh=False)
    return wrong


def run(database: str, environment: dict[str, str], sections: int) -> int:
    """Measure in a process of its own, with this environment; the number of wrong answers."""
    complete = {**os.environ, **environment, "DJANGO_SETTINGS_MODULE": "clubscore.settings"}
    subprocess.run(PREPARE, env=complete, check=True, stdout=subprocess.DEVNULL)
    print(f"\n{database}: {sections} sections of {TABLES} tables", flush=True)
    command = [sys.executable, "-m", "bench.monitor", "--inside", "--sections", str(sections)]
    return subprocess.run(command, env=complete, check=False).returncode


def main() -> int:
    parser = argparse.ArgumentParser()
    parser.add_argument("--sections", type=int, default=SECTIONS)
    parser.add_argument("--inside", action="store_true", help="measure on this database")
    wanted = parser.parse_args()
    if wanted.inside:
        import_module("django").setup()
        return 1 if measure(wanted.sections) else 0
    failures = 0
    with tempfile.TemporaryDirectory(prefix="clubscore-bench-") as name:
        folders = {key: str(Path(name) / key) for key in ("sqlite", "postgresql")}
        environment = {"DATABASE_URL": "", "CLUBSCORE_DATA": folders["sqlite"]}
        failures += run("SQLite", environment, wanted.sections)
        try:
            with throwaway_postgres() as url:
                environment = {"DATABASE_URL": url, "CLUBSCORE_DATA": folders["postgresql"]}
                failures += run("PostgreSQL", environment, wanted.sections)
        except PostgresMissingError as error:
            print(f"\n!!! NOT MEASURED on PostgreSQL: {error}")
            failures += 1
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
