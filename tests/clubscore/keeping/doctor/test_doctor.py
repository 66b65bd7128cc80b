"""What the doctor says of installations that are well, and of those that are not."""

import datetime
import os
import time
from collections.abc import Callable, Iterable, Sequence
from contextlib import closing
from io import StringIO
from pathlib import Path
from unittest.mock import MagicMock

import pytest
from django.conf import settings as live
from django.contrib.auth.models import User
from django.core.checks import (
    ERROR,
    INFO,
    WARNING,
    CheckMessage,
    Error,
    Info,
    Warning as Note,
    run_checks,
)
from django.core.management import call_command
from django.db import OperationalError, connection
from django.db.backends.sqlite3.base import DatabaseWrapper
from django.utils import timezone, translation

from clubscore.keeping.backups.store import Reason, backups, make_backup
from clubscore.keeping.doctor import data, database, serving
from clubscore.management.commands import doctor
from clubscore.server import configuration as server, healthcheck, server_lock
from clubscore.server.starting import Login, save_login
from clubscore.web.visitors import Actor
from events.models import Session
from events.sessions.setup.services.sessions import finish
from tests.events import factories

pytestmark = pytest.mark.both_databases


def found(findings: Iterable[CheckMessage]) -> list[tuple[int, str]]:
    """What is not good, and the first words said of it."""
    return [(finding.level, finding.msg) for finding in findings if finding.level != INFO]


def advice(findings: Iterable[CheckMessage]) -> list[str]:
    return [finding.hint for finding in findings if finding.hint]


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, settings) -> Path:
    settings.DATA_DIR = tmp_path
    settings.BACKUP_DIR = tmp_path / "backups"
    return tmp_path


# The command


def run() -> tuple[int, str]:
    out = StringIO()
    try:
        call_command("doctor", stdout=out, no_color=True)
    except SystemExit as end:
        return int(str(end.code)), out.getvalue()
    return 0, out.getvalue()


@pytest.fixture
def checks(monkeypatch: pytest.MonkeyPatch) -> Callable[..., None]:
    def set_findings(*findings: CheckMessage, django: Sequence[CheckMessage] = ()) -> None:
        for name in ("check_serving", "check_data", "check_database"):
            monkeypatch.setattr(doctor, name, lambda: iter(()))
        monkeypatch.setattr(doctor, "check_data", lambda: iter(findings))
        monkeypatch.setattr(doctor.checks, "run_checks", lambda **_: django)

    return set_findings


def test_what_django_finds_is_reported_too(checks: Callable[..., None]) -> None:
    checks(Info("It is there."), django=[Error("It does not fit.", "Fit it.")])
    assert run() == (
        1,
        "  ok   It is there.\nWRONG  It does not fit.\n       → Fit it.\n\nProblems to fix: 1.\n",
    )


def test_what_settings_decide_is_a_check_of_django_s(settings) -> None:
    settings.ALLOWED_HOSTS = ["*"]
    said = [message.msg for message in run_checks(include_deployment_checks=True)]
    assert "It answers to any host name." in said
    assert "It answers to any host name." not in [message.msg for message in run_checks()]


def test_doctor_ends_well(checks: Callable[..., None]) -> None:
    checks(Info("It is there."))
    assert run() == (0, "  ok   It is there.\n\nAll is well.\n")


def test_doctor_has_something_to_think_about(checks: Callable[..., None]) -> None:
    checks(Note("It is warm.", "Open a window."))
    assert run() == (
        0, " note  It is warm.\n       → Open a window.\n\nAll is well. Recommendations: 1.\n",
    )  # fmt: skip


def test_doctor_ends_with_1(checks: Callable[..., None]) -> None:
    checks(Info("It is there."), Error("It burns.", "Leave."))
    assert run() == (
        1, "  ok   It is there.\nWRONG  It burns.\n       → Leave.\n\nProblems to fix: 1.\n",
    )  # fmt: skip


