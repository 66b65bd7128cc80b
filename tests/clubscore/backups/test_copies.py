import datetime
import os
import time
from pathlib import Path

import pytest
from django.utils import timezone

from clubscore.backups import archive
from clubscore.backups.copies import Reason, copies, find_copy, make_copy, thin_out, write_file
from clubscore.problems import Refused
from players.models import Player

pytestmark = pytest.mark.django_db(transaction=True)


def test_a_copy_is_named_by_its_moment_and_reason(copies_folder: Path) -> None:
    before = timezone.now().replace(microsecond=0)
    copy = make_copy(Reason.UPDATE)
    assert copies() == [copy]
    assert find_copy(copy.name) == copy
    assert find_copy("clubscore.jsonl.gz") is None
    assert before <= copy.made_at <= timezone.now()
    assert copy.name == f"clubscore-{copy.made_at:%Y%m%dT%H%M%SZ}-update.jsonl.gz"
    assert copies_folder.stat().st_mode & 0o777 == 0o700
    assert sorted(path.name for path in copies_folder.iterdir()) == [".lock", copy.name]


def test_two_copies_of_one_second_are_two() -> None:
    first, second = make_copy(Reason.ASKED), make_copy(Reason.ASKED)
    assert copies() == [second, first]


def test_no_copy_is_made_while_there_is_a_young_one() -> None:
    hours = datetime.timedelta(hours=5)
    first = make_copy(Reason.EVENING, unless_younger_than=hours)
    assert make_copy(Reason.EVENING, unless_younger_than=hours) is None
    old = first.made_at - hours
    first.path.rename(first.path.with_name(f"clubscore-{old:%Y%m%dT%H%M%SZ}-evening.jsonl.gz"))
    assert make_copy(Reason.EVENING, unless_younger_than=hours) is not None


def test_a_copy_that_fails_leaves_nothing(
    copies_folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(path: Path, **options: object) -> None:
        path.write_bytes(b"half")
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("clubscore.backups.copies.write_backup", broken)
    with pytest.raises(Refused) as refusal:
        make_copy(Reason.ASKED)
    assert str(refusal.value) == (
        f"No copy could be made in {copies_folder}: No space left on device."
    )
    assert [path.name for path in copies_folder.iterdir()] == [".lock"]


def test_a_file_that_cannot_be_read_again_is_no_copy(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def torn(path: Path, **options: object) -> None:
        path.write_bytes(b"half")

    monkeypatch.setattr("clubscore.backups.copies.write_backup", torn)
    with pytest.raises(Refused, match="is no backup"):
        write_file(tmp_path / "backup")
    assert list(tmp_path.iterdir()) == []


def test_old_copies_are_thinned_and_other_files_left(copies_folder: Path) -> None:
    copies_folder.mkdir()
    now = timezone.now().astimezone(datetime.UTC)
    for minute in range(14):
        moment = now - datetime.timedelta(minutes=minute)
        (copies_folder / f"clubscore-{moment:%Y%m%dT%H%M%SZ}-start.jsonl.gz").touch()
    (copies_folder / "letter.txt").touch()
    (copies_folder / "clubscore-20200101T000000Z-unknown.jsonl.gz").touch()
    before = copies()

    assert thin_out(now=now) == before[10:]
    assert copies() == before[:10]
    assert (copies_folder / "letter.txt").exists()
    assert (copies_folder / "clubscore-20200101T000000Z-unknown.jsonl.gz").exists()


def test_drafts_of_yesterday_go(copies_folder: Path) -> None:
    copies_folder.mkdir()
    old, young = copies_folder / "old.part", copies_folder / "young.part"
    for path in (old, young):
        path.touch()
    yesterday = time.time() - 25 * 60 * 60
    os.utime(old, (yesterday, yesterday))
    make_copy(Reason.ASKED)
    assert (old.exists(), young.exists()) == (False, True)


def test_a_copy_holds_what_there_was_when_it_was_made() -> None:
    Player.objects.create(given="Ann", family="Other")
    copy = make_copy(Reason.ASKED)
    Player.objects.create(given="Bo", family="Later")
    assert archive.inspect(copy.path).ending.rows["players.player"] == 1
