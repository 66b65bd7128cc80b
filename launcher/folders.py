"""Where things are: the program, the data, the environment.

All in the program's folder; where that cannot be written, such as on a locked stick, the data is
beside the user's documents and everything else where programs have it.
"""

import os
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from launcher.console import Trouble, ask, has_terminal, say

ROOT: Final = Path(__file__).resolve().parent.parent
REMEMBERED: Final = "data-folder.txt"


@dataclass(frozen=True, slots=True)
class Folders:
    """``data`` must not be lost; ``state`` (environment, collected styles) can be made again."""

    program: Path
    data: Path
    state: Path
    brought: tuple[Path, ...] = ()
    """Other folders that may have the packages, on a machine without a network."""

    @property
    def environment(self) -> Path:
        return self.state / ".venv"

    @property
    def static(self) -> Path:
        return self.state / "staticfiles"

    @property
    def python(self) -> Path:
        """The Python of the environment."""
        inside = ("Scripts", "python.exe") if sys.platform == "win32" else ("bin", "python")
        return self.environment.joinpath(*inside)


def find_folders(program: Path = ROOT, *, data: str = "") -> Folders:
    """The folders of this start. ``data`` or ``CLUBSCORE_DATA`` names the folder of the data."""
    state = program if is_writable(program) else _state_of_user()
    state.mkdir(parents=True, exist_ok=True)
    named = data or os.environ.get("CLUBSCORE_DATA", "")
    if named:
        found = Path(named).expanduser().resolve()
    elif state == program:
        found = program / "var"
    else:
        found = _asked(state)
    if not _can_be_made(found):
        raise _unwritable(found)
    if data and state != program:
        (state / REMEMBERED).write_text(f"{found}\n", encoding="utf-8")
    return Folders(program, found, state)


def is_writable(folder: Path) -> bool:
    """Whether files can be made in a folder, which its rights alone do not say."""
    try:
        with tempfile.TemporaryFile(dir=folder):
            return True
    except OSError:
        return False


def _asked(state: Path) -> Path:
    """Where the data is, asked until it is somewhere where it can be written."""
    file = state / REMEMBERED
    if file.exists():
        return Path(file.read_text(encoding="utf-8").strip())
    say("Nothing can be written in the program's own folder, so the club's data is elsewhere.")
    proposal = Path.home() / "Documents" / "clubscore"
    while True:
        answer = ask("The folder for the club's data:", str(proposal))
        found = Path(answer).expanduser().resolve()
        if _can_be_made(found):
            file.write_text(f"{found}\n", encoding="utf-8")
            return found
        if not has_terminal():
            raise _unwritable(found)
        say(f"Nothing can be written in the folder {found}.")


def _can_be_made(folder: Path) -> bool:
    """Whether the folder is there now, and files can be made in it."""
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    except OSError:
        return False
    return is_writable(folder)


def _state_of_user() -> Path:
    if sys.platform == "win32":
        base = Path(os.environ.get("LOCALAPPDATA") or Path.home() / "AppData" / "Local")
    elif sys.platform == "darwin":
        base = Path.home() / "Library" / "Application Support"
    else:
        base = Path(os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share")
    return base / "clubscore"


def _unwritable(folder: Path) -> Trouble:
    return Trouble(
        f"Nothing can be written in the folder {folder}.\n"
        "If it is on a stick, put that in. Another folder for the club's data:\n"
        "python start.py --data FOLDER"
    )
