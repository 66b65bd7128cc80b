"""The page of the backups; that a backup is whole is for test_restoring.py."""

import datetime
import gzip
import shlex
import sys
from html import unescape
from pathlib import Path

import pytest
from django.contrib.auth.models import User
from django.db import connection
from django.test import Client
from django.utils import timezone

from clubscore.keeping.backups import archive, views
from clubscore.keeping.backups.store import MARGIN, Reason, backups
from clubscore.models import Job
from players.models import Player
from tests.queries import queries

pytestmark = pytest.mark.both_databases


@pytest.fixture
def director(client: Client, db: None) -> Client:
    """A director who is no administrator."""
    client.force_login(User.objects.create_user("director", is_staff=True))
    return client


@pytest.fixture
def administrator(client: Client, db: None) -> Client:
    client.force_login(User.objects.create_superuser("administrator"))
    return client


def put_backup(folder: Path, *, days: float, reason: Reason = Reason.EVENING) -> str:
    folder.mkdir(exist_ok=True)
    moment = timezone.now().astimezone(datetime.UTC) - datetime.timedelta(days=days)
    name = f"clubscore-{moment:%Y%m%dT%H%M%SZ}-{reason}.jsonl.gz"
    (folder / name).write_bytes(gzip.compress(b"something"))
    return name


def text(client: Client) -> str:
    response = client.get("/backups/")
    assert response.status_code == 200
    return " ".join(response.content.decode().split())


def test_page_says_where_the_data_is(director: Client, backups_folder: Path) -> None:
    page = text(director)
    assert "There is no backup yet." in page
    assert f"<code>{backups_folder}</code>" in page
    if connection.vendor == "sqlite":
        assert f"<code>{connection.settings_dict['NAME']}</code>" in page
    else:
        assert f"<code>{connection.settings_dict['NAME']} on " in page


def test_page_says_how_old_the_last_backup_is(director: Client, backups_folder: Path) -> None:
    put_backup(backups_folder, days=3.2)
    put_backup(backups_folder, days=40, reason=Reason.UPDATE)
    page = text(director)
    assert "The last backup is <strong>3 days</strong> old" in page
    assert "alert-warning" not in page
    assert page.count('<th scope="row">') == 2
    assert page.count("<td>an evening began</td>") == 1
    assert page.count("<td>before an update</td>") == 1


def test_an_old_last_backup_is_pointed_out(director: Client, backups_folder: Path) -> None:
    put_backup(backups_folder, days=15)
    assert "alert-warning" in text(director)


def test_every_reason_has_its_words() -> None:
    assert set(views.reasons()) == set(Reason)


def test_password_of_the_database_is_not_shown() -> None:
    values = {"NAME": "scores", "HOST": "db", "PASSWORD": "hush-hush"}
    assert views.database_words("postgresql", values) == "scores on db"
    assert views.database_words("postgresql", values | {"HOST": ""}) == "scores on localhost"


def test_number_of_queries_does_not_grow(director: Client, backups_folder: Path) -> None:
    put_backup(backups_folder, days=1)
    one = queries(lambda: director.get("/backups/"))
    for days in (2, 3):
        put_backup(backups_folder, days=days)
    assert queries(lambda: director.get("/backups/")) == one


