import os
import sys
from contextlib import nullcontext
from io import StringIO
from pathlib import Path
from unittest.mock import MagicMock, patch

import pytest
from django.core.management import CommandError, call_command
from django.db import DatabaseError, OperationalError

from clubscore.management.commands import start
from clubscore.server import configuration as server, server_lock, starting as first_start
from clubscore.server.starting import Login
from clubscore.text.problems import Refused
from events.exchange.services import analysis

pytestmark = pytest.mark.both_databases


@pytest.fixture
def steps(monkeypatch: pytest.MonkeyPatch, tmp_path: Path, settings) -> list[str]:
    """The steps of a start, in order, without doing them."""
    done: list[str] = []
    settings.DATA_DIR = settings.STATIC_ROOT = tmp_path
    monkeypatch.setattr(start.starting, "collect_static", lambda: None)
    monkeypatch.setattr(server, "is_taken", lambda: False)
    monkeypatch.setattr(start, "one_start_at_a_time", nullcontext)
    monkeypatch.setattr(start.schema, "applied", lambda connection: {})
    monkeypatch.setattr(start.sqlite, "set_journal", lambda connection: done.append("journal"))
    monkeypatch.setattr(start.evening, "back_up_at_start", lambda *, wait: done.append("backup"))
    monkeypatch.setattr(start, "call_command", lambda name, **options: done.append(name))
    monkeypatch.setattr(start, "connection", MagicMock())
    monkeypatch.setattr(analysis, "is_behind", lambda: False)
    monkeypatch.setattr(
        os, "execv", lambda program, arguments: done.append(" ".join(arguments[1:]))
    )
    return done


def test_start_migrates_and_becomes_the_server(steps: list[str]):
    out = StringIO()
    with patch.object(first_start, "prepare_first_start", return_value=None):
        call_command("start", stdout=out)

    assert steps == [
        "journal",
        "backup",
        "migrate",
        "clearsessions",
        "-m clubscore.server.waitress_server",
    ]
    assert out.getvalue() == ""


@pytest.mark.parametrize(("read_only", "expected"), [(False, 1), (True, 0)])
def test_hands_that_waited_are_worked_out_after_a_start(
    steps: list[str], monkeypatch: pytest.MonkeyPatch, settings, read_only: bool, expected: int
):
    settings.READ_ONLY = read_only
    asked: list[str] = []
    monkeypatch.setattr(analysis, "has_solver", lambda: True)
    monkeypatch.setattr(analysis, "is_behind", lambda: True)
    monkeypatch.setattr(analysis, "ask", lambda *, kind, by, again: asked.append(kind))
    monkeypatch.setattr(start.schema, "pending", lambda connection: [])
    monkeypatch.setattr(start.schema, "applied", lambda connection: {"events": ["0001_initial"]})
    with patch.object(first_start, "prepare_first_start", return_value=None):
        call_command("start", stdout=StringIO())

    assert asked == ["analysis"] * expected


@pytest.mark.parametrize("only", [True, False])
def test_start_collects_what_pages_are_made_of(
    steps: list[str], monkeypatch: pytest.MonkeyPatch, only: bool
):
    monkeypatch.setattr(start.starting, "collect_static", lambda: steps.append("collect"))

    with patch.object(first_start, "prepare_first_start", return_value=None):
        call_command("start", prepare=True, collect=only, stdout=StringIO())

    rest = [] if only else ["journal", "backup", "migrate", "clearsessions"]
    assert steps == ["collect", *rest]


def test_start_becomes_this_very_python(steps: list[str], monkeypatch: pytest.MonkeyPatch):
    programs: list[str] = []
    monkeypatch.setattr(os, "execv", lambda program, arguments: programs.append(program))

    with patch.object(first_start, "prepare_first_start", return_value=None):
        call_command("start", stdout=StringIO())

    assert programs == [sys.executable]


