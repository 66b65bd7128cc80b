from io import StringIO
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

from clubscore.keeping.backups import archive
from clubscore.keeping.backups.store import Reason, backups
from clubscore.management.commands import backup
from clubscore.text.problems import Refused

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture(autouse=True)
def backups_folder(tmp_path: Path, settings) -> Path:
    settings.BACKUP_DIR = tmp_path / "backups"
    return tmp_path / "backups"


def run(*arguments: object, **options: object) -> str:
    out = StringIO()
    call_command("backup", *map(str, arguments), stdout=out, **options)
    return out.getvalue()


def test_backup_goes_into_the_folder_of_copies() -> None:
    said = run()
    [backup] = backups()
    assert backup.reason is Reason.ASKED
    assert said == f"Backed up to {backup.path} (0.0 MB).\n"


def test_backup_into_a_file(tmp_path: Path) -> None:
    said = run(tmp_path / "club.gz")
    ending = archive.inspect(tmp_path / "club.gz").ending
    assert said == (
        f"Backed up {sum(ending.rows.values())} rows of {len(ending.rows)} tables to"
        f" {tmp_path / 'club.gz'}.\n"
    )
    assert (tmp_path / "club.gz").stat().st_mode & 0o777 == 0o600


def test_backup_overwrites_nothing(tmp_path: Path) -> None:
    (tmp_path / "club.gz").write_text("precious")
    with pytest.raises(CommandError) as refused:
        run(tmp_path / "club.gz")
    assert str(refused.value) == f"{tmp_path / 'club.gz'} already exists; choose another file name."
    assert (tmp_path / "club.gz").read_text() == "precious"


def test_backup_into_no_folder_is_refused(tmp_path: Path) -> None:
    with pytest.raises(CommandError, match="No backup could be made"):
        run(tmp_path / "nowhere" / "club.gz")


def test_backup_that_is_refused_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(reason: Reason, **options: object) -> None:
        raise Refused.because("Only 3 MB are free.")

    monkeypatch.setattr(backup, "make_backup", refuse)
    with pytest.raises(CommandError, match=r"^Only 3 MB are free\.$"):
        run()
