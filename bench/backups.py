"""``python -m bench.backups``: how long it takes to back up and restore a club after many years.

480 evenings of 312 travellers' lines, each with its contestants and an entry of the log, on SQLite
and on a PostgreSQL of its own that waits for the disk. For ``manage.py backup`` and ``restore``,
as programs of their own: seconds by the clock, seconds of processor time without the database
server's, and the most memory. ``--evenings`` makes the club smaller.
"""

import argparse
import resource
import subprocess
import sys
import tempfile
import time
from functools import partial
from importlib import import_module
from pathlib import Path

from bench.evening import mitchell
from bench.measuring import migrated, on_both, run_module
from tools.serving import free_port

EVENINGS = 480
TABLES = 13
ROUNDS = 12


def fill(count: int) -> None:
    """Make the club in this process's database."""
    from django.db import transaction

    from bench.data_sets import evenings, pairs
    from events.models import LogEntry, TravellerLine

    with transaction.atomic():
        for session in evenings(count, mitchell(TABLES, ROUNDS), pairs(2 * TABLES)):
            lines = TravellerLine.objects.filter(section__session=session)
            lines.update(version=1)
            LogEntry.objects.bulk_create(
                LogEntry(session=session, line=line, action="entered", after={"score_ns": 100})
                for line in lines
            )


def measure(name: str, *arguments: str, environment: dict[str, str]) -> None:
    """Run a command of ``manage.py`` and print its costs."""
    before, started = resource.getrusage(resource.RUSAGE_CHILDREN), time.perf_counter()
    command = [sys.executable, "-m", "bench.backups", "--command", *arguments]
    answer = subprocess.run(command, env=environment, check=True, stdout=subprocess.PIPE, text=True)
    taken = time.perf_counter() - started
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    spent = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    memory = int(answer.stdout.splitlines()[-1]) / 1024
    print(f"  {name:10}{taken:9.1f}{spent:9.1f}{memory:9.0f}", flush=True)


def run_command(arguments: list[str]) -> None:
    """``manage.py`` in this process, and its highest use of memory, in kilobytes."""
    from django.core.management import execute_from_command_line

    execute_from_command_line(["manage.py", *arguments])
    print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss)


def compare(database: str, environment: dict[str, str], *, evenings: int) -> int:
    """Make the club, back it up, restore it over itself; print the costs."""
    # A restore is refused while clubscore runs on the port.
    complete = {**migrated(environment), "PORT": str(free_port())}
    if failed := run_module(
        "bench.backups", "--fill", "--evenings", str(evenings), environment=complete
    ):
        return failed
    with tempfile.TemporaryDirectory(prefix="clubscore-bench-") as folder:
        file = Path(folder) / "club.jsonl.gz"
        print(f"\n{database}: {evenings * TABLES * ROUNDS * 2} lines")
        print(f"  {'':10}{'seconds':>9}{'of CPU':>9}{'MB':>9}")
        measure("backup", "backup", str(file), environment=complete)
        print(f"  the file: {file.stat().st_size / 2**20:.1f} MB")
        # This backs up the present state first, which is part of the time.
        measure("restore", "restore", str(file), "--yes", environment=complete)
    return 0


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--evenings", type=int, default=EVENINGS)
    parser.add_argument("--fill", action="store_true", help="make the club in this database")
    parser.add_argument(
        "--command", nargs=argparse.REMAINDER, help="run a command, and print its memory"
    )
    wanted = parser.parse_args()
    if wanted.command or wanted.fill:
        import_module("django").setup()
        run_command(wanted.command) if wanted.command else fill(wanted.evenings)
        return 0
    return on_both(partial(compare, evenings=wanted.evenings))


if __name__ == "__main__":
    sys.exit(main())
