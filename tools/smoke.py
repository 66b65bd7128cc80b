"""Start clubscore as ``make run`` does, twice, in a folder of its own, and ask for its pages.

The second start has to be quick about it and keep what the first one made.
"""

import http.client
import os
import signal
import socket
import subprocess
import sys
import tempfile
import time
from pathlib import Path

_PAGES = ("/healthz", "/", "/movements/", "/login/")


def free_port() -> int:
    """A port of this machine on which nobody listens."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def get(port: int, path: str) -> int:
    """The status of a page; 0 when nobody answers."""
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=10)
    try:
        connection.request("GET", path)
        return connection.getresponse().status
    except OSError:
        return 0
    finally:
        connection.close()


def start_and_ask(folder: Path) -> bool:
    """Start, wait until it answers, ask for the pages, stop; whether all was well."""
    port = free_port()
    environment = {**os.environ, "CLUBSCORE_DATA": str(folder), "PORT": str(port)}
    started = time.monotonic()
    # A session of its own, so that a signal reaches make and everything below it.
    server = subprocess.Popen(["make", "run"], env=environment, start_new_session=True)
    try:
        while get(port, "/healthz") != 200:
            if server.poll() is not None or time.monotonic() - started > 300:
                print("It did not start.")
                return False
            time.sleep(0.1)
        print(f"It answered after {time.monotonic() - started:.1f} s.", flush=True)
        answers = {path: get(port, path) for path in _PAGES}
    finally:
        if server.poll() is None:
            os.killpg(server.pid, signal.SIGINT)
            server.wait(timeout=30)
    print(answers, flush=True)
    return set(answers.values()) == {200}


def main() -> int:
    with tempfile.TemporaryDirectory(prefix="clubscore-smoke-") as name:
        folder = Path(name)
        if not start_and_ask(folder):
            return 1
        login = _login(folder)
        return 0 if start_and_ask(folder) and login == _login(folder) else 1


def _login(folder: Path) -> str:
    return (folder / "director-login.txt").read_text()


if __name__ == "__main__":
    sys.exit(main())
