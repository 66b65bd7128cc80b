"""Releases that somebody brought as wheels, ``clubscore-….whl``, each with an environment of its
own below ``programs``; the file ``current`` there names the one that starts, and the one before it.

A release is installed and tried before that file is replaced, at once: whenever the machine goes
off, the old one starts or the new one. The club's data is in neither.
"""

import hashlib
import re
import shutil
import subprocess
import zipfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Final

from clubscore.files.locks import lock, patiently
from clubscore.server import server_lock
from launcher.console import Trouble, say
from launcher.environment import REQUIREMENTS, SOLVER, WHEELS, make_environment
from launcher.folders import Folders, is_writable
from launcher.serving import environment_of, manage

PROGRAMS: Final = "programs"
CURRENT: Final = "current"
OWN: Final = "."
"""The program beside ``start.py``."""
LOCK: Final = ".update-lock"
_WHEEL: Final = re.compile(r"clubscore-(\d+(?:\.\d+)*)-py3-none-any\.whl")


def current(folders: Folders) -> Folders:
    """The folders of the release that starts; installed first where there is only its wheel."""
    name, _ = _pointer(folders)
    if name == OWN and not (folders.program / "clubscore").is_dir():
        wheel = _wheel_in(folders.program)
        with _alone(folders):
            new = _installed(folders, wheel)
            _point(folders, new.program.name, OWN)
        return new
    return _of(folders, name)


def update(folders: Folders, source: Path) -> None:
    """Install the release of a wheel, or of a folder with one; :class:`Trouble` says why not, and
    the present one stays."""
    if (folders.program / ".git").exists():
        raise Trouble("This folder is a clone: git pull updates it.")
    wheel = _wheel_in(source)
    with _alone(folders):
        name, _ = _pointer(folders)
        old = _of(folders, name)
        before, after = version_of(old.program), _version_of_wheel(wheel)
        if _as_numbers(after) < _as_numbers(before):
            raise Trouble(
                f"{wheel} is clubscore {after}, older than this one, {before}: nothing is changed."
            )
        _refuse_running(folders)
        _back_up(old)
        say(f"Updating clubscore {before} to {after} ...")
        new = _installed(folders, wheel)
        # Somebody may have started it meanwhile.
        _refuse_running(folders)
        if new.program.name != name:
            _point(folders, new.program.name, name)
    say(f"This is clubscore {after} now. Back to the one before: python start.py --back")


def go_back(folders: Folders) -> None:
    """Start the release before the last update again from now on."""
    name, before = _pointer(folders)
    if not before or (before == OWN and not (folders.program / "clubscore").is_dir()):
        raise Trouble("There is no clubscore from before an update here.")
    _refuse_running(folders)
    _point(folders, before, name)
    say(
        f"clubscore {version_of(_of(folders, before).program)} starts from now on. If it cannot\n"
        "read the data of the newer one, it says how to restore the backup from before the update."
    )


def _pointer(folders: Folders) -> tuple[str, str]:
    """The names of the release that starts and of the one before; empty when there is none."""
    try:
        text = (folders.state / PROGRAMS / CURRENT).read_text(encoding="utf-8")
    except OSError:
        return OWN, ""
    name, before = text.split("\n")
    return name, before


def _point(folders: Folders, name: str, before: str) -> None:
    place = folders.state / PROGRAMS
    draft = place / f"{CURRENT}.new"
    draft.write_text(f"{name}\n{before}", encoding="utf-8")
    patiently(lambda: draft.replace(place / CURRENT))
    for other in place.iterdir():
        if other.is_dir() and other.name not in (name, before):
            shutil.rmtree(other, ignore_errors=True)


def _of(folders: Folders, name: str) -> Folders:
    if name == OWN:
        return folders
    release = folders.state / PROGRAMS / name
    brought = (*folders.brought, folders.program / WHEELS, folders.state / WHEELS)
    return replace(folders, program=release, state=release, brought=brought)


