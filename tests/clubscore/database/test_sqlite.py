from unittest.mock import patch

import pytest
from django.db import connections
from django.db.backends.sqlite3.base import DatabaseWrapper

from clubscore.database import sqlite


@pytest.mark.parametrize(
    ("version", "journal"),
    [((3, 40, 1), "delete"), ((3, 51, 2), "delete"), ((3, 51, 3), "wal"), ((3, 52, 0), "wal")],
)
def test_journal_for_a_release(version: tuple[int, ...], journal: str):
    assert sqlite.journal_for(version) == journal


@pytest.fixture
def file_connection(tmp_path):
    """A connection to a database file of its own."""
    settings = connections["default"].settings_dict
    file_settings = {
        **settings,
        "ENGINE": "django.db.backends.sqlite3",
        "NAME": str(tmp_path / "club.sqlite3"),
        "OPTIONS": {},
    }
    connection = DatabaseWrapper(file_settings)
    connection.inc_thread_sharing()
    yield connection
    connection.close()


def read_journal(connection: DatabaseWrapper) -> str:
    with connection.temporary_connection() as cursor:
        return cursor.execute("PRAGMA journal_mode").fetchone()[0]


@pytest.mark.django_db
def test_set_journal_is_remembered_by_the_file(file_connection: DatabaseWrapper):
    with patch.object(sqlite.sqlite3, "sqlite_version_info", (3, 51, 3)):
        sqlite.set_journal(file_connection)
    file_connection.close()

    assert read_journal(file_connection) == "wal"


@pytest.mark.django_db
def test_set_journal_takes_wal_back_on_an_older_release(file_connection: DatabaseWrapper):
    with file_connection.cursor() as cursor:
        cursor.execute("PRAGMA journal_mode=wal")

    with patch.object(sqlite.sqlite3, "sqlite_version_info", (3, 40, 1)):
        sqlite.set_journal(file_connection)
    file_connection.close()

    assert read_journal(file_connection) == "delete"


def test_set_journal_leaves_postgresql_alone():
    class Connection:
        vendor = "postgresql"

    assert sqlite.set_journal(Connection()) is None


def test_only_sqlite_has_a_file(file_connection: DatabaseWrapper, tmp_path):
    class Connection:
        vendor = "postgresql"

    assert sqlite.database_file(file_connection) == tmp_path / "club.sqlite3"
    assert sqlite.database_file(Connection()) is None
