"""The settings as a server has them, read by a process of its own."""

import json
import os
import re
import stat
import subprocess
import sys
from pathlib import Path

from django.conf import settings

from events.tables import desk_urls as desk, urls as phones

SERVER = {
    "CLUBSCORE_PRODUCTION": "yes",
    "CLUBSCORE_HOSTS": "club.example",
    "CLUBSCORE_ORIGINS": "https://club.example",
    "CLUBSCORE_SECRET_KEY": "Ab3-_" * 20,
    "DATABASE_URL": "postgres://club:secret@db.example:5433/scores",
}
SENTENCES = {
    "CLUBSCORE_SECRET_KEY": "CLUBSCORE_SECRET_KEY must have 50 random characters or more",
    "CLUBSCORE_HOSTS": "CLUBSCORE_HOSTS must name the hosts",
    "DATABASE_URL": "DATABASE_URL must name the database",
}


def manage(*arguments: str, folder: Path, **environment: str) -> subprocess.CompletedProcess[str]:
    """Run ``manage.py`` with the product's own settings and a data folder."""
    return run("manage.py", *arguments, folder=folder, **environment)


def run(*arguments: str, folder: Path, **environment: str) -> subprocess.CompletedProcess[str]:
    """Run Python with nothing of this environment but a data folder."""
    kept = {name: os.environ[name] for name in ("PATH", "HOME", "LANG") if name in os.environ}
    return subprocess.run(
        [sys.executable, *arguments],
        cwd=settings.BASE_DIR,
        env={**kept, "CLUBSCORE_DATA": str(folder), **environment},
        capture_output=True,
        text=True,
        timeout=120,
    )


def read_settings(*names: str, folder: Path, **environment: str) -> dict[str, object]:
    """Settings of the product under an environment."""
    code = (
        "import json; from django.conf import settings; "
        f"print(json.dumps({{name: getattr(settings, name) for name in {names!r}}}))"
    )
    answer = run(
        "-c", code, folder=folder, DJANGO_SETTINGS_MODULE="clubscore.settings", **environment
    )
    assert answer.returncode == 0, answer.stderr
    return json.loads(answer.stdout)


def test_secret_is_made_once_for_the_owner_alone(tmp_path: Path):
    first = read_settings("SECRET_KEY", folder=tmp_path)
    second = read_settings("SECRET_KEY", folder=tmp_path)

    assert first == second
    assert len(first["SECRET_KEY"]) > 60
    assert stat.S_IMODE((tmp_path / "secret_key").stat().st_mode) == 0o600


def test_laptop_needs_no_environment(tmp_path: Path):
    found = read_settings(
        "DEBUG", "ALLOWED_HOSTS", "DATABASES", "SESSION_COOKIE_SECURE", folder=tmp_path
    )

    assert found["DEBUG"] is False
    assert found["ALLOWED_HOSTS"] == ["127.0.0.1", "localhost", "[::1]"]
    assert found["SESSION_COOKIE_SECURE"] is False
    database = found["DATABASES"]["default"]
    assert database["ENGINE"] == "django.db.backends.sqlite3"
    assert database["NAME"] == str(tmp_path / "clubscore.sqlite3")
    assert database["OPTIONS"] == {
        "transaction_mode": "IMMEDIATE",
        "timeout": 20,
        "init_command": "PRAGMA synchronous=FULL",
    }


def test_database_url_names_postgresql(tmp_path: Path):
    address = "postgres://club:secret@db.example:5433/scores"
    found = read_settings("DATABASES", folder=tmp_path, DATABASE_URL=address)

    database = found["DATABASES"]["default"]
    assert database["ENGINE"] == "django.db.backends.postgresql"
    assert (database["HOST"], database["PORT"], database["NAME"]) == ("db.example", 5433, "scores")
    assert (database["CONN_MAX_AGE"], database["CONN_HEALTH_CHECKS"]) == (60, True)


