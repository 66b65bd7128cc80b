import contextlib
import os
import sqlite3
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.db import connections
from django.db.backends.sqlite3.base import DatabaseWrapper

from clubscore.files.private import create_private, is_open_to_others, restrict
from clubscore.keeping.backups.writing import copy_sqlite


@pytest.fixture(autouse=True)
def _open_mask() -> Iterator[None]:
    """New files are everybody's, unless the program says otherwise."""
    before = os.umask(0)
    yield
    os.umask(before)


def mode(path: Path) -> int:
    return path.stat().st_mode & 0o777


def test_a_new_file_is_private_and_one_that_is_there_stays(tmp_path: Path):
    create_private(tmp_path / "new")
    (tmp_path / "there").write_text("content")
    create_private(tmp_path / "there")

    assert mode(tmp_path / "new") == 0o600
    assert (mode(tmp_path / "there"), (tmp_path / "there").read_text()) == (0o666, "content")


def test_rights_of_others_are_taken(tmp_path: Path):
    files = {name: tmp_path / name for name in ("group", "all", "missing", "own")}
    for name, rights in {"group": 0o640, "all": 0o777, "own": 0o400}.items():
        files[name].touch()
        files[name].chmod(rights)

    restrict(files.values())

    assert [mode(files[name]) for name in ("group", "all", "own")] == [0o600, 0o600, 0o400]


def test_on_windows_the_mode_says_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    path = tmp_path / "secret_key"
    path.touch()

    assert is_open_to_others(path) is True
    monkeypatch.setattr(sys, "platform", "win32")
    assert is_open_to_others(path) is False


@pytest.fixture
def file_connection(tmp_path: Path) -> Iterator[DatabaseWrapper]:
    values = connections["default"].settings_dict
    name = str(tmp_path / "club.sqlite3")
    connection = DatabaseWrapper(
        {**values, "ENGINE": "django.db.backends.sqlite3", "NAME": name, "OPTIONS": {}}
    )
    yield connection
    connection.close()


@pytest.mark.django_db
@pytest.mark.parametrize("journal", ["delete", "wal"])
def test_a_database_that_a_command_makes_is_private_with_what_is_beside_it(
    file_connection: DatabaseWrapper, tmp_path: Path, journal: str
):
    with file_connection.cursor() as cursor:
        cursor.execute(f"PRAGMA journal_mode={journal}")
        cursor.execute("BEGIN IMMEDIATE")
        cursor.execute("CREATE TABLE a (b)")
        found = {path.name: mode(path) for path in tmp_path.iterdir()}
        cursor.execute("ROLLBACK")

    assert len(found) > 1
    assert set(found.values()) == {0o600}


@pytest.mark.django_db
def test_connecting_to_a_database_that_is_there_changes_nothing(
    file_connection: DatabaseWrapper, tmp_path: Path
):
    with file_connection.cursor() as cursor:
        cursor.execute("CREATE TABLE a (b)")
    file_connection.close()
    path = tmp_path / "club.sqlite3"
    path.chmod(0o644)
    file_connection.ensure_connection()

    assert mode(path) == 0o644


def test_the_target_of_a_copy_is_private(tmp_path: Path):
    with contextlib.closing(sqlite3.connect(tmp_path / "source")) as source:
        source.execute("CREATE TABLE a (b)")
    copy_sqlite(tmp_path / "source", tmp_path / "target")

    assert mode(tmp_path / "target") == 0o600
