import io
import os
import socket
import subprocess
import sys
from pathlib import Path

import pytest
from django.conf import settings
from django.test import override_settings

from clubscore.server import configuration as server, waitress_server as one_process
from clubscore.server.waitress_server import Process


class Connections:
    """Notes what the process does with its connections."""

    def __init__(self, application: object, sockets: list[socket.socket], **settings: object):
        self.sockets, self.settings = sockets, settings
        self.done: list[str] = []

    def serve(self, seconds: float) -> None:
        self.done.append("serve")
        if len(self.done) == 2:
            process.stop(2, None)

    def wake(self) -> None:
        self.done.append("wake")

    def close(self, seconds: float) -> None:
        self.done.append(f"close {seconds}")
        self.sockets[0].close()


process: Process


@pytest.fixture(autouse=True)
def without_network(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(server, "port", 0)
    monkeypatch.setattr(one_process, "Connections", Connections)


@override_settings(PROXIES=1)
def test_process_answers_until_it_is_stopped(capsys: pytest.CaptureFixture[str]):
    global process
    process = Process()
    process.run()

    assert process._connections.done == ["serve", "serve", "wake", "close 5"]
    assert process._connections.settings == {"threads": 4, "is_proxied": True}
    assert capsys.readouterr().out == (
        "\nclubscore runs at http://127.0.0.1:0 (stop it with Ctrl-C)\n\n"
    )


def test_end_of_the_input_stops_it():
    process = Process()
    process.stop_at_end_of(io.BytesIO(b"whatever"))
    process.run()

    assert process._connections.done == ["wake", "close 5"]


ENDING_BY_ITSELF = """
import time
from clubscore.server import waitress_server
from clubscore.server.watchdog import WATCHED
class Process:
    def stop(self, *_):
        pass
    def stop_at_end_of(self, stream):
        stream.read()
    def run(self):
        # Until the thread waits for the input.
        time.sleep(0.2)
waitress_server.Process = Process
sys.exit(waitress_server.main([WATCHED]))
"""


def test_process_that_ends_while_it_waits_for_its_input_ends_well(tmp_path: Path):
    """Ctrl-C reaches it from the terminal, before the one that watches it closes its input."""
    code = f"import sys\nsys.path.insert(0, {str(settings.BASE_DIR)!r})\n{ENDING_BY_ITSELF}"
    environment = {
        **os.environ,
        "CLUBSCORE_DATA": str(tmp_path),
        "CLUBSCORE_STATIC": str(tmp_path),
        "DATABASE_URL": "",
        "DJANGO_SETTINGS_MODULE": "clubscore.settings",
    }
    with subprocess.Popen(
        [sys.executable, "-c", code], stdin=subprocess.PIPE, stderr=subprocess.PIPE, env=environment
    ) as process:
        assert process.stderr
        said = process.stderr.read()
        assert (process.wait(), said) == (0, b"")


def test_two_processes_do_not_share_a_port(monkeypatch: pytest.MonkeyPatch):
    first = Process()
    with first._connections.sockets[0] as listening:
        monkeypatch.setattr(server, "port", listening.getsockname()[1])

        with pytest.raises(OSError, match="in use"):
            Process()
