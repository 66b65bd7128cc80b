"""``python -m tools.release``: save a database of this release for the tests of all later ones.

The demo club, as a backup, and the standings of its sessions and tournaments, in
``tests/data/releases``. Made once for each release, when its version is set, and never again:
``tests/clubscore/keeping/backups/test_releases.py`` brings each up to date and scores it.
"""

import datetime
import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

import clubscore

ROOT = Path(__file__).resolve().parent.parent
FOLDER = ROOT / "tests" / "data" / "releases"
DAY = datetime.date(2026, 3, 5)


def outcome() -> dict[str, Any]:
    """The standings of every session and tournament of the database, with exact values."""
    from events.models import Session, Tournament
    from events.sessions.scoring.figures.scoring import score_session
    from events.tournaments.standings.figures import standings_of

    sessions = {
        str(session.pk): [
            [
                standing.section,
                standing.direction,
                standing.contestant,
                str(standing.place),
                str(standing.points),
            ]
            for standing in score_session(session).field.standings
        ]
        for session in Session.objects.order_by("pk")
    }
    tournaments = {
        str(tournament.pk): [
            [line.number, str(line.place), str(line.points), [str(value) for value in line.values]]
            for line in standings_of(tournament).lines
        ]
        for tournament in Tournament.objects.order_by("pk")
    }
    return {"sessions": sessions, "tournaments": tournaments}


def save(target: Path) -> None:
    """Make the demo club in this process's database, and save it."""
    import django

    django.setup()
    from django.contrib.auth import get_user_model
    from django.core.management import call_command

    from clubscore.keeping.backups.store import write_file
    from events.club.demo import build_demo

    call_command("migrate", interactive=False, verbosity=0)
    get_user_model().objects.create_superuser("director")
    build_demo(today=DAY)
    target.with_name(f"{clubscore.__version__}.json").write_text(
        json.dumps(outcome(), separators=(",", ":")) + "\n", encoding="utf-8"
    )
    write_file(target)
    print(f"Saved in {target}.")


def main(arguments: list[str]) -> int:
    target = FOLDER / f"{clubscore.__version__}.jsonl.gz"
    if target.exists():
        print(f"{target} is there: a release is saved once. Set the next version first.")
        return 1
    if "--here" in arguments:
        save(target)
        return 0
    FOLDER.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory(prefix="clubscore-release-") as folder:
        environment = {
            **os.environ,
            "CLUBSCORE_DATA": folder,
            "DATABASE_URL": "",
            "DJANGO_SETTINGS_MODULE": "clubscore.settings",
        }
        command = [sys.executable, "-m", "tools.release", "--here"]
        return subprocess.run(command, cwd=ROOT, env=environment).returncode


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
