import fcntl
import subprocess
import sys
from pathlib import Path

import pytest

from clubscore import running

SERVER = """
import os, sys
from pathlib import Path
from clubscore import running
running.hold(Path(sys.argv[1]), port=8341)
# What it becomes, as a start becomes gunicorn, which has children.
later = "import os, sys; os.fork(); os.write(1, b'ready\\\\n'); sys.stdin.read()"
os.execv(sys.executable, [sys.executable, "-c", later])
"""


def test_a_server_is_known_by_its_folder_until_it_is_killed(tmp_path: Path):
    arguments = [sys.executable, "-c", SERVER, str(tmp_path)]
    with subprocess.Popen(
        arguments, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        assert process.stdout.readline() == "ready\n"
        assert process.stdout.readline() == "ready\n"
        assert running.port_of(tmp_path) == 8341

        process.kill()
        process.wait()
        # Its child serves on.
        assert running.port_of(tmp_path) == 8341
        process.stdin.close()
        # The end of what they print: the child is gone too.
        assert process.stdout.read() == ""

    assert running.port_of(tmp_path) is None


def hold_elsewhere(folder: Path, *, alone: bool) -> bool:
    """Whether another process gets the lock."""
    code = (
        "import sys; from pathlib import Path; from clubscore import running\n"
        f"sys.exit(not running.hold(Path(sys.argv[1]), port=8342, alone={alone}))"
    )
    return subprocess.run([sys.executable, "-c", code, str(folder)]).returncode == 0


def test_only_one_server_holds_a_folder_alone(tmp_path: Path):
    arguments = [sys.executable, "-c", SERVER.replace("port=8341", "port=8341, alone=True")]
    with subprocess.Popen(
        [*arguments, str(tmp_path)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        assert process.stdout.readline() == "ready\n"

        assert hold_elsewhere(tmp_path, alone=True) is False
        assert hold_elsewhere(tmp_path, alone=False) is False
        assert running.port_of(tmp_path) == 8341
        process.stdin.close()

    assert hold_elsewhere(tmp_path, alone=True) is True
    assert running.port_of(tmp_path) is None


def test_any_number_of_servers_share_a_folder(tmp_path: Path):
    with subprocess.Popen(
        [sys.executable, "-c", SERVER, str(tmp_path)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    ) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        assert process.stdout.readline() == "ready\n"

        assert hold_elsewhere(tmp_path, alone=False) is True
        assert hold_elsewhere(tmp_path, alone=True) is False
        process.stdin.close()


@pytest.mark.parametrize("alone", [True, False])
def test_whoever_asks_for_the_port_does_not_keep_a_server_from_starting(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, alone: bool
):
    (tmp_path / running.FILE).touch()
    with (tmp_path / running.FILE).open() as asking:
        fcntl.flock(asking, fcntl.LOCK_EX)
        # It has its answer by the second attempt.
        monkeypatch.setattr(running.time, "sleep", lambda seconds: asking.close())

        assert running.hold(tmp_path, port=8341, alone=alone) is True


def test_nobody_runs_in_a_folder_without_servers(tmp_path: Path):
    assert running.port_of(tmp_path) is None
    assert running.port_of(tmp_path / "missing") is None
    assert list(tmp_path.iterdir()) == []


def test_a_folder_that_takes_no_lock_does_not_keep_a_server_from_starting(tmp_path: Path):
    assert running.hold(tmp_path / "missing", port=8000, alone=True) is True

    assert list(tmp_path.iterdir()) == []
