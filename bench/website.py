"""``python -m bench.website [SESSIONS]``: what the club's site in a folder costs to make.

A season of so many sessions (40) of 26 pairs and 26 boards, and a tournament of 300 players, on
SQLite: seconds of the processor, files and bytes of the first export, of a second one that finds
nothing changed, and of one after a line was corrected; and the most memory of all this.
"""

import os
import resource
import sys
import tempfile
import time
from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from typing import Any

from bench.measuring import migrated, run_module

SESSIONS = 40


def main(arguments: list[str]) -> int:
    if arguments[:1] == ["--inside"]:
        import_module("django").setup()
        measure(int(arguments[1]))
        return 0
    wanted = arguments[0] if arguments else str(SESSIONS)
    with tempfile.TemporaryDirectory(prefix="clubscore-bench-") as folder:
        inside = migrated({"DATABASE_URL": "", "CLUBSCORE_DATA": folder})
        return run_module("bench.website", "--inside", wanted, environment=inside)


def measure(sessions: int) -> None:
    """Make the club, then its site three times, and print a line for each."""
    from bench.clubs import make_club
    from clubscore.web.visitors import Actor
    from events.models import Session, TravellerLine
    from events.sessions.lines.services.saving import enter_result
    from events.website.services.exporting import export_site

    made = make_club(sessions)
    Session.objects.filter(published_at=None).update(published_at=made_at())
    folder = Path(os.environ["CLUBSCORE_DATA"]) / "exported"
    print(f"{sessions} sessions, seconds of the processor", flush=True)
    _print("first export", lambda: export_site(folder=folder))
    _print("nothing changed", lambda: export_site(folder=folder))
    line = TravellerLine.objects.filter(section__session=made["session"], board=2).first()
    if line is None:
        raise LookupError("The last session has no board 2.")
    enter_result(session_id=made["session"], line_id=line.pk, text="4SN-1", by=Actor())
    _print("one line corrected", lambda: export_site(folder=folder))
    most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024
    print(f"{'most memory':20}{most:7} MB", flush=True)


def made_at() -> Any:
    """When the sessions are published; no page says it."""
    from django.utils import timezone

    return timezone.now()


def _print(name: str, export: Callable[[], Any]) -> None:
    began = time.process_time()
    done = export()
    seconds = time.process_time() - began
    print(
        f"{name:20}{seconds:7.1f} s {done.rendered:6} asked for {len(done.written):6} written"
        f" {done.files:6} files {done.size / 2**20:6.1f} MB",
        flush=True,
    )


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
