from pathlib import Path

import pytest

from clubscore import housekeeping

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
