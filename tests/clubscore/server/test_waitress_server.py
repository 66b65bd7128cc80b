import os
import signal
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from clubscore.server import waitress_server
from tools.serving import get, serving

BEGINNING = """
import os, signal, sys
from pathlib import Path
log = Path(sys.argv[1])
with log.open("a") as file:
    file.write("started\\n")
times = len(log.read_text().splitlines())
"""
WAIT_FOR_THE_END = """
sys.stdin.read()
with log.open("a") as file:
    file.write("ended\\n")
"""
STOP_BY = "os.kill(os.getppid(), signal.{name})"


@pytest.fixture(autouse=True)
def handlers() -> Iterator[None]:
    """The signals of the tests are theirs again afterwards."""
    before = {each: signal.getsignal(each) for each in (signal.SIGINT, signal.SIGTERM)}
    yield
    for each, handler in before.items():
        signal.signal(each, handler)


@pytest.fixture
def watched(monkeypatch: pytest.MonkeyPatch, tmp_path: Path):
    """Watches a process that does what it is given; its status and what the process noted."""

    def run(code: str) -> tuple[int, list[str]]:
        log = tmp_path / "log"
        command = (sys.executable, "-S", "-c", BEGINNING + code, str(log))
        monkeypatch.setattr(waitress_server, "COMMAND", command)
        monkeypatch.setattr(waitress_server, "PAUSE", 0)
        return waitress_server.watch(), log.read_text().splitlines()

    return run


def test_process_that_has_ended_well_stays_ended(watched):
    assert watched("") == (0, ["started"])


def test_process_that_cannot_start_is_tried_a_few_times(watched):
    assert watched("sys.exit(3)") == (3, ["started"] * waitress_server.ATTEMPTS)


def test_process_that_dies_is_started_again(
    watched, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
):
    monkeypatch.setattr(waitress_server, "MIN_LIFE", 0)

    assert watched("sys.exit(4 if times < 9 else 0)") == (0, ["started"] * 9)
    assert capsys.readouterr().err == (
        "The web process ended with status 4; it is started again.\n" * 8
    )


@pytest.mark.parametrize("name", ["SIGINT", "SIGTERM"])
def test_signal_lets_the_process_end_by_itself(watched, name: str):
    assert watched(STOP_BY.format(name=name) + WAIT_FOR_THE_END) == (0, ["started", "ended"])


def test_second_signal_changes_nothing(watched):
    second = STOP_BY.format(name="SIGINT")
    code = f"{second}\nsys.stdin.read()\n{second}{WAIT_FOR_THE_END}"

    assert watched(code) == (0, ["started", "ended"])


def test_process_that_does_not_end_is_killed(watched, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(waitress_server.server, "graceful_timeout", 0)
    monkeypatch.setattr(waitress_server, "_MARGIN", 0.1)
    code = STOP_BY.format(name="SIGTERM") + "\nsignal.pause()"

    assert watched(code) == (0, ["started"])


def test_signals_that_the_system_lacks_are_not_asked_for(monkeypatch: pytest.MonkeyPatch):
    asked: list[object] = []
    monkeypatch.setattr(signal, "signal", lambda number, handler: asked.append(number))
    # Ctrl-Break of Windows; Linux has none.
    monkeypatch.setattr(signal, "SIGBREAK", 21, raising=False)
    monkeypatch.delattr(signal, "SIGTERM")

    waitress_server._on_stop(signal.SIG_IGN)

    assert asked == [signal.SIGINT, 21]


KILLED = """
import os, sys
from clubscore.server import waitress_server as server
def note(process):
    print(process.pid, flush=True)
    return process
popen = server.subprocess.Popen
server.subprocess.Popen = lambda *args, **options: note(popen(*args, **options))
sys.exit(server.watch())
"""


@pytest.mark.concurrency
@pytest.mark.large
def test_server_that_is_killed_answers_again_and_stops_with_its_watcher(tmp_path: Path):
    """The whole of it, without a page that needs the database."""
    noted = tmp_path / "processes"
    command = ("sh", "-c", f'exec "$0" -c "$1" > {noted}', sys.executable, KILLED)
    environment = {
        "CLUBSCORE_DATA": str(tmp_path),
        "CLUBSCORE_STATIC": str(tmp_path),
        "DATABASE_URL": "",
        "DJANGO_SETTINGS_MODULE": "clubscore.settings",
    }

    def processes() -> list[int]:
        return [int(line) for line in noted.read_text().splitlines() if line.isdigit()]

    with serving(command, environment) as port:
        (first,) = processes()
        os.kill(first, signal.SIGKILL)
        while len(processes()) == 1 or get(port, "/healthz") != 200:
            pass
        second = processes()[1]
    # Nobody serves any more, and nobody is left over.
    assert get(port, "/healthz") == 0
    with pytest.raises(ProcessLookupError):
        os.kill(second, 0)
