from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest
from django.db import connections

from clubscore.keeping.backups.writing import another_connection


@pytest.fixture
def other_database(tmp_path: Path) -> Iterator[str]:
    """The alias of a second, empty database: a file of SQLite, whatever the first one is."""
    with ExitStack() as stack:
        connection = stack.enter_context(
            another_connection(
                "default",
                ENGINE="django.db.backends.sqlite3",
                NAME=str(tmp_path / "other.sqlite3"),
                OPTIONS={"transaction_mode": "IMMEDIATE"},
                CONN_MAX_AGE=0,
            )
        )
        yield connection.alias
        connections[connection.alias].close()


@pytest.fixture(autouse=True)
def backups_folder(tmp_path: Path, settings) -> Path:
    """A backup folder for each test."""
    settings.BACKUP_DIR = tmp_path / "backups"
    return tmp_path / "backups"
