import os
import sqlite3
from contextlib import closing
from pathlib import Path

import psycopg
import pytest
from django.db import connection

from tools.template import TEMPLATE, another_database, postgres_template, sqlite_template
from tools.throwaway_postgres import throwaway_postgres

pytestmark = pytest.mark.large

ROWS = "SELECT (SELECT count(*) FROM events_session), (SELECT count(*) FROM auth_user)"


def test_template_of_sqlite_has_the_tables_and_nobody_in_them(tmp_path: Path):
    path = sqlite_template(tmp_path)
    with closing(sqlite3.connect(path)) as database:
        assert database.execute(ROWS).fetchone() == (0, 0)
    path.write_text("kept")

    # It is made once.
    assert sqlite_template(tmp_path).read_text() == "kept"
    assert list(tmp_path.iterdir()) == [path]


@pytest.mark.postgresql
def test_template_of_postgresql_has_the_tables_and_nobody_in_them():
    with throwaway_postgres() as server:
        with (
            postgres_template(server) as environment,
            another_database(server, "a_copy", environment[TEMPLATE]) as url,
            psycopg.connect(url) as database,
        ):
            assert database.execute(ROWS).fetchone() == (0, 0)
        with psycopg.connect(server) as admin:
            names = admin.execute("SELECT datname FROM pg_database WHERE NOT datistemplate")
            assert {name for (name,) in names} == {"clubscore", "postgres"}

    assert environment["DATABASE_URL"] == server


def last_migrated() -> object:
    """When the last migration of the template was applied."""
    asked = "SELECT max(applied) FROM django_migrations"
    if connection.vendor == "sqlite":
        with closing(sqlite3.connect(sqlite_template())) as database:
            return database.execute(asked).fetchone()[0]
    with psycopg.connect(os.environ["DATABASE_URL"], dbname=os.environ[TEMPLATE]) as database:
        return database.execute(asked).fetchone()[0]


@pytest.mark.django_db
@pytest.mark.both_databases
def test_tests_begin_with_a_copy_of_the_template():
    with connection.cursor() as cursor:
        cursor.execute("SELECT max(applied) FROM django_migrations")
        (here,) = cursor.fetchone()

    assert str(last_migrated()) == str(here)
