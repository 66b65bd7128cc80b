"""Releases that are brought as wheels; and at whatever step the machine goes off, one of them
starts, and the data is as it was."""

import os
import sys
import zipfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from launcher import updating
from launcher.console import Trouble
from launcher.environment import REQUIREMENTS, SOLVER, STAMP
from launcher.folders import Folders


def make_wheel(folder: Path, version: str) -> Path:
    folder.mkdir(exist_ok=True, parents=True)
    path = folder / f"clubscore-{version}-py3-none-any.whl"
    with zipfile.ZipFile(path, "w") as packed:
        for name in (REQUIREMENTS, SOLVER):
            packed.writestr(f"clubscore/resources/{name}", f"of=={version}\n")
    return path


def make_environment(folders: Folders) -> None:
    """In place of a Python and its packages."""
    folders.environment.mkdir(exist_ok=True)
    (folders.environment / "program").write_text(folders.program.name)
    (folders.environment / STAMP).write_text("complete")


@pytest.fixture
def folders(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Folders:
    program = tmp_path / "Café Müller"
    (program / "clubscore").mkdir(parents=True)
    (program / "clubscore" / "__init__.py").write_text('__version__ = "1.0"\n')
    (program / "var").mkdir()
    (program / "var" / "clubscore.sqlite3").write_text("the club's data")
    monkeypatch.setattr(updating, "make_environment", make_environment)
    monkeypatch.setattr(updating, "_run", lambda folders, *command, failure: None)
    return Folders(program, program / "var", program)


@pytest.fixture
def new(tmp_path: Path) -> Path:
    return make_wheel(tmp_path / "downloads", "2.0")


def version(folders: Folders) -> str:
    """Of what would start, which is complete."""
    found = updating.current(folders)
    assert found.program == folders.program or (found.environment / STAMP).exists()
    return updating.version_of(found.program)


def refusal(folders: Folders, source: Path) -> str:
    """What it says; the release is the one from before."""
    before = version(folders)
    with pytest.raises(Trouble) as refused:
        updating.update(folders, source)
    assert version(folders) == before
    return str(refused.value)


def test_update_and_back(folders: Folders, new: Path, tmp_path: Path):
    assert version(folders) == "1.0"
    updating.update(folders, new)
    assert version(folders) == "2.0"
    assert (updating.current(folders).program / REQUIREMENTS).read_text() == "of==2.0\n"
    # A folder with several has the newest.
    make_wheel(tmp_path / "stick", "2.9")
    make_wheel(tmp_path / "stick", "2.10")
    updating.update(folders, tmp_path / "stick")
    assert version(folders) == "2.10"

    updating.go_back(folders)
    assert version(folders) == "2.0"
    updating.go_back(folders)
    assert version(folders) == "2.10"
    # Two are there; those before them are not.
    updating.update(folders, make_wheel(tmp_path, "3"))
    kept = {path.name.split("-")[0] for path in (folders.state / "programs").iterdir()}
    assert kept == {"current", "2.10", "3"}
    assert (folders.data / "clubscore.sqlite3").read_text() == "the club's data"


def test_same_release_again_changes_nothing(folders: Folders, new: Path):
    updating.update(folders, new)
    updating.update(folders, new)
    assert version(folders) == "2.0"
    updating.go_back(folders)
    assert version(folders) == "1.0"


def test_without_an_update_there_is_no_way_back(folders: Folders):
    with pytest.raises(Trouble, match="no clubscore from before an update"):
        updating.go_back(folders)


def test_wheel_beside_start_is_installed_by_the_first_start(tmp_path: Path, folders: Folders):
    folder = tmp_path / "clubscore"
    make_wheel(folder, "1.5")
    alone = Folders(folder, folder / "var", folder)

    assert version(alone) == "1.5"
    assert version(alone) == "1.5"
    with pytest.raises(Trouble, match="no clubscore from before an update"):
        updating.go_back(alone)


def test_backup_comes_first(folders: Folders, new: Path, monkeypatch: pytest.MonkeyPatch):
    def fail(folders: Folders, *command: str, failure: str) -> None:
        raise Trouble(f"{command} {failure}")

    monkeypatch.setattr(updating, "_run", fail)

    assert refusal(folders, new).startswith("('backup',) No backup could be made")
    assert not (folders.state / updating.PROGRAMS).exists()


def test_new_program_that_does_not_run_is_not_taken(
    folders: Folders, new: Path, monkeypatch: pytest.MonkeyPatch
):
    def fail(folders: Folders, *command: str, failure: str) -> None:
        if command == ("check",):
            raise Trouble(failure)

    monkeypatch.setattr(updating, "_run", fail)

    assert refusal(folders, new) == "Nothing is changed.\nThe new clubscore does not run:"


def test_older_one_is_refused(folders: Folders, tmp_path: Path):
    old = make_wheel(tmp_path, "0.9.5")

    assert "older than this one, 1.0: nothing is changed." in refusal(folders, old)


def test_broken_ones_are_refused(folders: Folders, tmp_path: Path):
    torn = tmp_path / "clubscore-3.0-py3-none-any.whl"
    torn.write_bytes(b"PK\x03\x04 and no more")
    other = tmp_path / "clubscore.zip"
    other.write_bytes(b"")
    empty = tmp_path / "empty"
    empty.mkdir()

    assert refusal(folders, tmp_path / "nowhere").endswith("is not there.")
    assert refusal(folders, torn).endswith("or no wheel of clubscore: fetch it again.")
    assert "is no wheel of clubscore, such as" in refusal(folders, other)
    assert refusal(folders, empty) == f"There is no clubscore-….whl in {empty}."
    with zipfile.ZipFile(torn, "w") as packed:
        packed.writestr("something", "else")
    assert refusal(folders, torn).endswith("or no wheel of clubscore: fetch it again.")


def test_running_server_and_a_clone_are_refused(
    folders: Folders, new: Path, monkeypatch: pytest.MonkeyPatch
):
    ports = iter([8000, None, 8000, 8000])
    monkeypatch.setattr(updating.server_lock, "port_of", lambda folder: next(ports))
    running = "clubscore is running on port 8000: stop it first (Ctrl-C)."
    assert refusal(folders, new) == running
    # Started meanwhile.
    assert refusal(folders, new) == running

    (folders.program / ".git").mkdir()
    assert refusal(folders, new) == "This folder is a clone: git pull updates it."


def test_second_update_meanwhile_is_refused(folders: Folders, new: Path):
    with updating._alone(folders):
        assert "being updated in another window" in refusal(folders, new)


class PowerOffError(BaseException):
    """Nothing runs after it."""


class PowerCut:
    """Ends everything at a step that changes a file, from 1; each is seen by Python itself."""

    def __init__(self) -> None:
        self.steps_left: int | None = None
        sys.addaudithook(self._see)

    def _see(self, event: str, arguments: tuple[object, ...]) -> None:
        writes = event == "open" and arguments[1] is None and int(str(arguments[2])) & os.O_WRONLY
        writes = writes or (event == "open" and str(arguments[1])[:1] in {"w", "a"})
        if self.steps_left is None or not (
            writes or event in {"os.mkdir", "os.rename", "os.remove", "os.rmdir"}
        ):
            return
        self.steps_left -= 1
        if self.steps_left == 0:
            self.steps_left = None
            raise PowerOffError


@pytest.fixture(scope="module")
def power() -> Iterator[PowerCut]:
    cut = PowerCut()
    yield cut
    # It cannot be taken away.
    cut.steps_left = None


def test_one_of_both_starts_wherever_an_update_ends(
    folders: Folders, tmp_path: Path, power: PowerCut
):
    before, cuts = version(folders), 0
    for number in range(1, 100):
        # Each time a release that has never been here, and twice over the remains of the last.
        after = f"2.{number // 2}"
        wheel = make_wheel(tmp_path / "downloads", after)
        power.steps_left = number // 2 + 1
        try:
            updating.update(folders, wheel)
        except PowerOffError:
            cuts += 1
            assert version(folders) in {before, after}
            assert (folders.data / "clubscore.sqlite3").read_text() == "the club's data"
        else:
            power.steps_left = None
            break
        before = version(folders)

    assert cuts >= 20
    updating.update(folders, make_wheel(tmp_path / "downloads", "3.0"))
    assert version(folders) == "3.0"
    updating.go_back(folders)
    assert version(folders) == after
