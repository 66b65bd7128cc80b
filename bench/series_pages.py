"""``python -m bench.series_pages``: the standings of a series of fifty evenings.

Each evening has 26 boards at 12 tables, every line with a result. *Made* is with nothing kept,
*after one line* is what the first reader waits for after a director has changed a line of one
evening, *again* is what every reader after them waits for. A visitor's requests through the whole
of Django without a server, on SQLite and on a PostgreSQL of its own; the best of some turns,
beside the limit that the product sets itself.
"""

import datetime
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from functools import partial
from importlib import import_module
from pathlib import Path
from string import ascii_lowercase
from typing import Any

from tools.throwaway_postgres import PostgresMissingError, throwaway_postgres

EVENINGS = 50
TABLES, BOARDS, ROUNDS = 12, 26, 13
REPEATS = 5
LIMITS = {"after one line": 300, "again": 100}
"""The most milliseconds; making everything anew has none."""


def fill() -> tuple[str, Iterator[Callable[[], object]]]:
    """Make the evenings and their series: its address, and changes of a line that may be made."""
    from django.db.models import F
    from django.db.models.functions import Mod

    from clubscore.actor import Actor
    from events.models import Series, Session, TravellerLine
    from events.sessions.services import lines, sessions
    from events.sessions.services.series import create_series, publish_series
    from movements.domain import plans
    from movements.domain.plans import Family, Plan
    from movements.formats import asc
    from movements.services import store_movement
    from players.domain.names import Name

    movement = plans.build(Plan(Family.HESITATION, 2 * TABLES, ROUNDS))
    stored = store_movement(name="Measurement", text=asc.write(movement))
    by = Actor()
    names = {
        f"A{number}": [Name("Ann", "", f"Player{letter}"), Name("Bob", "", f"Player{letter}")]
        for number, letter in enumerate(ascii_lowercase[: 2 * TABLES], start=1)
    }
    made = [
        sessions.create_session(
            title=f"Evening {evening + 1}",
            date=datetime.date(2025, 1, 9) + datetime.timedelta(weeks=evening),
            movement=stored,
            boards_per_round=BOARDS // ROUNDS,
            names=names,
            by=by,
        )
        for evening in range(EVENINGS)
    ]
    # Eleven different results, in one statement.
    score = (Mod(F("board") * 7 + F("table") * 3 + F("section") * 5, 11) - 5) * 50
    TravellerLine.objects.update(score_ns=score)
    Session.objects.update(state=Session.State.FINISHED)
    for session in Session.objects.all():
        sessions.publish(session=session, by=by)
    weights = {session.pk: 100 for session in made}
    series = create_series(
        series=Series(name="Measurement", best=40, minimum=10), weights=weights, by=by
    )
    publish_series(series=series, by=by)
    changed = TravellerLine.objects.filter(section__session=made[-1]).values_list("pk", flat=True)
    changes = (
        partial(lines.enter_result, session_id=made[-1].pk, line_id=pk, text="1nn=", by=by)
        for pk in list(changed)
    )
    return series.get_absolute_url(), changes


def measure() -> int:
    """Print a table for the database of the environment; how many limits were broken."""
    from django.core.cache import caches
    from django.db import transaction
    from django.test import Client

    with transaction.atomic():
        address, changes = fill()
    client = Client(headers={"host": "localhost"})
    get = partial(_get, client, address)

    def forget() -> None:
        for name in caches.settings:
            caches[name].clear()

    def change() -> None:
        next(changes)()

    broken = 0
    for name, before in (("made", forget), ("after one line", change), ("again", None)):
        milliseconds, of_processor = _best(get, before)
        limit = LIMITS.get(name)
        told = f"   limit {limit} ms" if limit else ""
        broken += bool(limit and milliseconds > limit)
        print(
            f"  {name:20} {milliseconds:9.1f} ms, {of_processor:7.1f} ms of processor time{told}",
            flush=True,
        )
    return broken


def _get(client: Any, path: str) -> None:
    response = client.get(path)
    if response.status_code != 200 or b"Playera" not in response.content:
        raise RuntimeError(f"{path}: {response.status_code}")


def _best(run: Callable[[], None], before: Callable[[], None] | None) -> tuple[float, float]:
    """Milliseconds by the clock, and those that the processor worked here."""
    clock, processor = [], []
    for _turn in range(REPEATS):
        if before:
            before()
        start, worked = time.perf_counter(), time.process_time()
        run()
        processor.append(1000 * (time.process_time() - worked))
        clock.append(1000 * (time.perf_counter() - start))
    return min(clock), min(processor)


def _in_process(environment: dict[str, str]) -> int:
    """Measure in a process of its own, whose settings name the database."""
    complete = {**os.environ, **environment, "DJANGO_SETTINGS_MODULE": "clubscore.settings"}
    migrate = [sys.executable, "manage.py", "migrate", "--verbosity", "0"]
    subprocess.run(migrate, env=complete, check=True)
    here = [sys.executable, "-m", "bench.series_pages", "here"]
    return subprocess.run(here, env=complete, check=False).returncode


def main() -> int:
    if sys.argv[1:] == ["here"]:
        import_module("django").setup()
        return measure()
    broken = 0
    with tempfile.TemporaryDirectory(prefix="clubscore-bench-") as name:
        print(f"SQLite: {EVENINGS} evenings of {BOARDS} boards × {TABLES} tables")
        data = str(Path(name) / "sqlite")
        broken += _in_process({"DATABASE_URL": "", "CLUBSCORE_DATA": data})
        try:
            with throwaway_postgres(durable=True) as url:
                print("PostgreSQL")
                data = str(Path(name) / "postgresql")
                broken += _in_process({"DATABASE_URL": url, "CLUBSCORE_DATA": data})
        except PostgresMissingError as error:
            print(f"!!! NOT MEASURED on PostgreSQL: {error}")
            broken += 1
    return 1 if broken else 0


if __name__ == "__main__":
    sys.exit(main())
