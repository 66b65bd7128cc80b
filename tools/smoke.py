"""Start clubscore as a newcomer does, with ``make run`` or the command that is given, twice, in a
folder of its own.

It answers with its pages, and the second start preserves what the first one made.
"""

import sys
import tempfile
import time
from pathlib import Path

from clubscore.server.environment import LOGIN_FILE
from tools.serving import get, serving

PAGES = ("/healthz", "/", "/movements/", "/login/", "/help/evening/", "/sessions/1/ranking/")


def start_and_ask(folder: Path) -> bool:
    """Start, ask for the pages, stop; whether all of them were there."""
    started = time.monotonic()
    environment = {"CLUBSCORE_DATA": str(folder), "DATABASE_URL": ""}
    with serving(sys.argv[1:] or ["make", "run"], environment, patience=300) as port:
        print(f"It answered after {time.monotonic() - started:.1f} s.", flush=True)
        answers = {path: get(port, path) for path in PAGES}
    print(answers, flush=True)
    return set(answers.values()) == {200}


def main() -> int:
    with tempfile.TemporaryDirectory(prefix="clubscore-smoke-") as name:
        login = Path(name) / LOGIN_FILE
        is_well = start_and_ask(Path(name))
        first = login.read_text()
        return 0 if is_well and start_and_ask(Path(name)) and login.read_text() == first else 1


if __name__ == "__main__":
    sys.exit(main())
