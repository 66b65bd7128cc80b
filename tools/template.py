"""A database with today's tables, made once; every process of the tests begins with a copy of it.

SQLite's is a file in ``.cache``, PostgreSQL's a database beside the one in ``DATABASE_URL``: named
after what it was made from, made when it is first asked for, and kept until that changes.
"""

import hashlib
import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path

import psycopg
from psycopg import sql

ROOT = Path(__file__).resolve().parent.parent
_PREFIX = "clubscore_template_"
_CACHE = ROOT / ".cache" / "template"
_COLLECTED = ROOT / "staticfiles" / "staticfiles.json"
_APPS = ("accounts", "clubscore", "events", "movements", "players")


def sqlite_template(cache: Path = _CACHE) -> Path:
    """The file, whose name tells migrations, models and packages apart."""
    path = cache / f"{_made_from()}.sqlite3"
    if not path.exists():
        cache.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(dir=cache) as folder:
            _manage(folder, "", "migrate")
            # Another process may have been faster: either file does.
            (Path(folder) / "clubscore.sqlite3").replace(path)
    return path


def _made_from() -> str:
    """A short name of all that decides which tables, permissions and rows a new database has."""
    modules = (path for app in _APPS for path in (ROOT / app).rglob("*.py"))
    files = [path for path in modules if {"migrations", "models", "apps"} & set(_names(path))]
    made_from = hashlib.sha256()
    for path in [*sorted(files), ROOT / "requirements.txt", Path(__file__)]:
        made_from.update(path.read_bytes())
    return made_from.hexdigest()[:16]


def _names(path: Path) -> tuple[str, ...]:
    return path.relative_to(ROOT).with_suffix("").parts


def postgres_template(server: str) -> str:
    """The name of the database on the server of an address."""
    name = _PREFIX + _made_from()
    with psycopg.connect(server, autocommit=True) as admin:
        # One process makes it, and the others wait until the connection is closed.
        admin.execute("SELECT pg_advisory_lock(hashtext(%s))", [_PREFIX])
        found = admin.execute("SELECT datname FROM pg_database WHERE datname ~ %s", ["^" + _PREFIX])
        names = {made for (made,) in found}
        if name not in names:
            for old in names:
                admin.execute(sql.SQL("DROP DATABASE {} WITH (FORCE)").format(sql.Identifier(old)))
            _migrate(admin, server, name)
    return name


def _migrate(admin: psycopg.Connection, server: str, name: str) -> None:
    """Make the template; under its name it is whole."""
    half = f"{name}_half"
    admin.execute(sql.SQL("CREATE DATABASE {}").format(sql.Identifier(half)))
    with tempfile.TemporaryDirectory(prefix="clubscore-template-") as folder:
        _manage(folder, beside(server, half), "migrate")
    names = sql.Identifier(half), sql.Identifier(name)
    admin.execute(sql.SQL("ALTER DATABASE {} RENAME TO {}").format(*names))


def beside(server: str, name: str) -> str:
    """The address of another database on the server of an address."""
    address, _, query = server.partition("?")
    return f"{address.rsplit('/', 1)[0]}/{name}" + (f"?{query}" if query else "")


def collect_static() -> None:
    """Collect what the pages of a server need, where nobody has since it changed."""
    if not _is_collected():
        _manage(str(ROOT / ".cache" / "checks"), "", "collectstatic", "--noinput")


def _is_collected() -> bool:
    if not _COLLECTED.exists():
        return False
    collected = json.loads(_COLLECTED.read_text())["paths"]
    folder, since = ROOT / "static", _COLLECTED.stat().st_mtime
    files = [path for path in folder.rglob("*") if path.is_file()]
    return all(
        path.relative_to(folder).as_posix() in collected and path.stat().st_mtime <= since
        for path in files
    )


def _manage(folder: str, url: str, *command: str) -> None:
    """Run a command of Django's with a data folder and a database."""
    usual = {name: text for name, text in os.environ.items() if not name.startswith("CLUBSCORE_")}
    environment = {
        **usual,
        "DJANGO_SETTINGS_MODULE": "clubscore.settings",
        "CLUBSCORE_DATA": folder,
        "DATABASE_URL": url,
    }
    manage = (sys.executable, "manage.py", *command, "--verbosity", "0")
    subprocess.run(manage, cwd=ROOT, env=environment, check=True)
