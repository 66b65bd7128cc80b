import os
import sqlite3
from contextlib import closing
from pathlib import Path

import psycopg
import pytest
from django.db import connection

from tests.concurrency.evening import another_database
from tools.template import postgres_template, sqlite_template
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
        with psycopg.connect(server, autocommit=True) as admin:
            admin.execute("CREATE DATABASE clubscore_template_of_yesterday")
        name = postgres_template(server)
        with another_database(server, "a_copy", name) as url, psycopg.connect(url) as database:
            assert database.execute(ROWS).fetchone() == (0, 0)
        with psycopg.connect(server) as admin:
            databases = "SELECT oid, datname FROM pg_database WHERE NOT datistemplate"
            made = set(admin.execute(databases))
            assert {name for _, name in made} == {"clubscore", "postgres", name}
            # It is made once.
            assert postgres_template(server) == name
            assert set(admin.execute(databases)) == made


def last_migrated() -> object:
    """When the last migration of the template was applied."""
    asked = "SELECT max(applied) FROM django_migrations"
    if connection.vendor == "sqlite":
        with closing(sqlite3.connect(sqlite_template())) as database:
            return database.execute(asked).fetchone()[0]
    server = os.environ["DATABASE_URL"]
    with psycopg.connect(server, dbname=postgres_template(server)) as database:
        return database.execute(asked).fetchone()[0]


@pytest.mark.django_db
@pytest.mark.both_databases
def test_tests_begin_with_a_copy_of_the_template():
    with connection.cursor() as cursor:
        cursor.execute("SELECT max(applied) FROM django_migrations")
        (here,) = cursor.fetchone()

    assert str(last_migrated()) == str(here)
