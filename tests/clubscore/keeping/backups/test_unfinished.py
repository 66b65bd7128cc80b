import errno
import fcntl
import os
import subprocess
import sys
import time
from io import StringIO
from pathlib import Path

import pytest

from clubscore.files import locks
from clubscore.keeping.backups.restoring import restore_backup
from clubscore.keeping.backups.unfinished import Progress, draft, on_terminal, remove_leftovers
from clubscore.keeping.backups.writing import write_backup
from players.models import Club
from tests.windows.sitecustomize import refuse_open

OURS = (
    "clubscore-abc_1234.part",
    "clubscore-abc_1234.part-journal",
    "clubscore-alone123.part-wal",
    "tmpabc_1234.part",
    "tmpabc_1234.part-shm",
    "clubscore-20260305T193000Z-evening.jsonl.gz.4711.part",
)

OTHERS = (
    "clubscore-20260305T193000Z-evening.jsonl.gz",
    "clubscore.sqlite3",
    "clubscore.sqlite3-journal",
    "clubscore.sqlite3.damaged-1",
    "director-login.txt",
    "holiday.part",
    "letter.txt.part",
    "secret_key",
    "tmp-notes.part",
)


def names(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


def make_old(path: Path) -> None:
    yesterday = time.time() - 25 * 60 * 60
    os.utime(path, (yesterday, yesterday))


def test_a_draft_is_the_owner_s_alone_and_goes_with_what_is_beside_it(tmp_path: Path) -> None:
    with draft(tmp_path) as path:
        assert path.parent == tmp_path
        assert path.stat().st_mode & 0o777 == 0o600
        path.with_name(path.name + "-journal").touch()
        assert len(names(tmp_path)) == 2

    assert names(tmp_path) == []


def test_a_draft_that_was_renamed_stays(tmp_path: Path) -> None:
    with draft(tmp_path) as path:
        path.replace(tmp_path / "backup")

    assert names(tmp_path) == ["backup"]


def test_only_our_own_leftovers_are_deleted(tmp_path: Path) -> None:
    for name in (*OURS, *OTHERS):
        (tmp_path / name).touch()

    removed = remove_leftovers([tmp_path, tmp_path, tmp_path / "missing"])

    assert [path.name for path in removed] == sorted(OURS)
    assert names(tmp_path) == sorted(OTHERS)


def test_a_draft_in_use_stays_until_its_process_dies(tmp_path: Path) -> None:
    code = (
        "import sys; from pathlib import Path\n"
        "from clubscore.keeping.backups.unfinished import draft\n"
        "with draft(Path(sys.argv[1])) as path:\n"
        "    path.with_name(path.name + '-journal').touch()\n"
        "    print('ready', flush=True); sys.stdin.read()"
    )
    with subprocess.Popen(
        [sys.executable, "-c", code, str(tmp_path)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    ) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "ready\n"
        assert remove_leftovers([tmp_path]) == []
        assert len(names(tmp_path)) == 2
        process.kill()

    assert len(remove_leftovers([tmp_path])) == 2
    assert names(tmp_path) == []


def test_where_open_files_stay_the_lock_is_beside_the_draft(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("replace", "unlink"):
        monkeypatch.setattr(os, name, refuse_open(getattr(os, name)))
    monkeypatch.setattr(locks, "OPEN_FILES_STAY", True)
    left = ("clubscore-killed12.part", "clubscore-killed12.part-lock", "clubscore-alone123.part")
    for name in left:
        (tmp_path / name).touch()
    with draft(tmp_path) as kept, draft(tmp_path) as dropped:
        assert {path.name for path in remove_leftovers([tmp_path])} == set(left)
        assert dropped.exists()
        kept.replace(tmp_path / "backup")

    assert names(tmp_path) == ["backup"]


def test_in_a_folder_without_locks_a_day_tells(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(handle: int, operation: int) -> None:
        raise OSError(errno.ENOLCK, "No locks available")

    monkeypatch.setattr(fcntl, "flock", refuse)
    young, old = tmp_path / "clubscore-youngone.part", tmp_path / "clubscore-anoldone.part"
    for path in (young, old):
        path.touch()
    make_old(old)
    with draft(tmp_path) as used:
        assert remove_leftovers([tmp_path]) == [old]
        assert used.exists()

    assert names(tmp_path) == [young.name]


def test_a_draft_that_another_start_takes_for_a_leftover_is_made_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    lock, drafts = fcntl.flock, []

    def delete_the_first(handle: int, operation: int) -> None:
        lock(handle, operation)
        if not drafts:
            drafts.extend(tmp_path.iterdir())
            drafts[0].unlink()

    monkeypatch.setattr(fcntl, "flock", delete_the_first)
    with draft(tmp_path) as path:
        assert path.exists()
        assert path != drafts[0]


def test_a_secret_that_was_never_finished_goes_after_a_day(tmp_path: Path) -> None:
    young, old = (tmp_path / f"secret_key.4711.{each * 4}" for each in ("0a", "1b"))
    for path in (young, old):
        path.touch()
    make_old(old)

    assert remove_leftovers([tmp_path]) == [old]
    assert names(tmp_path) == [young.name]


def test_what_belongs_elsewhere_is_not_followed(tmp_path: Path) -> None:
    (tmp_path / "letter").write_text("Dear club,")
    link = tmp_path / "clubscore-abcdefgh.part"
    link.symlink_to(tmp_path / "letter")

    assert remove_leftovers([tmp_path]) == []
    assert (tmp_path / "letter").read_text() == "Dear club,"


class Terminal(StringIO):
    def isatty(self) -> bool:
        return True


def test_each_percentage_is_shown_once() -> None:
    shown: list[int] = []
    progress = Progress(200, shown.append)
    for _ in range(5):
        progress.add(1)
    progress.add(194)
    progress.add(1)
    # There were more than were counted.
    progress.add(9)
    assert shown == [0, 1, 2, 99, 100]


def test_a_terminal_shows_one_line_and_a_log_none() -> None:
    terminal, log = Terminal(), StringIO()
    for stream in (terminal, log):
        show = on_terminal(stream, "Restoring …")
        show(7)
        show(100)
    assert terminal.getvalue() == "\rRestoring … 7 %\rRestoring … 100 %\n"
    assert log.getvalue() == ""


@pytest.mark.large
@pytest.mark.django_db(transaction=True)
def test_a_restore_ends_at_a_hundred(tmp_path: Path) -> None:
    Club.objects.create(name="Meadow")
    shown: list[int] = []
    write_backup(tmp_path / "club", show=shown.append)
    assert shown == sorted(shown)
    restored: list[int] = []
    restore_backup(tmp_path / "club", show=restored.append)
    assert (restored, restored[-1]) == (sorted(set(restored)), 100)
