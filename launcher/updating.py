"""``--update``: the program is replaced by a newer one that somebody brought, and nothing else.

First everything is looked at and backed up; then the old program is moved aside, and moved back if
anything fails. The club's data is not in it; the next start brings that up to date.
"""

import ast
import re
import subprocess
import tarfile
import tempfile
import zipfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from clubscore.files.locks import lock
from clubscore.server import server_lock
from launcher.console import Trouble, say
from launcher.environment import STAMP, make_environment
from launcher.exchanging import ASIDE, COMING, GOING, clean_up, exchange, is_interrupted, put_back
from launcher.folders import Folders, is_writable
from launcher.serving import environment_of, manage

LOCK: Final = ".update-lock"
NEEDED: Final = (
    "start.py", "manage.py", "requirements.txt", "launcher", "clubscore", "accounts", "events",
    "movements", "players", "static", "templates", "locale",
)  # fmt: skip
STAYS: Final = frozenset(
    {"var", ".venv", "staticfiles", "wheels", ".env", ".git", LOCK} | {ASIDE, COMING, GOING}
)
"""What is the club's, or made on this machine, whatever an archive has."""


def update(folders: Folders, source: Path) -> None:
    """Replace the program by that of a folder or an archive. :class:`Trouble` says why not; then
    everything is as it was."""
    _refuse(folders)
    with _alone(folders), _unpacked(source) as found:
        new = _program_in(found)
        before, after = version_of(folders.program), version_of(new)
        if _as_numbers(after) < _as_numbers(before):
            raise Trouble(
                f"{source} is clubscore {after}, older than this one, {before}: nothing is changed."
            )
        _back_up(folders)
        # Somebody may have started it meanwhile.
        _refuse(folders)
        say(f"Updating clubscore {before} to {after} ...")
        _exchange(folders, new)
    say(f"This is clubscore {after} now. The one before is in {folders.program / ASIDE}.")


def undo_interrupted(folders: Folders) -> None:
    """Put the old program back when the machine went off in the middle of an update; then, or while
    an update is under way, :class:`Trouble` says so."""
    program = folders.program
    if not is_interrupted(program) and not (program / COMING).exists():
        return
    with _alone(folders):
        if not is_interrupted(program):
            clean_up(program)
            return
        put_back(program)
        _restore_packages(folders)
    raise Trouble(
        f"An update was interrupted, and clubscore {version_of(program)} is back as it was.\n"
        "Start it again, or update it again."
    )


@contextmanager
def _alone(folders: Folders) -> Iterator[None]:
    """While the program is exchanged, nobody else starts or updates it."""
    with (folders.program / LOCK).open("a+b") as held:
        if not lock(held.fileno()):
            raise Trouble("clubscore is being updated in another window: wait until that is done.")
        yield


def version_of(program: Path) -> str:
    """The version of a program's folder, without running it."""
    text = (program / "clubscore" / "__init__.py").read_text(encoding="utf-8")
    match = re.search(r'^__version__ = "(\d+(?:\.\d+)*)"', text, re.MULTILINE)
    if match is None:
        raise Trouble(f"{program} has no version of clubscore.")
    return match[1]


def _as_numbers(version: str) -> tuple[int, ...]:
    return tuple(int(part) for part in version.split("."))


def _refuse(folders: Folders) -> None:
    if (folders.program / ".git").exists():
        raise Trouble("This folder is a clone: git pull updates it.")
    if not is_writable(folders.program):
        raise Trouble(f"Nothing can be written in the folder {folders.program}.")
    if (port := server_lock.port_of(folders.data)) is not None:
        raise Trouble(f"clubscore is running on port {port}: stop it first (Ctrl-C).")


@contextmanager
def _unpacked(source: Path) -> Iterator[Path]:
    """The folder itself, or what an archive holds, for a while."""
    if source.is_dir():
        yield source
        return
    if not source.exists():
        raise Trouble(f"{source} is not there.")
    with tempfile.TemporaryDirectory(prefix="clubscore-update-") as folder:
        try:
            if zipfile.is_zipfile(source):
                with zipfile.ZipFile(source) as packed:
                    if packed.testzip() is not None:
                        raise zipfile.BadZipFile
                    # It leaves out drives and parents that a name may have.
                    packed.extractall(folder)
            else:
                with tarfile.open(source) as packed_tar:
                    packed_tar.extractall(folder, filter="data")
        except (OSError, EOFError, tarfile.TarError, zipfile.BadZipFile, ValueError) as error:
            raise Trouble(
                f"{source} is damaged, or no archive of clubscore (.zip, .tar.gz): fetch it again."
            ) from error
        yield Path(folder)


def _program_in(folder: Path) -> Path:
    """The program in a folder, or in the only folder in it; whole."""
    inside = [each for each in folder.iterdir() if each.is_dir()]
    candidates = [folder, *inside] if len(inside) == 1 else [folder]
    for program in candidates:
        if (program / "start.py").is_file():
            break
    else:
        raise Trouble(f"There is no clubscore in {folder.name}: start.py is missing.")
    missing = [name for name in NEEDED if not (program / name).exists()]
    if missing:
        raise Trouble(f"The new clubscore is not complete: {', '.join(missing)} is missing.")
    for path in sorted(program.glob("[!.]*/**/*.py")):
        try:
            ast.parse(path.read_bytes())
        except (SyntaxError, ValueError) as error:
            name = path.relative_to(program)
            raise Trouble(f"The new clubscore is damaged: {name}. Fetch it again.") from error
    return program


def _back_up(folders: Folders) -> None:
    make_environment(folders)
    if not _has_data(folders):
        return
    say("Backing up ...")
    _run(folders, "backup", failure="No backup could be made, and nothing is changed:")


def _has_data(folders: Folders) -> bool:
    environment = environment_of(folders)
    named = environment.get("DATABASE_URL") or environment.get("DATABASE_URL_FILE")
    return bool(named) or (folders.data / "clubscore.sqlite3").exists()


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


def _exchange(folders: Folders, new: Path) -> None:
    names = [each.name for each in new.iterdir() if each.name not in STAYS]
    try:
        exchange(folders.program, new, names, lambda: _try_new(folders))
    except Trouble:
        _restore_packages(folders)
        raise


def _try_new(folders: Folders) -> None:
    """Install what the new program needs, and see whether it runs."""
    make_environment(folders)
    _run(folders, "check", failure="The new clubscore does not run:")


def _restore_packages(folders: Folders) -> None:
    try:
        make_environment(folders)
    except Trouble:
        # The network went away in between; the next start tries again.
        (folders.environment / STAMP).unlink(missing_ok=True)
