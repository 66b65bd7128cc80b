"""The command around a restore; that every row comes back is for test_restoring.py."""

from io import StringIO
from pathlib import Path

import pytest
from django.conf import settings
from django.core.management import CommandError, call_command
from django.db import connection

from clubscore.keeping.backups.store import Reason, backups, make_backup, write_file
from clubscore.management.commands import restore
from clubscore.server import configuration as server, server_lock
from clubscore.text.problems import Refused
from players.models import Player

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture(autouse=True)
def backups_folder(tmp_path: Path, settings) -> Path:
    settings.BACKUP_DIR = tmp_path / "backups"
    return tmp_path / "backups"


@pytest.fixture
def restored(monkeypatch: pytest.MonkeyPatch) -> list[Path]:
    """The files that were restored, without doing it; nobody listens on the port."""
    files: list[Path] = []
    monkeypatch.setattr(restore, "restore_backup", lambda path, **_: files.append(path))
    monkeypatch.setattr(server, "is_taken", lambda: False)
    return files


def run(*arguments: object, **options: object) -> list[str]:
    out = StringIO()
    call_command("restore", *map(str, arguments), stdout=out, **options)
    return out.getvalue().splitlines()


@pytest.fixture
def backup(tmp_path: Path) -> Path:
    Player.objects.create(given="Ann", family="Other")
    write_file(tmp_path / "club.gz")
    return tmp_path / "club.gz"


def test_restore_keeps_the_present_state_first(backup: Path, restored: list[Path]) -> None:
    said = run(backup, yes=True)
    [present] = backups()
    assert present.reason is Reason.RESTORE
    assert restored == [backup]
    assert said[0].startswith(f"{backup}: of ")
    assert said[1:] == [
        "It contains 1 players, 0 sessions, 0 lines of travellers, 0 tournaments, 0 users.",
        f"The present state is backed up in {present.path}",
        "Restored. Start clubscore; everybody must log in again.",
    ]


def test_restore_finds_a_backup_by_its_name(restored: list[Path]) -> None:
    backup = make_backup(Reason.ASKED)
    run(backup.name, yes=True)
    assert restored == [backup.path]


def test_restore_asks(backup: Path, restored: list[Path], monkeypatch: pytest.MonkeyPatch) -> None:
    answers = iter(["no", " Yes "])
    asked: list[str] = []
    monkeypatch.setattr("builtins.input", lambda question: asked.append(question) or next(answers))
    with pytest.raises(CommandError, match="Nothing was changed"):
        run(backup)
    assert (restored, backups()) == ([], [])
    run(backup)
    assert restored == [backup]
    name = connection.settings_dict["NAME"]
    assert [question.startswith(f"Replace everything in {name}") for question in asked] == [
        True
    ] * 2


def test_restore_that_only_looks_changes_nothing(backup: Path, restored: list[Path]) -> None:
    assert len(run(backup, check=True)) == 2
    assert (restored, backups()) == ([], [])


def test_restore_is_refused_while_clubscore_runs(
    backup: Path, restored: list[Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(server, "is_taken", lambda: True)
    with pytest.raises(CommandError, match=r"clubscore still runs\. Stop it first"):
        run(backup, yes=True)
    assert (restored, backups()) == ([], [])


def test_restore_is_refused_while_clubscore_runs_on_another_port(
    backup: Path, restored: list[Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(server_lock, "port_of", {settings.DATA_DIR: 8341}.get)
    with pytest.raises(CommandError, match=r"^Somebody listens on port 8341: clubscore still runs"):
        run(backup, yes=True)
    assert (restored, backups()) == ([], [])


def test_where_a_damaged_database_is_kept_is_reported(
    backup: Path, restored: list[Path], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(
        restore, "restore_backup", lambda path, on_set_aside, **_: on_set_aside(tmp_path)
    )
    complaints = StringIO()
    run(backup, yes=True, stderr=complaints)
    assert complaints.getvalue() == f"The damaged database is now {tmp_path}\n"


def test_restore_of_something_else_is_refused(tmp_path: Path, restored: list[Path]) -> None:
    (tmp_path / "letter").write_text("Dear club,")
    for name, words in (("letter", "is not a clubscore backup"), ("gone", "cannot be read")):
        with pytest.raises(CommandError, match=words):
            run(tmp_path / name, yes=True)
    assert (restored, backups()) == ([], [])


def test_restore_without_a_backup_of_the_present_is_refused(
    backup: Path, restored: list[Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(reason: Reason, **_: object) -> None:
        raise Refused.because("Only 3 MB are free.")

    monkeypatch.setattr(restore, "make_backup", refuse)
    with pytest.raises(CommandError) as refused:
        run(backup, yes=True)
    assert str(refused.value) == (
        "Nothing was changed, because the present state could not be backed up: Only 3 MB are "
        "free.\n"
        "To restore anyway: --discard-present"
    )
    assert restored == []
    complaints = StringIO()
    run(backup, yes=True, discard_present=True, stderr=complaints)
    assert complaints.getvalue() == "The present state was not backed up: Only 3 MB are free.\n"
    assert restored == [backup]