def test_doctor_speaks_dutch(checks: Callable[..., None], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LANGUAGE", "nl")
    checks(Info("Het is er."), Note("Het is warm.", "Open een raam."), Error("Brand.", "Ga weg."))
    assert run() == (
        1,
        " goed  Het is er.\nlet op Het is warm.\n       → Open een raam.\n"
        " FOUT  Brand.\n       → Ga weg.\n\nTe verhelpen: 1.\n",
    )


@pytest.mark.django_db
def test_database_says_it_in_dutch() -> None:
    with translation.override("nl"):
        said = [finding.msg for finding in database.check_database()]
    assert "De database is bijgewerkt." in said
    assert [text for text in said if text.startswith("The ")] == []


@pytest.mark.django_db
def test_doctor_looks_everywhere() -> None:
    code, said = run()
    assert code == 1
    for words in ("This is clubscore", "There is no backup of the data in", "The database is "):
        assert words in said


# The database


@pytest.mark.django_db
def test_database_that_is_well() -> None:
    findings = list(database.check_database())
    assert [state for state, text in found(findings) if state is ERROR] == []
    said = [finding.msg for finding in findings]
    assert "The database is up to date." in said
    assert [text for text in said if text.startswith("It is 2")] == [said[-1]]


def test_database_that_is_away(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse() -> None:
        raise OperationalError("connection refused\n  is the server running?")

    monkeypatch.setattr(connection, "cursor", refuse)
    assert found(database.check_database()) == [
        (ERROR, "The database does not answer: connection refused is the server running?")
    ]


@pytest.mark.django_db
def test_database_that_others_may_read(monkeypatch: pytest.MonkeyPatch, folder: Path) -> None:
    path = folder / "club.sqlite3"
    values = {**connection.settings_dict, "NAME": str(path), "OPTIONS": {}}
    monkeypatch.setattr(database, "connection", DatabaseWrapper(values))
    with closing(database.connection), database.connection.cursor() as cursor:
        cursor.execute("CREATE TABLE a (b)")
        assert advice(database.check_sqlite()) == []
        path.chmod(0o640)
        assert (
            WARNING,
            f"The permissions of {path} let other users of this machine read it.",
        ) in found(database.check_sqlite())
        assert advice(database.check_sqlite()) == [f"chmod 600 {path}"]


@pytest.mark.django_db
def test_database_that_waits_for_an_update(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(database.schema, "pending", lambda connection: [("events", "0099")])
    assert found(database.check_migrations()) == [
        (ERROR, "The database is not up to date: 1 migrations are pending.")
    ]


@pytest.mark.django_db
def test_database_of_a_newer_release() -> None:
    with connection.cursor() as cursor:
        cursor.execute(
            "INSERT INTO django_migrations (app, name, applied) "
            "VALUES ('events', '0999_the_future', CURRENT_TIMESTAMP)"
        )
    assert found(database.check_migrations()) == [
        (ERROR, "The database was last used by a newer clubscore than this one. Update clubscore.")
    ]


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("is_replica", "read_only", "state"),
    [(False, False, None), (True, True, INFO), (True, False, ERROR), (False, True, WARNING)],
)
def test_replica(
    monkeypatch: pytest.MonkeyPatch, settings, is_replica: bool, read_only: bool, state: int | None
) -> None:
    cursor = MagicMock()
    cursor.__enter__.return_value.fetchone.return_value = (is_replica,)
    monkeypatch.setattr(database, "connection", MagicMock(cursor=lambda: cursor))
    settings.READ_ONLY = read_only
    assert [finding.level for finding in database.check_replica()] == ([state] if state else [])


@pytest.mark.django_db
def test_clock_that_is_behind(monkeypatch: pytest.MonkeyPatch) -> None:
    session: Session = factories.session()
    finish(session=session, by=Actor())
    now = timezone.now()
    early = now - datetime.timedelta(days=400)
    monkeypatch.setattr(database, "connection", connection)
    monkeypatch.setattr(database.timezone, "now", lambda: early)
    [*_, (state, text)] = found(database.check_clock())
    assert state is ERROR
    assert text == (
        f"This machine's clock says {timezone.localtime(early):%Y-%m-%d %H:%M}, but the latest "
        f"log entry is of {timezone.localtime(now):%Y-%m-%d %H:%M}."
    )


# Data, disk, backups, secret


def test_folder_that_cannot_be_written(settings, folder: Path) -> None:
    settings.DATA_DIR = folder / "nowhere"
    assert found(data.check_folder()) == [
        (ERROR, f"The data folder {folder / 'nowhere'} is not writable: No such file or directory.")
    ]


@pytest.mark.parametrize(
    ("free", "state"), [(data.LITTLE - 1, ERROR), (data.SCARCE - 1, WARNING), (data.SCARCE, INFO)]
)
def test_disk_that_fills(
    monkeypatch: pytest.MonkeyPatch, folder: Path, free: int, state: int
) -> None:
    usage = type("Usage", (), {"free": free})()
    monkeypatch.setattr("shutil.disk_usage", lambda path: usage)
    [finding] = data.check_disk()
    assert finding.level is state
    assert finding.msg == f"{free / 2**20:.0f} MB are free on the disk of {folder}."


def test_backups_that_are_missing(folder: Path) -> None:
    assert found(data.check_backups()) == [
        (ERROR, f"There is no backup of the data in {folder / 'backups'}.")
    ]


def test_backups_are_not_missed_where_results_are_only_shown(settings) -> None:
    settings.READ_ONLY = True
    assert list(data.check_backups()) == []


@pytest.mark.django_db(transaction=True)
def test_backups_that_are_old_or_torn() -> None:
    backup = make_backup(Reason.ASKED)
    assert backup is not None
    assert [state for state, _ in found(data.check_backups())] in ([WARNING], [])
    old = backup.path.with_name("clubscore-20200101T193000Z-asked.jsonl.gz")
    backup.path.rename(old)
    backup.path.unlink(missing_ok=True)
    days = (timezone.now() - backups()[0].made_at).days
    assert found(data.check_backups())[0] == (
        ERROR, f"The latest of 1 backups is {days} days old and readable: {old}.",
    )  # fmt: skip
    old.write_bytes(old.read_bytes()[:-20])
    assert found(data.check_backups()) == [
        (
            ERROR,
            f"{old} is damaged: it ends too early or was changed since it was written. "
            "Take another backup.",
        )
    ]


@pytest.mark.django_db(transaction=True)
def test_backups_that_others_can_read() -> None:
    backup = make_backup(Reason.ASKED)
    assert backup is not None
    assert f"chmod 600 {backup.path}" not in advice(data.check_backups())
    backup.path.chmod(0o644)
    assert (WARNING, "Other users of this machine can read the backups.") in found(
        data.check_backups()
    )
    assert f"chmod 600 {backup.path}" in advice(data.check_backups())


def test_secret_that_is_short_or_open(settings, folder: Path) -> None:
    (folder / "secret_key").write_text(live.SECRET_KEY)
    (folder / "secret_key").chmod(0o600)
    assert found(data.check_secret()) == []
    (folder / "secret_key").chmod(0o644)
    assert advice(data.check_secret()) == [f"chmod 600 {folder / 'secret_key'}"]
    settings.SECRET_KEY = "short"
    assert found(data.check_secret()) == [(ERROR, "The secret that signs logins is short.")]


@pytest.mark.django_db
def test_first_password(folder: Path) -> None:
    assert list(data.check_first_login()) == []
    user = User.objects.create_user("director", password="abcd-efgh")
    save_login(folder=folder, login=Login("director", "abcd-efgh"))
    path = folder / "director-login.txt"
    assert found(data.check_first_login()) == [
        (WARNING, f"The first password is still in use, and is readable in {path}.")
    ]
    user.set_password("something else")
    user.save()
    assert found(data.check_first_login()) == [
        (WARNING, f"{path} contains a password that is no longer used.")
    ]


def test_leftovers(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (folder / "young.part").touch()
    (folder / "old.part").touch()
    yesterday = time.time() - 25 * 60 * 60
    os.utime(folder / "old.part", (yesterday, yesterday))
    said = " ".join(text for _, text in found(data.check_leftovers()))
    assert str(folder / "old.part") in said
    assert str(folder / "young.part") not in said


# Serving


def test_packages_are_those_of_the_pins(monkeypatch: pytest.MonkeyPatch) -> None:
    assert found(serving.check_versions()) == []
    monkeypatch.setattr(serving.importlib.metadata, "version", lambda name: "0.0")
    [(state, text)] = found(serving.check_versions())
    assert state is ERROR
    assert "django 0.0 (not " in text


def test_styles_that_are_not_collected(
    monkeypatch: pytest.MonkeyPatch, settings, folder: Path
) -> None:
    storage = type("Storage", (), {"hashed_files": {"css/clubscore.css": "css/clubscore.1.css"}})()
    monkeypatch.setattr(serving, "staticfiles_storage", storage)
    finder = type(
        "Finder", (), {"list": lambda self, ignored: [("css/clubscore.css", None), (".x", None)]}
    )()
    monkeypatch.setattr(serving, "get_finders", lambda: [finder])
    settings.STATIC_ROOT = folder
    assert found(serving.check_static_files()) == [
        (
            ERROR,
            "1 of 1 styles, scripts and pictures are not collected, such as css/clubscore.css: "
            "pages fail.",
        )
    ]
    (folder / "css").mkdir()
    (folder / "css" / "clubscore.1.css").touch()
    assert found(serving.check_static_files()) == []


def test_pictures_of_the_guides_are_collected_in_a_folder_of_their_own(
    folder: Path, settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    guides = type("Storage", (), {"prefix": "help"})()
    # As Windows names a file in a folder.
    names = [("entry\\typing.png", guides)]
    finder = type("Finder", (), {"list": lambda self, ignored: names})()
    monkeypatch.setattr(serving, "get_finders", lambda: [finder])
    storage = type("Storage", (), {"hashed_files": {"help/entry/typing.png": "help/typing.1.png"}})
    monkeypatch.setattr(serving, "staticfiles_storage", storage())
    settings.STATIC_ROOT = folder
    assert [state for state, _ in found(serving.check_static_files())] == [ERROR]

    (folder / "help").mkdir()
    (folder / "help" / "typing.1.png").touch()
    assert found(serving.check_static_files()) == []


def test_names_of_a_laptop_are_well(settings) -> None:
    settings.ALLOWED_HOSTS = ["127.0.0.1", "localhost", "[::1]"]
    assert found(serving.check_names()) == []


def test_names_of_a_server(settings, monkeypatch: pytest.MonkeyPatch) -> None:
    settings.ALLOWED_HOSTS = ["club.example"]
    assert [state for state, _ in found(serving.check_names())] == [WARNING]
    settings.SESSION_COOKIE_SECURE = True
    assert advice(serving.check_names()) == [
        "If forms are refused, set CLUBSCORE_ORIGINS=https://club.example"
    ]
    settings.CSRF_TRUSTED_ORIGINS = ["https://club.example"]
    assert found(serving.check_names()) == []
    monkeypatch.setattr(server, "address", "0.0.0.0")
    assert [state for state, _ in found(serving.check_names())] == [WARNING]
    settings.DEBUG = True
    settings.ALLOWED_HOSTS = ["*"]
    assert [state for state, _ in found(serving.check_names())][:2] == [ERROR] * 2


@pytest.mark.parametrize(
    ("taken", "complaint", "expected"),
    [
        (False, "", []),
        (True, "", []),
        (
            True,
            "no answer: timed out",
            [(ERROR, "Somebody listens on port 8000, but does not answer as clubscore does.")],
        ),
        (
            True,
            '503 {"ok": false, "disk": "full"}',
            [
                (
                    ERROR,
                    "clubscore is running on port 8000, but is not healthy: "
                    '503 {"ok": false, "disk": "full"}',
                )
            ],
        ),
    ],
)
def test_port(
    monkeypatch: pytest.MonkeyPatch, taken: bool, complaint: str, expected: list[tuple[int, str]]
) -> None:
    monkeypatch.setattr(server, "port", 8000)
    monkeypatch.setattr(server, "is_taken", lambda: taken)
    monkeypatch.setattr(healthcheck, "complaint", lambda port, host: complaint)
    assert found(serving.check_processes()) == expected


def test_a_server_on_another_port_runs(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[int] = []
    monkeypatch.setattr(server, "is_taken", lambda: False)
    monkeypatch.setattr(server_lock, "port_of", lambda folder: 8341)
    monkeypatch.setattr(healthcheck, "complaint", lambda port, host: asked.append(port) or "")
    assert [finding.msg for finding in serving.check_processes()] == [
        "clubscore is running and answers on port 8341."
    ]
    assert asked == [8341]


def test_too_many_processes(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(server, "is_taken", lambda: False)
    monkeypatch.setattr(server, "kind", server.GUNICORN)
    monkeypatch.setattr(server, "workers", 999)
    assert [state for state, _ in found(serving.check_numbers())] == [WARNING]
    monkeypatch.setattr(server, "workers", 0)
    assert [state for state, _ in found(serving.check_numbers())] == [ERROR]
