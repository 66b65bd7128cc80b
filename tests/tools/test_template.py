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


@pytest.mark.one_database
def test_template_of_sqlite_has_the_tables_and_nobody_in_them():
    with sqlite_template() as environment:
        path = Path(environment[TEMPLATE])
        with closing(sqlite3.connect(path)) as database:
            assert database.execute(ROWS).fetchone() == (0, 0)

    assert environment == {"DATABASE_URL": "", TEMPLATE: str(path)}
    assert not path.parent.exists()


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


def last_migrated(template: str) -> object:
    """When the last migration of a template was applied."""
    asked = "SELECT max(applied) FROM django_migrations"
    if connection.vendor == "sqlite":
        with closing(sqlite3.connect(template)) as database:
            return database.execute(asked).fetchone()[0]
    with psycopg.connect(os.environ["DATABASE_URL"], dbname=template) as database:
        return database.execute(asked).fetchone()[0]


@pytest.mark.django_db
def test_tests_begin_with_a_copy_of_the_template():
    with connection.cursor() as cursor:
        cursor.execute("SELECT max(applied) FROM django_migrations")
        (here,) = cursor.fetchone()

    assert here is not None
    # Without one they migrate for themselves.
    template = os.environ.get(TEMPLATE)
    assert template is None or last_migrated(template) == here
