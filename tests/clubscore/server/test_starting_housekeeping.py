import fcntl
import subprocess
import sys
from pathlib import Path

import pytest

from clubscore.server import server_lock, starting as housekeeping

BACKUP = "clubscore-20260305T193000Z-evening.jsonl.gz"


@pytest.fixture
def files(tmp_path: Path, settings, monkeypatch: pytest.MonkeyPatch) -> dict[str, Path]:
    """Files of a club on SQLite, which everybody may read; the database has a folder of its own."""
    folders = {name: tmp_path / name for name in ("data", "backups", "database")}
    settings.DATA_DIR, settings.BACKUP_DIR = folders["data"], folders["backups"]
    database = folders["database"] / "club.sqlite3"
    monkeypatch.setattr(housekeeping, "database_file", lambda connection: database)
    made = {
        "database": ["club.sqlite3", "club.sqlite3-journal", "club.sqlite3.damaged-1"],
        "data": ["secret_key", "director-login.txt", "running"],
        "backups": [BACKUP],
    }
    for folder in folders.values():
        folder.mkdir(mode=0o777)
        (folder / "clubscore-abcdefgh.part").touch()
        (folder / "letter").touch(mode=0o644)
    paths = [folders[folder] / name for folder, names in made.items() for name in names]
    for path in paths:
        path.touch()
        path.chmod(0o666)
    return {path.name: path for path in paths}


def test_what_is_private_becomes_so_and_other_files_stay(files: dict[str, Path]):
    housekeeping.make_private()

    modes = {name: path.stat().st_mode & 0o777 for name, path in files.items()}
    assert modes == dict.fromkeys(files, 0o600)
    assert files[BACKUP].with_name("letter").stat().st_mode & 0o777 == 0o644


def test_a_database_that_is_missing_is_made_private(files: dict[str, Path]):
    files["club.sqlite3"].unlink()
    housekeeping.make_private()

    assert files["club.sqlite3"].stat().st_mode & 0o777 == 0o600


def test_leftovers_go_from_all_three_folders(files: dict[str, Path]):
    removed = housekeeping.remove_leftovers()

    assert [path.parent.name for path in removed] == ["backups", "data", "database"]
    assert [path for path in files.values() if not path.exists()] == []


def test_folders_that_are_missing_are_not_made(
    tmp_path: Path, settings, monkeypatch: pytest.MonkeyPatch
):
    settings.DATA_DIR = settings.BACKUP_DIR = tmp_path / "missing"
    monkeypatch.setattr(
        housekeeping, "database_file", lambda connection: tmp_path / "missing" / "club.sqlite3"
    )
    housekeeping.make_private()

    assert housekeeping.remove_leftovers() == []
    assert list(tmp_path.iterdir()) == []


SERVER = """
import os, sys
from pathlib import Path
from clubscore.server import server_lock
server_lock.hold(Path(sys.argv[1]), port=8341)
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
        assert server_lock.port_of(tmp_path) == 8341

        process.kill()
        process.wait()
        # Its child serves on.
        assert server_lock.port_of(tmp_path) == 8341
        process.stdin.close()
        # The end of what they print: the child is gone too.
        assert process.stdout.read() == ""

    assert server_lock.port_of(tmp_path) is None


def hold_elsewhere(folder: Path, *, alone: bool) -> bool:
    """Whether another process gets the lock."""
    code = (
        "import sys; from pathlib import Path; from clubscore.server import server_lock\n"
        f"sys.exit(not server_lock.hold(Path(sys.argv[1]), port=8342, alone={alone}))"
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
        assert server_lock.port_of(tmp_path) == 8341
        process.stdin.close()

    assert hold_elsewhere(tmp_path, alone=True) is True
    assert server_lock.port_of(tmp_path) is None


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
    (tmp_path / server_lock.FILE).touch()
    with (tmp_path / server_lock.FILE).open() as asking:
        fcntl.flock(asking, fcntl.LOCK_EX)
        # It has its answer by the second attempt.
        monkeypatch.setattr(server_lock.time, "sleep", lambda seconds: asking.close())

        assert server_lock.hold(tmp_path, port=8341, alone=alone) is True


def test_nobody_runs_in_a_folder_without_servers(tmp_path: Path):
    assert server_lock.port_of(tmp_path) is None
    assert server_lock.port_of(tmp_path / "missing") is None
    assert list(tmp_path.iterdir()) == []


def test_a_folder_that_takes_no_lock_does_not_keep_a_server_from_starting(tmp_path: Path):
    assert server_lock.hold(tmp_path / "missing", port=8000, alone=True) is True

    assert list(tmp_path.iterdir()) == []
