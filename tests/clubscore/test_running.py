import subprocess
import sys
from pathlib import Path

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


def test_nobody_runs_in_a_folder_without_servers(tmp_path: Path):
    assert running.port_of(tmp_path) is None
    assert running.port_of(tmp_path / "missing") is None
    assert list(tmp_path.iterdir()) == []


def test_a_folder_that_takes_no_lock_does_not_keep_a_server_from_starting(tmp_path: Path):
    running.hold(tmp_path / "missing", port=8000)

    assert list(tmp_path.iterdir()) == []