def test_pooler_gets_no_cursor_that_outlives_a_transaction(tmp_path: Path):
    names = ("DISABLE_SERVER_SIDE_CURSORS", "CONN_MAX_AGE", "OPTIONS")
    address = {"DATABASE_URL": "postgres://club:secret@pooler.example:6432/scores"}
    alone = read_settings("DATABASES", folder=tmp_path, **address)["DATABASES"]["default"]
    pooled = read_settings("DATABASES", folder=tmp_path, **address, CLUBSCORE_POOLER="yes")
    pooled = pooled["DATABASES"]["default"]

    assert [alone.get(name) for name in names] == [False, 60, None]
    # Django prepares no statements unless an option asks for it.
    assert [pooled.get(name) for name in names] == [True, 60, None]


def test_server_that_only_shows_results_makes_no_copies(tmp_path: Path):
    names = ("READ_ONLY", "BACKUP_AT_EVENING")

    assert read_settings(*names, folder=tmp_path) == {"READ_ONLY": False, "BACKUP_AT_EVENING": True}
    assert read_settings(*names, folder=tmp_path, CLUBSCORE_READ_ONLY="yes") == {
        "READ_ONLY": True,
        "BACKUP_AT_EVENING": False,
    }


def test_server_on_the_internet_asks_for_tls(tmp_path: Path):
    found = read_settings(
        "ALLOWED_HOSTS",
        "CSRF_TRUSTED_ORIGINS",
        "PROXIES",
        "SECURE_HSTS_SECONDS",
        "SECURE_PROXY_SSL_HEADER",
        "SECURE_SSL_REDIRECT",
        "SESSION_COOKIE_SECURE",
        folder=tmp_path,
        **SERVER,
    )

    assert found == {
        "ALLOWED_HOSTS": ["club.example"],
        "CSRF_TRUSTED_ORIGINS": ["https://club.example"],
        "PROXIES": 1,
        "SECURE_HSTS_SECONDS": 365 * 24 * 60 * 60,
        "SECURE_PROXY_SSL_HEADER": ["HTTP_X_FORWARDED_PROTO", "https"],
        "SECURE_SSL_REDIRECT": True,
        "SESSION_COOKIE_SECURE": True,
    }


def test_proxies_are_named_by_the_environment(tmp_path: Path):
    found = read_settings(
        "PROXIES",
        "SECURE_PROXY_SSL_HEADER",
        folder=tmp_path,
        **SERVER,
        CLUBSCORE_PROXIES="2",
        CLUBSCORE_PROXY_HEADER="X-Forwarded-Ssl: on",
    )

    assert found == {"PROXIES": 2, "SECURE_PROXY_SSL_HEADER": ["HTTP_X_FORWARDED_SSL", "on"]}


def test_server_without_anything_says_all_it_needs(tmp_path: Path):
    answer = manage("start", "--prepare", folder=tmp_path, CLUBSCORE_PRODUCTION="yes")

    assert (answer.returncode, answer.stdout) == (1, "")
    assert answer.stderr.startswith("clubscore does not start. CLUBSCORE_PRODUCTION is set.")
    assert [sentence for sentence in SENTENCES.values() if sentence not in answer.stderr] == []
    assert "Traceback" not in answer.stderr
    assert list(tmp_path.iterdir()) == []


def test_image_holds_every_part_of_the_program():
    let_through = (settings.BASE_DIR / ".dockerignore").read_text().splitlines()
    needed = ["accounts", "clubscore", "events", "movements", "players", "docs", "locale"]
    needed += ["launcher", "pyproject.toml", "requirements.txt", "static", "templates"]

    assert [name for name in needed if f"!{name}" not in let_through] == []


def test_the_example_proxy_sends_phones_to_servers_that_write():
    example = (settings.BASE_DIR / "docs/examples/federation.nginx.conf").read_text()
    [(pattern, server)] = re.findall(r"location ~ (\S+) \{\s+proxy_pass http://(\w+);", example)
    paths = [f"/{each.pattern}" for each in (*phones.urlpatterns, *desk.urlpatterns)]
    entered = [path for path in paths if not path.startswith(("/sessions/", "/d/"))]
    assert server == "clubscore_entering"
    assert [path for path in entered if not re.match(pattern, path)] == []
