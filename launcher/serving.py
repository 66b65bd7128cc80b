"""Collects styles and scripts, starts the server and opens the browser."""

import hashlib
import json
import os
import subprocess
import sys
import time
import urllib.request
import webbrowser
from pathlib import Path
from typing import Final

from clubscore import running
from launcher.console import Trouble, has_terminal, say
from launcher.folders import Folders

_MADE_FROM: Final = "made-from.txt"
_PATIENCE: Final = 90.0
"""Seconds that the browser waits for the server."""


def environment_of(folders: Folders) -> dict[str, str]:
    """The environment variables of every command."""
    return {
        **os.environ,
        "CLUBSCORE_DATA": str(folders.data),
        "CLUBSCORE_STATIC": str(folders.static),
    }


def manage(folders: Folders, *arguments: str) -> list[str]:
    """The command line of a management command."""
    return [str(folders.python), str(folders.program / "manage.py"), *arguments]


def collect(folders: Folders) -> None:
    """Collect styles and scripts when one has changed."""
    stamp = folders.static / _MADE_FROM
    digest = _digest(folders.program)
    if stamp.exists() and stamp.read_text(encoding="ascii") == digest:
        return
    command = manage(folders, "collectstatic", "--noinput", "--clear", "--verbosity", "0")
    answer = subprocess.run(  # noqa: S603 - its own program
        command,
        cwd=folders.program,
        env=environment_of(folders),
        capture_output=True,
        text=True,
        errors="replace",
    )
    if answer.returncode:
        raise Trouble((answer.stdout + answer.stderr).strip())
    stamp.write_text(digest, encoding="ascii")


def _digest(program: Path) -> str:
    """Of the names, sizes and dates of everything that is collected."""
    found = [program / "requirements.txt", program / "clubscore" / "settings.py"]
    for folder in ("static", "docs/pictures"):
        found += sorted((program / folder).rglob("*"))
    parts = (f"{path}{path.stat().st_size}{path.stat().st_mtime_ns}" for path in found)
    return hashlib.sha256("".join(parts).encode()).hexdigest()


def refuse_second(folders: Folders) -> None:
    """Say so, and show it, when this club's server runs already."""
    port = running.port_of(folders.data)
    if port is None or os.environ.get("DATABASE_URL") or os.environ.get("DATABASE_URL_FILE"):
        return
    address = f"http://127.0.0.1:{port}/"
    if has_terminal():
        webbrowser.open(address)
    raise Trouble(f"clubscore is running already: {address}")


def serve(folders: Folders, options: list[str]) -> int:
    """Become the server; on Windows, wait for it."""
    command = manage(folders, "start", *options)
    environment = environment_of(folders)
    os.chdir(folders.program)
    if has_terminal() and os.environ.get("CLUBSCORE_BROWSER", "yes") != "no":
        port = os.environ.get("PORT") or "8000"
        opening = [sys.executable, "-m", "launcher.serving", f"http://127.0.0.1:{port}/"]
        subprocess.Popen(opening, stdin=subprocess.DEVNULL)  # noqa: S603 - its own program
    if sys.platform == "win32":
        with subprocess.Popen(command, env=environment) as process:  # noqa: S603
            while True:
                try:
                    return process.wait()
                except KeyboardInterrupt:
                    # It reached the server, too, which ends by itself.
                    continue
    sys.stdout.flush()
    os.execve(command[0], command, environment)  # noqa: S606 - signals reach the server itself
    return 0


def open_when_ready(address: str, patience: float = _PATIENCE) -> bool:
    """Open the browser once clubscore answers there; ``False`` when it does not."""
    until = time.monotonic() + patience
    while time.monotonic() < until:
        if is_clubscore(address):
            return webbrowser.open(address)
        time.sleep(0.3)
    return False


def is_clubscore(address: str) -> bool:
    """Whether it is clubscore that answers, and not another program with its port."""
    try:
        with urllib.request.urlopen(f"{address}healthz", timeout=2) as answer:  # noqa: S310
            return "database" in json.load(answer)
    except (OSError, ValueError):
        return False


if __name__ == "__main__":
    if not open_when_ready(sys.argv[1]):
        say(f"Open {sys.argv[1]} in a browser.")
