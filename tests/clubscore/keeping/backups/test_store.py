import datetime
from pathlib import Path

import pytest
from django.utils import timezone

from clubscore.keeping.backups import archive
from clubscore.keeping.backups.store import (
    Reason,
    backups,
    find_backup,
    make_backup,
    thin_out,
    write_file,
)
from clubscore.text.problems import Refused
from players.models import Player

pytestmark = pytest.mark.django_db(transaction=True)


def test_a_backup_is_named_by_its_moment_and_reason(backups_folder: Path) -> None:
    before = timezone.now().replace(microsecond=0)
    backup = make_backup(Reason.UPDATE)
    assert backups() == [backup]
    assert find_backup(backup.name) == backup
    assert find_backup("clubscore.jsonl.gz") is None
    assert before <= backup.made_at <= timezone.now()
    assert backup.name == f"clubscore-{backup.made_at:%Y%m%dT%H%M%SZ}-update.jsonl.gz"
    assert backups_folder.stat().st_mode & 0o777 == 0o700
    assert sorted(path.name for path in backups_folder.iterdir()) == [".lock", backup.name]


def test_two_backups_of_one_second_are_two() -> None:
    first, second = make_backup(Reason.ASKED), make_backup(Reason.ASKED)
    assert backups() == [second, first]


def test_no_backup_is_made_while_there_is_a_young_one() -> None:
    hours = datetime.timedelta(hours=5)
    first = make_backup(Reason.EVENING, unless_younger_than=hours)
    assert make_backup(Reason.EVENING, unless_younger_than=hours) is None
    old = first.made_at - hours
    first.path.rename(first.path.with_name(f"clubscore-{old:%Y%m%dT%H%M%SZ}-evening.jsonl.gz"))
    assert make_backup(Reason.EVENING, unless_younger_than=hours) is not None


def test_a_backup_that_fails_leaves_nothing(
    backups_folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(path: Path, **options: object) -> None:
        path.write_bytes(b"half")
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("clubscore.keeping.backups.store.write_backup", broken)
    with pytest.raises(Refused) as refusal:
        make_backup(Reason.ASKED)
    assert str(refusal.value) == (
        f"No backup could be made in {backups_folder}: No space left on device."
    )
    assert [path.name for path in backups_folder.iterdir()] == [".lock"]


def test_a_file_that_cannot_be_read_again_is_no_backup(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def torn(path: Path, **options: object) -> None:
        path.write_bytes(b"half")

    monkeypatch.setattr("clubscore.keeping.backups.store.write_backup", torn)
    with pytest.raises(Refused, match="is not a clubscore backup"):
        write_file(tmp_path / "backup")
    assert list(tmp_path.iterdir()) == []


def test_old_backups_are_thinned_and_other_files_left(backups_folder: Path) -> None:
    backups_folder.mkdir()
    now = timezone.now().astimezone(datetime.UTC)
    for minute in range(14):
        moment = now - datetime.timedelta(minutes=minute)
        (backups_folder / f"clubscore-{moment:%Y%m%dT%H%M%SZ}-start.jsonl.gz").touch()
    (backups_folder / "letter.txt").touch()
    (backups_folder / "clubscore-20200101T000000Z-unknown.jsonl.gz").touch()
    before = backups()

    assert thin_out(now=now) == before[10:]
    assert backups() == before[:10]
    assert (backups_folder / "letter.txt").exists()
    assert (backups_folder / "clubscore-20200101T000000Z-unknown.jsonl.gz").exists()


def test_what_killed_backups_left_goes_before_the_next(
    backups_folder: Path, tmp_path: Path
) -> None:
    elsewhere = tmp_path / "stick"
    for folder in (backups_folder, elsewhere):
        folder.mkdir()
        (folder / "clubscore-abcdefgh.part").touch()
        (folder / "holiday.part").touch()
    backup = make_backup(Reason.ASKED)
    assert sorted(path.name for path in backups_folder.iterdir()) == sorted(
        (".lock", backup.name, "holiday.part")
    )
    write_file(elsewhere / "club.gz")
    assert sorted(path.name for path in elsewhere.iterdir()) == ["club.gz", "holiday.part"]


def test_a_backup_holds_what_there_was_when_it_was_made() -> None:
    Player.objects.create(given="Ann", family="Other")
    backup = make_backup(Reason.ASKED)
    Player.objects.create(given="Bo", family="Later")
    assert archive.inspect(backup.path).ending.rows["players.player"] == 1
