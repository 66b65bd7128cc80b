import tarfile
import zipfile
from pathlib import Path

import pytest

from launcher import exchanging, updating
from launcher.console import Trouble
from launcher.folders import Folders


def make_program(folder: Path, version: str) -> Path:
    for name in updating.NEEDED:
        path = folder / name
        if "." in name:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text("")
        else:
            path.mkdir(parents=True)
    (folder / "clubscore" / "__init__.py").write_text(f'__version__ = "{version}"\n')
    (folder / "clubscore" / f"only_{version[0]}.py").write_text("")
    return folder


@pytest.fixture
def folders(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Folders:
    program = make_program(tmp_path / "Café Müller", "1.0")
    (program / "var").mkdir()
    (program / "var" / "clubscore.sqlite3").write_text("the club's data")
    (program / "notes.txt").write_text("the club's own")
    (program / "previous").mkdir()
    (program / "previous" / "start.py").write_text("the one before")
    monkeypatch.setattr(updating, "make_environment", lambda folders: None)
    monkeypatch.setattr(updating, "_run", lambda folders, *command, failure: None)
    return Folders(program, program / "var", program)


@pytest.fixture
def new(tmp_path: Path) -> Path:
    return make_program(tmp_path / "new" / "clubscore-2", "2.0")


def tree(folder: Path) -> dict[str, bytes]:
    files = (path for path in folder.rglob("*") if path.is_file() and path.name != updating.LOCK)
    return {str(path): path.read_bytes() for path in files}


def refusal(folders: Folders, source: Path) -> str:
    """What it says; nothing has changed."""
    before = tree(folders.program)
    with pytest.raises(Trouble) as refused:
        updating.update(folders, source)
    assert tree(folders.program) == before
    return str(refused.value)


@pytest.mark.parametrize("kind", ["folder", "folder around it", "zip", "tar"])
def test_update_replaces_the_program_and_nothing_else(
    folders: Folders, new: Path, tmp_path: Path, kind: str
):
    source = {"folder": new, "folder around it": new.parent}.get(kind, tmp_path / "archive")
    if kind == "zip":
        with zipfile.ZipFile(source, "w") as packed:
            for path in new.parent.rglob("*"):
                packed.write(path, path.relative_to(new.parent))
    elif kind == "tar":
        with tarfile.open(source, "w:gz") as packed_tar:
            packed_tar.add(new, new.name)

    updating.update(folders, source)

    program = folders.program
    assert updating.version_of(program) == "2.0"
    assert (program / "clubscore" / "only_2.py").exists()
    # What the new release dropped is gone.
    assert not (program / "clubscore" / "only_1.py").exists()
    assert (program / "var" / "clubscore.sqlite3").read_text() == "the club's data"
    assert (program / "notes.txt").read_text() == "the club's own"
    assert updating.version_of(program / "previous") == "1.0"
    assert {path.name for path in program.iterdir()} == {
        *(each.name for each in new.iterdir()),
        "var",
        "notes.txt",
        "previous",
        updating.LOCK,
    }
    assert {path.name for path in (program / "previous").iterdir()} == set(updating.NEEDED)


def test_backup_comes_first(folders: Folders, new: Path, monkeypatch: pytest.MonkeyPatch):
    def fail(folders: Folders, *command: str, failure: str) -> None:
        raise Trouble(f"{command} {failure}")

    monkeypatch.setattr(updating, "_run", fail)

    assert refusal(folders, new).startswith("('backup',) No backup could be made")


def test_new_program_that_does_not_run_is_taken_back(
    folders: Folders, new: Path, monkeypatch: pytest.MonkeyPatch
):
    def fail(folders: Folders, *command: str, failure: str) -> None:
        if command == ("check",):
            raise Trouble(failure)

    monkeypatch.setattr(updating, "_run", fail)

    assert refusal(folders, new) == (
        "The update failed, and everything is as it was:\nThe new clubscore does not run:"
    )


def test_program_whose_files_cannot_be_moved_stays(
    folders: Folders, new: Path, monkeypatch: pytest.MonkeyPatch
):
    move = exchanging._move

    def held(path: Path, target: Path) -> None:
        if path == folders.program / "events":
            raise PermissionError(13, "in use", str(path))
        move(path, target)

    monkeypatch.setattr(exchanging, "_move", held)

    assert "everything is as it was" in refusal(folders, new)


def test_older_one_is_refused(folders: Folders, tmp_path: Path):
    old = make_program(tmp_path / "old", "0.9.5")

    assert "older than this one, 1.0: nothing is changed." in refusal(folders, old)


def test_broken_ones_are_refused(folders: Folders, new: Path, tmp_path: Path):
    torn = tmp_path / "torn.zip"
    torn.write_bytes(b"PK\x03\x04 and no more")
    empty = tmp_path / "empty"
    empty.mkdir()

    assert refusal(folders, tmp_path / "nowhere").endswith("is not there.")
    assert refusal(folders, torn).endswith("(.zip, .tar.gz): fetch it again.")
    assert refusal(folders, empty) == "There is no clubscore in empty: start.py is missing."
    (new / "events" / "torn.py").write_text("def half(")
    assert "is damaged: events" in refusal(folders, new)
    (new / "requirements.txt").unlink()
    assert (
        refusal(folders, new) == "The new clubscore is not complete: requirements.txt is missing."
    )


def test_archive_writes_nothing_outside(folders: Folders, tmp_path: Path):
    archive = tmp_path / "evil.tar"
    (tmp_path / "file").write_text("")
    with tarfile.open(archive, "w") as packed:
        packed.add(tmp_path / "file", "../../outside")

    assert "is damaged, or no archive" in refusal(folders, archive)


def test_running_server_and_a_clone_are_refused(
    folders: Folders, new: Path, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(updating.server_lock, "port_of", lambda folder: 8000)
    assert refusal(folders, new) == "clubscore is running on port 8000: stop it first (Ctrl-C)."

    (folders.program / ".git").mkdir()
    assert refusal(folders, new) == "This folder is a clone: git pull updates it."


def test_second_update_or_a_start_meanwhile_waits(folders: Folders, new: Path):
    (folders.program / exchanging.COMING).mkdir()
    with updating._alone(folders):
        with pytest.raises(Trouble, match="being updated in another window"):
            updating.update(folders, new)
        with pytest.raises(Trouble, match="being updated in another window"):
            updating.undo_interrupted(folders)


def test_what_an_update_left_before_it_began_is_removed(folders: Folders):
    before = tree(folders.program)
    (folders.program / exchanging.COMING / "events").mkdir(parents=True)
    (folders.program / exchanging.COMING / "start.py").touch()

    updating.undo_interrupted(folders)

    assert tree(folders.program) == before
    assert not (folders.program / exchanging.COMING).exists()


def test_start_puts_the_old_program_back(folders: Folders, new: Path, monkeypatch):
    before = tree(folders.program)

    def power_off(folders: Folders) -> None:
        raise SystemExit

    monkeypatch.setattr(updating, "_try_new", power_off)
    with pytest.raises(SystemExit):
        updating.update(folders, new)
    assert updating.version_of(folders.program) == "2.0"

    with pytest.raises(Trouble, match=r"interrupted, and clubscore 1\.0 is back as it was"):
        updating.undo_interrupted(folders)

    assert tree(folders.program) == before
    # Once.
    updating.undo_interrupted(folders)


def test_program_that_was_opened_meanwhile_is_not_updated(
    folders: Folders, new: Path, monkeypatch: pytest.MonkeyPatch
):
    ports = iter([None, 8000])
    monkeypatch.setattr(updating.server_lock, "port_of", lambda folder: next(ports))

    assert refusal(folders, new).startswith("clubscore is running on port 8000")
