"""``python -m bench.federation``: an evening of many clubs, in miniature, for five minutes.

200 phones read a live ranking while 20 directors type, before PostgreSQL, with two gunicorn
workers and then with four. A phone asks again every five seconds, a director sends a line every
three, each at its own moment. Clients and server share the machine's cores. Any error makes the
exit code 1. ``--seconds`` shortens it; with ``--kill SECONDS`` a worker is killed that often, and
what it had not answered is sent again, as a page does.
"""

import os
import random
import signal
import subprocess
import sys
import tempfile
from argparse import ArgumentParser
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from statistics import quantiles
from threading import Event, Thread
from typing import Any

from bench.web import measure, save_requests, served
from tools.throwaway_postgres import throwaway_postgres

PHONES = 200
DIRECTORS = 20
PHONE_SECONDS = 5.0
DIRECTOR_SECONDS = 3.0
WORKERS = (2, 4)


def clients(evening: dict[str, Any]) -> list[dict[str, Any]]:
    """Phones and directors: what each asks for, and how long it waits in between."""
    session, lines = evening["session"], evening["lines"]
    ranking = [{"path": f"/sessions/{session}/ranking/"}]
    phone = {"kind": "phones", "pause": PHONE_SECONDS, "requests": ranking}
    directors = [
        {
            "kind": "directors",
            "pause": DIRECTOR_SECONDS,
            "requests": save_requests(session, lines[number::DIRECTORS], login),
        }
        for number, login in enumerate(evening["logins"])
    ]
    return [phone] * PHONES + directors


@contextmanager
def killing(pid_file: Path, pause: float) -> Iterator[list[int]]:
    """Kill a worker of the server every so many seconds (0: never); gives the killed ones."""
    killed: list[int] = []
    over = Event()

    def kill() -> None:
        while pause and not over.wait(pause):
            found = subprocess.run(
                ["pgrep", "-P", pid_file.read_text().strip()], capture_output=True, text=True
            )
            worker = int(random.choice(found.stdout.split()))
            os.kill(worker, signal.SIGKILL)
            killed.append(worker)

    thread = Thread(target=kill)
    thread.start()
    try:
        yield killed
    finally:
        over.set()
        thread.join()


def measure_evening(workers: int, seconds: float, pause: float) -> int:
    """Run the evening with so many workers and print its times; the number of errors."""
    with (
        tempfile.TemporaryDirectory(prefix="clubscore-bench-") as folder,
        throwaway_postgres(durable=True) as url,
    ):
        environment = {"DATABASE_URL": url, "CLUBSCORE_DATA": folder}
        environment |= {"WEB_CONCURRENCY": str(workers), "CLUBSCORE_THREADS": "4"}
        pid_file = Path(folder) / "gunicorn.pid"
        with (
            served(environment, DIRECTORS, options=("--pid", str(pid_file))) as (port, evening),
            killing(pid_file, pause) as killed,
        ):
            report = measure(port, clients(evening), seconds)
    print(f"\n{workers} workers of 4 threads, {seconds:g} s, {len(killed)} workers killed")
    print(f"  {'':12}{'requests/s':>11}{'p50 ms':>9}{'p95 ms':>9}{'p99 ms':>9}{'worst':>9}")
    for kind, times in report["times"].items():
        cuts = quantiles(times, n=100)
        shown = [cuts[49], cuts[94], cuts[98], max(times)]
        figures = "".join(f"{1000 * each:9.1f}" for each in shown)
        print(f"  {kind:12}{len(times) / seconds:11.1f}{figures}", flush=True)
    for error in report["errors"][:5]:
        print(f"  ERROR {error}")
    print(f"  {len(report['errors'])} errors")
    return len(report["errors"])


def main() -> int:
    parser = ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=300.0)
    parser.add_argument("--kill", type=float, default=0.0)
    parser.add_argument("--workers", type=int, nargs="+", default=WORKERS)
    asked = parser.parse_args()
    errors = [measure_evening(workers, asked.seconds, asked.kill) for workers in asked.workers]
    return 1 if sum(errors) else 0


if __name__ == "__main__":
    sys.exit(main())
