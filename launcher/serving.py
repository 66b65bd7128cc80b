"""Collects styles and scripts, starts the server and opens the browser."""

import contextlib
import hashlib
import json
import os
import socket
import subprocess
import sys
import time
import urllib.request
import webbrowser
from pathlib import Path
from typing import Final

from clubscore.server import server_lock
from launcher.console import Trouble, has_terminal, say
from launcher.environment import one_at_a_time
from launcher.folders import Folders

_MADE_FROM: Final = "made-from.txt"
_DEFAULT_PORT: Final = 8000
_PATIENCE: Final = 600.0
"""Seconds that the browser waits for the server, which ends sooner when it cannot start."""
_PORTS: Final = 20
"""How many ports are tried when another program has the first one."""


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
    digest = _digest(folders.program)
    if _collected(folders) == digest:
        return
    with one_at_a_time(folders.state):
        if _collected(folders) != digest:
            _collect(folders, digest)


def _collected(folders: Folders) -> str:
    """What styles and scripts were last collected from."""
    try:
        return (folders.static / _MADE_FROM).read_text(encoding="ascii")
    except OSError:
        return ""


def _collect(folders: Folders, digest: str) -> None:
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
    (folders.static / _MADE_FROM).write_text(digest, encoding="ascii")


def _digest(program: Path) -> str:
    """A digest of the names, sizes and dates of everything that is collected."""
    found = [program / "requirements.txt", program / "clubscore" / "settings.py"]
    for folder in ("static", "docs/pictures"):
        found += sorted((program / folder).rglob("*"))
    parts = (f"{path}{path.stat().st_size}{path.stat().st_mtime_ns}" for path in found)
    return hashlib.sha256("".join(parts).encode()).hexdigest()


def refuse_second(folders: Folders) -> None:
    """Say so, and show it, when this club's server runs already."""
    port = server_lock.port_of(folders.data)
    if port is None or os.environ.get("DATABASE_URL") or os.environ.get("DATABASE_URL_FILE"):
        return
    address = f"http://127.0.0.1:{port}/"
    if has_terminal():
        webbrowser.open(address)
    raise Trouble(f"clubscore is running already: {address}")


def choose_port() -> None:
    """Take the next port when another program has the usual one, and say so. One that somebody
    named is not replaced: :class:`Trouble` says that it is taken."""
    if os.environ.get("CLUBSCORE_BIND"):
        # Another address, of which the server knows more.
        return
    named = os.environ.get("PORT", "")
    port = int(named) if named.isdigit() else _DEFAULT_PORT
    if is_free(port):
        return
    free = next((each for each in range(port + 1, port + _PORTS) if is_free(each)), None)
    if free is None or named:
        other = f" Another one: python start.py --port {free}" if free else ""
        raise Trouble(f"Port {port} is taken by another program.{other}")
    say(f"Port {port} is taken by another program; clubscore uses {free} this time.")
    os.environ["PORT"] = str(free)


def is_free(port: int) -> bool:
    """Whether nobody on this machine listens there."""
    with socket.socket() as probe:
        # As the server does: a port whose last connections are still closing is free.
        exclusive = getattr(socket, "SO_EXCLUSIVEADDRUSE", None)
        probe.setsockopt(socket.SOL_SOCKET, exclusive or socket.SO_REUSEADDR, 1)
        try:
            probe.bind(("127.0.0.1", port))
        except (OSError, OverflowError):
            return False
    return True


def serve(folders: Folders, options: list[str]) -> int:
    """Become the server; on Windows, wait for it."""
    command = manage(folders, "start", *options)
    environment = environment_of(folders)
    os.chdir(folders.program)
    say("Starting clubscore ...")
    opening = _open_browser()
    if sys.platform == "win32":
        try:
            return _wait_for(command, environment)
        finally:
            if opening:
                opening.terminate()
    sys.stdout.flush()
    os.execve(command[0], command, environment)  # noqa: S606 - signals reach the server itself
    return 0


def _wait_for(command: list[str], environment: dict[str, str]) -> int:
    with subprocess.Popen(command, env=environment) as process:  # noqa: S603 - its own program
        while True:
            try:
                return process.wait()
            except KeyboardInterrupt:
                # It reached the server, too, which ends by itself.
                continue


def _open_browser() -> subprocess.Popen[bytes] | None:
    """Start what opens the browser once the server answers, where somebody looks at it."""
    if not has_terminal() or os.environ.get("CLUBSCORE_BROWSER", "yes") == "no":
        return None
    address = f"http://127.0.0.1:{os.environ.get('PORT') or _DEFAULT_PORT}/"
    command = [sys.executable, "-m", "launcher.serving", address]
    return subprocess.Popen(command, stdin=subprocess.DEVNULL)  # noqa: S603 - its own program


def open_when_ready(address: str, patience: float = _PATIENCE) -> bool:
    """Open the browser once clubscore answers there; ``False`` when it does not, or when the
    process that started this one is gone."""
    until, parent = time.monotonic() + patience, os.getppid()
    while time.monotonic() < until and os.getppid() == parent:
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


def main(address: str) -> None:
    """Open the browser; what cannot be opened is no reason to print more than a line."""
    parent = os.getppid()
    # Ctrl-C is meant for the server, which the terminal tells as well.
    with contextlib.suppress(KeyboardInterrupt):
        if not open_when_ready(address) and os.getppid() == parent:
            say(f"Open {address} in a browser.")


if __name__ == "__main__":
    main(sys.argv[1])
