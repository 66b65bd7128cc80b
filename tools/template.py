"""A database with today's tables, made once; every process of the tests begins with a copy of it.

``TEST_TEMPLATE`` names it to ``tests/settings.py``: a file of SQLite, or a database of PostgreSQL
beside the one in ``DATABASE_URL``. Without it, as when pytest is started by hand, each process
migrates a database of its own.
"""

import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import psycopg
from psycopg import sql

ROOT = Path(__file__).resolve().parent.parent
TEMPLATE = "TEST_TEMPLATE"
_COLLECTED = ROOT / "staticfiles" / "staticfiles.json"


@contextmanager
def sqlite_template() -> Iterator[dict[str, str]]:
    """Make the file; gives the environment of the tests."""
    with tempfile.TemporaryDirectory(prefix="clubscore-template-") as folder:
        _prepare(folder, url="")
        yield {"DATABASE_URL": "", TEMPLATE: str(Path(folder) / "clubscore.sqlite3")}


@contextmanager
def postgres_template(server: str) -> Iterator[dict[str, str]]:
    """Make the database on the server of an address; gives the environment of the tests."""
    name = f"clubscore_template_{os.getpid()}"
    with (
        another_database(server, name) as url,
        tempfile.TemporaryDirectory(prefix="clubscore-template-") as folder,
    ):
        _prepare(folder, url)
        yield {"DATABASE_URL": server, TEMPLATE: name}


@contextmanager
def another_database(server: str, name: str, template: str = "template1") -> Iterator[str]:
    """Make a database beside the one of an address; gives its address, and drops it at the end."""
    with psycopg.connect(server, autocommit=True) as admin:
        names = sql.Identifier(name), sql.Identifier(template)
        admin.execute(sql.SQL("CREATE DATABASE {} TEMPLATE {}").format(*names))
    try:
        address, _, query = server.partition("?")
        yield f"{address.rsplit('/', 1)[0]}/{name}" + (f"?{query}" if query else "")
    finally:
        with psycopg.connect(server, autocommit=True) as admin:
            admin.execute(sql.SQL("DROP DATABASE {} WITH (FORCE)").format(sql.Identifier(name)))


def _prepare(folder: str, url: str) -> None:
    """Migrate a new database as a start does, and collect what pages need where nobody has."""
    usual = {name: text for name, text in os.environ.items() if not name.startswith("CLUBSCORE_")}
    environment = {
        **usual,
        "DJANGO_SETTINGS_MODULE": "clubscore.settings",
        "CLUBSCORE_DATA": folder,
        "DATABASE_URL": url,
    }
    commands = (
        [("migrate",)] if _COLLECTED.exists() else [("migrate",), ("collectstatic", "--noinput")]
    )
    for command in commands:
        manage = (sys.executable, "manage.py", *command, "--verbosity", "0")
        subprocess.run(manage, cwd=ROOT, env=environment, check=True)