def _installed(folders: Folders, wheel: Path) -> Folders:
    """The folders of a wheel's release, which is complete and runs."""
    digest = hashlib.sha256(wheel.read_bytes()).hexdigest()[:8]
    new = _of(folders, f"{_version_of_wheel(wheel)}-{digest}")
    new = replace(new, brought=(*new.brought, wheel.parent))
    new.program.mkdir(parents=True, exist_ok=True)
    with zipfile.ZipFile(wheel) as packed:
        for name in (REQUIREMENTS, SOLVER):
            (new.program / name).write_bytes(packed.read(f"clubscore/resources/{name}"))
    shutil.copyfile(wheel, new.program / wheel.name)
    try:
        make_environment(new)
        _run(new, "check", failure="The new clubscore does not run:")
    except Trouble as trouble:
        raise Trouble(f"Nothing is changed.\n{trouble}") from trouble
    return new


@contextmanager
def _alone(folders: Folders) -> Iterator[None]:
    """One update at a time."""
    if not is_writable(folders.state):
        raise Trouble(f"Nothing can be written in the folder {folders.state}.")
    with (folders.state / LOCK).open("a+b") as held:
        if not lock(held.fileno()):
            raise Trouble("clubscore is being updated in another window: wait until that is done.")
        yield


def version_of(program: Path) -> str:
    """The version of a program's folder, without running it."""
    file = program / "clubscore" / "__init__.py"
    if not file.exists():
        return program.name.partition("-")[0]
    match = re.search(
        r'^__version__ = "(\d+(?:\.\d+)*)"', file.read_text(encoding="utf-8"), re.MULTILINE
    )
    if match is None:
        raise Trouble(f"{program} has no version of clubscore.")
    return match[1]


def _version_of_wheel(wheel: Path) -> str:
    match = _WHEEL.fullmatch(wheel.name)
    if match is None:
        raise Trouble(f"{wheel} is no wheel of clubscore, such as clubscore-1.2.0-py3-none-any.whl")
    return match[1]


def _as_numbers(version: str) -> tuple[int, ...]:
    return tuple(int(part) for part in version.split("."))


def _refuse_running(folders: Folders) -> None:
    if (port := server_lock.port_of(folders.data)) is not None:
        raise Trouble(f"clubscore is running on port {port}: stop it first (Ctrl-C).")


def _wheel_in(source: Path) -> Path:
    """The wheel itself, or the newest release in a folder or its ``wheels``; whole."""
    if not source.exists():
        raise Trouble(f"{source} is not there.")
    found = [source]
    if source.is_dir():
        found = [
            path
            for place in (source, source / WHEELS)
            for path in place.glob("clubscore-*.whl")
            if _WHEEL.fullmatch(path.name)
        ]
        if not found:
            raise Trouble(f"There is no clubscore-….whl in {source}.")
    wheel = max(found, key=lambda path: _as_numbers(_version_of_wheel(path)))
    try:
        with zipfile.ZipFile(wheel) as packed:
            if packed.testzip() is not None:
                raise zipfile.BadZipFile
            packed.getinfo(f"clubscore/resources/{REQUIREMENTS}")
    except (OSError, EOFError, KeyError, zipfile.BadZipFile, ValueError) as error:
        raise Trouble(f"{wheel} is damaged, or no wheel of clubscore: fetch it again.") from error
    return wheel


def _back_up(folders: Folders) -> None:
    make_environment(folders)
    environment = environment_of(folders)
    named = environment.get("DATABASE_URL") or environment.get("DATABASE_URL_FILE")
    if named or (folders.data / "clubscore.sqlite3").exists():
        say("Backing up ...")
        _run(folders, "backup", failure="No backup could be made, and nothing is changed:")


def _run(folders: Folders, *command: str, failure: str) -> None:
    answer = subprocess.run(  # noqa: S603 - its own program
        manage(folders, *command),
        cwd=folders.program,
        env=environment_of(folders),
        capture_output=True,
        text=True,
        errors="replace",
    )
    if answer.returncode:
        raise Trouble(f"{failure}\n{(answer.stdout + answer.stderr).strip()}")