@pytest.mark.django_db(transaction=True)
def test_button_makes_a_backup(director: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    # A database in which many tests have run is large, whatever is in it.
    monkeypatch.setattr(views, "size_of", lambda: views.LARGE)
    Player.objects.create(given="Ann", family="Other")
    response = director.post("/backups/make/", follow=True)
    assert "The backup is complete and has been verified." in response.content.decode()
    [backup] = backups()
    assert backup.reason is Reason.ASKED
    assert backup.path.stat().st_mode & 0o777 == 0o600
    assert archive.inspect(backup.path).ending.rows["players.player"] == 1
    assert "less than a minute" in text(director)


def test_large_backup_is_made_beside_the_requests(
    director: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(views, "size_of", lambda: views.LARGE + 1)
    page = director.post("/backups/make/", follow=True).content.decode()
    assert "The backup has started." in page
    assert backups() == []
    job = Job.objects.get()
    assert (job.kind, job.arguments) == ("backup", {"reason": "asked"})


def test_full_disk_is_a_sentence(
    director: Client, backups_folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    usage = type("Usage", (), {"free": MARGIN})()
    monkeypatch.setattr("shutil.disk_usage", lambda path: usage)
    page = director.post("/backups/make/", follow=True).content.decode()
    assert f"Only 50 MB are free on the disk of {backups_folder}" in page
    assert backups() == []


def test_folder_that_cannot_be_made_is_a_sentence(
    director: Client, settings, tmp_path: Path
) -> None:
    (tmp_path / "file").touch()
    settings.BACKUP_DIR = tmp_path / "file" / "backups"
    page = director.post("/backups/make/", follow=True).content.decode()
    assert f"No backup could be made in {settings.BACKUP_DIR}: Not a directory." in page


def command(client: Client) -> str:
    """What is to be typed to restore a backup."""
    _, _, rest = text(client).partition('<code class="command">')
    return unescape(rest.partition("</code>")[0]).replace(".venv/bin/", "")


@pytest.mark.parametrize("name", ["club", "the club's data"])
def test_command_to_restore_names_this_installation(
    director: Client, settings, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, name: str
) -> None:
    settings.DATA_DIR = tmp_path / name
    settings.DATA_DIR.mkdir()
    for variable in ("CLUBSCORE_DATA", "DATABASE_URL", "DATABASE_URL_FILE"):
        monkeypatch.delenv(variable, raising=False)
    assert command(director) == "python manage.py restore …"
    monkeypatch.setenv("CLUBSCORE_DATA", str(settings.DATA_DIR))
    folder = shlex.quote(str(settings.DATA_DIR))
    assert command(director) == f"CLUBSCORE_DATA={folder} python manage.py restore …"
    monkeypatch.setenv("DATABASE_URL", "postgres://club:secret@db/club")
    assert command(director) == (
        f"CLUBSCORE_DATA={folder} DATABASE_URL=… python manage.py restore …"
    )
    monkeypatch.delenv("DATABASE_URL")
    monkeypatch.setenv("DATABASE_URL_FILE", "/run/secrets/url")
    assert command(director) == (
        f"CLUBSCORE_DATA={folder} DATABASE_URL_FILE=/run/secrets/url python manage.py restore …"
    )
    monkeypatch.setattr("clubscore.keeping.backups.views.IS_INSTALLED", True)
    program = str(Path(sys.executable).with_name("clubscore")).replace(".venv/bin/", "")
    assert command(director).endswith(f"=/run/secrets/url {program} restore …")


def test_administrator_takes_a_backup_away(administrator: Client, backups_folder: Path) -> None:
    name = put_backup(backups_folder, days=1)
    assert f'href="/backups/{name}"' in text(administrator)
    response = administrator.get(f"/backups/{name}")
    assert b"".join(response.streaming_content) == (backups_folder / name).read_bytes()
    assert response["Content-Disposition"] == f'attachment; filename="{name}"'
    assert response["Content-Type"] == "application/gzip"
    assert "no-store" in response["Cache-Control"]


def test_director_takes_none_away(director: Client, backups_folder: Path) -> None:
    name = put_backup(backups_folder, days=1)
    assert name not in text(director).replace(f"restore {name}", "")
    response = director.get(f"/backups/{name}")
    assert response.status_code == 403
    assert "only an administrator may download it" in response.content.decode()


@pytest.mark.parametrize("name", ["nothing", ".lock", "..%2Fsecret_key", "clubscore.sqlite3"])
def test_only_backups_are_given_away(
    administrator: Client, backups_folder: Path, name: str
) -> None:
    put_backup(backups_folder, days=1)
    (backups_folder / ".lock").touch()
    (backups_folder.parent / "secret_key").touch()
    assert administrator.get(f"/backups/{name}").status_code == 404