def test_first_start_prints_the_login(steps: list[str], tmp_path: Path):
    out = StringIO()
    login = Login("director", "abcd-efgh")
    with patch.object(first_start, "prepare_first_start", return_value=login):
        call_command("start", prepare=True, stdout=out)

    assert out.getvalue().splitlines() == [
        "The demo club is ready. The director's login:",
        "  name      director",
        "  password  abcd-efgh",
        f"It is also in {tmp_path / 'director-login.txt'}",
    ]
    assert steps == ["journal", "backup", "migrate", "clearsessions"]


def test_later_start_says_where_the_login_is(steps: list[str], tmp_path: Path):
    (tmp_path / "director-login.txt").touch()
    out = StringIO()
    with patch.object(first_start, "prepare_first_start", return_value=None):
        call_command("start", prepare=True, stdout=out)

    assert out.getvalue() == (f"The director's login is in {tmp_path / 'director-login.txt'}\n")


def test_start_on_a_taken_port_that_was_named(steps: list[str], monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(server, "is_taken", lambda: True)
    monkeypatch.setattr(server, "take_next_port", lambda: False)
    monkeypatch.setattr(server, "port", 8000)

    with pytest.raises(CommandError, match=r"Another port: --port 8001"):
        call_command("start")

    assert steps == []


def test_start_takes_another_port(steps: list[str], monkeypatch: pytest.MonkeyPatch):
    def take() -> bool:
        monkeypatch.setattr(server, "port", 8003)
        return True

    monkeypatch.setattr(server, "is_taken", lambda: True)
    monkeypatch.setattr(server, "take_next_port", take)
    monkeypatch.setattr(server, "port", 8000)
    held: list[int] = []
    monkeypatch.setattr(
        server_lock, "hold", lambda folder, *, port, alone: held.append(port) or True
    )
    out = StringIO()

    with patch.object(first_start, "prepare_first_start", return_value=None):
        call_command("start", stdout=out)

    said = "Port 8000 is taken by another program; clubscore uses 8003 this time.\n"
    assert (out.getvalue(), held) == (said, [8003])


def full_disk(*, wait: bool) -> None:
    raise Refused.because("Only 3 MB are free.")


@pytest.mark.parametrize("port", [8341, 0])
def test_second_server_on_sqlite_is_refused(
    steps: list[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path, port: int
):
    start.connection.vendor = "sqlite"
    monkeypatch.setattr(server, "port", 8000)
    monkeypatch.setattr(server_lock, "hold", lambda folder, *, port, alone: not alone)
    monkeypatch.setattr(server_lock, "port_of", {tmp_path: port}.get)

    with pytest.raises(CommandError) as refused:
        call_command("start")

    assert str(refused.value) == (
        f"clubscore is already running with the data folder {tmp_path}, on port {port or '?'}; "
        "a SQLite database can have only one server. Stop that server first, or give this one its "
        "own data folder and port: CLUBSCORE_DATA=… PORT=8001 make run. Several servers need "
        "PostgreSQL: docs/scaling.md."
    )
    assert steps == []


def test_second_server_on_postgresql_starts(steps: list[str], monkeypatch: pytest.MonkeyPatch):
    start.connection.vendor = "postgresql"
    monkeypatch.setattr(server_lock, "hold", lambda folder, *, port, alone: not alone)

    with patch.object(first_start, "prepare_first_start", return_value=None):
        call_command("start", stdout=StringIO())

    assert steps[-1].startswith("-m clubscore.server")


def test_preparing_is_no_second_server(steps: list[str], monkeypatch: pytest.MonkeyPatch):
    start.connection.vendor = "sqlite"
    monkeypatch.setattr(server_lock, "hold", lambda folder, *, port, alone: False)

    with patch.object(first_start, "prepare_first_start", return_value=None):
        call_command("start", prepare=True, stdout=StringIO())

    assert "migrate" in steps


def test_update_without_a_backup_is_refused(steps: list[str], monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(start.evening, "back_up_at_start", full_disk)
    monkeypatch.setattr(start.schema, "pending", lambda connection: [("events", "0002")])

    with pytest.raises(CommandError) as refused:
        call_command("start", prepare=True)

    assert str(refused.value) == (
        "Only 3 MB are free.\n"
        "The database is not brought up to date without a backup. To do so all the same: "
        "python manage.py migrate"
    )
    assert steps == ["journal"]


def test_evening_without_a_copy_begins_all_the_same(
    steps: list[str], monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(start.evening, "back_up_at_start", full_disk)
    monkeypatch.setattr(start.schema, "pending", lambda connection: [])
    complaints = StringIO()

    with patch.object(first_start, "prepare_first_start", return_value=None):
        call_command("start", prepare=True, stderr=complaints)

    assert complaints.getvalue() == "Only 3 MB are free.\n"
    assert steps == ["journal", "migrate", "clearsessions"]


def test_without_a_database_a_start_says_so(steps: list[str], monkeypatch: pytest.MonkeyPatch):
    gone = MagicMock()
    gone.ensure_connection.side_effect = DatabaseError("file is not\n a database")
    monkeypatch.setattr(start, "connection", gone)

    with pytest.raises(CommandError) as refused:
        call_command("start")

    assert str(refused.value) == (
        "The database does not answer: file is not a database\n"
        "Is the server running, and is DATABASE_URL right (docs/keeping.md)? A damaged file is "
        "replaced by a backup: manage.py restore."
    )
    assert steps == []


def test_what_the_database_refuses_is_reported(steps: list[str], monkeypatch: pytest.MonkeyPatch):
    def refuse(connection: object) -> None:
        raise OperationalError("attempt to write a readonly database")

    monkeypatch.setattr(start.sqlite, "set_journal", refuse)

    with pytest.raises(CommandError) as refused:
        call_command("start")

    assert str(refused.value) == (
        "The database answers with an error: attempt to write a readonly database\n"
        "Run manage.py doctor for details."
    )
    assert steps == []


# A server that only shows results


@pytest.fixture
def ready(steps: list[str], settings, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    settings.READ_ONLY = True
    monkeypatch.setattr(start.schema, "applied", lambda connection: {"events": ["0001"]})
    monkeypatch.setattr(start.schema, "pending", lambda connection: [])
    return steps


def test_server_that_only_reads_changes_nothing(ready: list[str]):
    call_command("start", stdout=StringIO())

    assert ready == ["-m clubscore.server.waitress_server"]


@pytest.mark.parametrize(
    ("applied", "pending"), [({}, []), ({"events": ["0001"]}, [("events", "0002")])]
)
def test_server_that_only_reads_waits_for_the_update(
    ready: list[str],
    monkeypatch: pytest.MonkeyPatch,
    applied: dict[str, list[str]],
    pending: list[tuple[str, str]],
):
    monkeypatch.setattr(start.schema, "applied", lambda connection: applied)
    monkeypatch.setattr(start.schema, "pending", lambda connection: pending)

    with pytest.raises(CommandError) as refused:
        call_command("start")

    assert str(refused.value) == (
        "The database is not up to date, and with CLUBSCORE_READ_ONLY it is only read. First start "
        "this release where results are entered."
    )
    assert ready == []


@pytest.mark.parametrize("read_only", [False, True])
def test_database_of_a_newer_release_is_left_alone(
    steps: list[str], monkeypatch: pytest.MonkeyPatch, settings, read_only: bool
):
    def refuse(connection: object) -> None:
        raise Refused.because("Update clubscore.")

    settings.READ_ONLY = read_only
    monkeypatch.setattr(start.schema, "applied", refuse)

    with pytest.raises(CommandError) as refused:
        call_command("start")

    assert str(refused.value) == (
        "Update clubscore.\nOr restore the backup that was made before that: python manage.py "
        "restore --discard-present NAME (docs/keeping.md)."
    )
    assert steps == []


# In Dutch


def test_start_speaks_dutch(steps: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("LANGUAGE", "nl")
    out = StringIO()
    login = Login("director", "abcd-efgh")
    with patch.object(first_start, "prepare_first_start", return_value=login):
        call_command("start", prepare=True, stdout=out)

    assert out.getvalue().splitlines() == [
        "De democlub staat klaar. De inlog van de wedstrijdleider:",
        "  naam      director",
        "  wachtwoord abcd-efgh",
        f"Deze staat in {tmp_path / 'director-login.txt'}",
    ]
