"""What measurements share: the best of some turns, and both databases, each new and empty."""

import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from dataclasses import dataclass

from tools.throwaway_postgres import PostgresMissingError, throwaway_postgres

REPEATS = 5
MAX_TURNS = 200


@dataclass(frozen=True, slots=True)
class Cost:
    """Milliseconds by the clock, and of the processor in this process."""

    wall: float
    cpu: float


def best(
    run: Callable[[], object],
    *,
    before: Callable[[], object] = lambda: None,
    repeats: int = REPEATS,
    seconds: float = 0.0,
) -> Cost:
    """The best of some turns. ``before`` runs unmeasured ahead of every turn; with ``seconds``
    there are as many turns as fit into them."""
    # The best, not the mean: whatever else the machine does only ever adds to the time.
    costs: list[Cost] = []
    while len(costs) < repeats or (
        sum(cost.wall for cost in costs) < 1000 * seconds and len(costs) < MAX_TURNS
    ):
        before()
        start, worked = time.perf_counter(), time.process_time()
        run()
        cpu = 1000 * (time.process_time() - worked)
        costs.append(Cost(1000 * (time.perf_counter() - start), cpu))
    return Cost(min(cost.wall for cost in costs), min(cost.cpu for cost in costs))


def forget() -> None:
    """Empty everything that the process keeps to answer again."""
    from clubscore.web import caching

    caching.forget()


def on_both(measure: Callable[[str, dict[str, str]], int]) -> int:
    """Call ``measure`` with the name of each database and the environment that leads to it, on a
    PostgreSQL that waits for the disk; the sum of what it gives, and 1 without a PostgreSQL."""
    with tempfile.TemporaryDirectory(prefix="clubscore-bench-") as folder:
        sqlite = {"DATABASE_URL": "", "CLUBSCORE_DATA": f"{folder}/sqlite"}
        failures = measure("SQLite", sqlite)
        try:
            with throwaway_postgres(durable=True) as url:
                postgres = {"DATABASE_URL": url, "CLUBSCORE_DATA": f"{folder}/postgresql"}
                failures += measure("PostgreSQL", postgres)
        except PostgresMissingError as error:
            print(f"!!! NOT MEASURED on PostgreSQL: {error}")
            failures += 1
    return failures


def migrated(environment: dict[str, str]) -> dict[str, str]:
    """The complete environment of a process on that database, which has its tables now."""
    complete = {**os.environ, **environment, "DJANGO_SETTINGS_MODULE": "clubscore.settings"}
    migrate = [sys.executable, "manage.py", "migrate", "--verbosity", "0"]
    subprocess.run(migrate, env=complete, check=True)
    return complete


def run_module(module: str, *arguments: str, environment: dict[str, str]) -> int:
    """Run a measurement in a process of its own, whose settings name the database."""
    command = [sys.executable, "-m", module, *arguments]
    return subprocess.run(command, env=environment, check=False).returncode
