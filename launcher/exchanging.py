"""The program is exchanged for another one in its folder; the old one can always be put back.

The new one is copied into ``update-new`` and then moved in, name by name, while the old one is
moved into ``update-old``. When the machine goes off in between, the next start puts it back.
"""

import contextlib
import shutil
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Final

from clubscore.files.locks import patiently
from launcher.console import Trouble

ASIDE: Final = "previous"
"""The program before the last update."""
COMING: Final = "update-new"
GOING: Final = "update-old"
LIST: Final = "names.txt"
"""The file in ``update-old`` that lists what is exchanged."""


def exchange(program: Path, new: Path, names: Sequence[str], check: Callable[[], None]) -> None:
    """Replace these files and folders of the program by those of ``new``; the old ones are in
    ``previous`` then. When ``check`` or anything else raises, nothing has changed."""
    try:
        _move_in(program, new, names)
        check()
        _keep_as_previous(program)
    except (OSError, Trouble) as error:
        put_back(program)
        raise Trouble(
            f"The update failed, and everything is as it was:\n{_reason_of(error)}"
        ) from error
    except KeyboardInterrupt:
        put_back(program)
        raise Trouble("The update was stopped, and everything is as it was.") from None


def _reason_of(error: Exception) -> str:
    if isinstance(error, PermissionError):
        return (
            f"Another program, often a virus scanner, holds {error.filename}.\n"
            "Close what shows that folder, wait a minute and update again."
        )
    return str(error)


def is_interrupted(program: Path) -> bool:
    """Whether an exchange began and did not end."""
    return (program / GOING).exists()


def put_back(program: Path) -> None:
    """The old program is where it was; :class:`Trouble` where another program holds a file."""
    try:
        _move_back(program)
        clean_up(program)
    except OSError as error:
        raise Trouble(
            "The update failed, and another program, often a virus scanner, holds\n"
            f"{error.filename}.\n"
            "Nothing is lost: wait a minute and start clubscore, which puts the old program back."
        ) from error


def clean_up(program: Path) -> None:
    """Remove what an exchange left. The ``previous`` of an earlier one stays."""
    coming, going, aside = program / COMING, program / GOING, program / ASIDE
    if (coming / ASIDE).exists() and not aside.exists():
        _move(coming / ASIDE, aside)
    if going.exists():
        # At once: with half of it gone a later start would not know what was moved.
        _move(going, coming / GOING)
    shutil.rmtree(coming, ignore_errors=True)


def _move_in(program: Path, new: Path, names: Sequence[str]) -> None:
    coming, going = program / COMING, program / GOING
    # Complete before anything is moved: the source may be a stick, and the disk may be full.
    coming.mkdir()
    for name in names:
        _copy(new / name, coming / name)
    going.mkdir()
    (going / LIST).write_text("\n".join(names), encoding="utf-8")
    for name in names:
        if (program / name).exists():
            _move(program / name, going / name)
        _move(coming / name, program / name)


def _keep_as_previous(program: Path) -> None:
    aside = program / ASIDE
    if aside.exists():
        _move(aside, program / COMING / ASIDE)
    # From here on the update is done.
    _move(program / GOING, aside)
    with contextlib.suppress(OSError):
        (aside / LIST).unlink()
    shutil.rmtree(program / COMING, ignore_errors=True)


def _move_back(program: Path) -> None:
    coming, going = program / COMING, program / GOING
    if not going.exists():
        return
    coming.mkdir(exist_ok=True)
    listed = going / LIST
    for name in listed.read_text(encoding="utf-8").split("\n") if listed.exists() else ():
        is_moved_in = not (coming / name).exists()
        if is_moved_in and (program / name).exists():
            _move(program / name, coming / name)
        if (going / name).exists():
            _move(going / name, program / name)


def _copy(source: Path, target: Path) -> None:
    if source.is_dir():
        shutil.copytree(source, target, ignore=shutil.ignore_patterns("__pycache__"))
    else:
        shutil.copy2(source, target)


def _move(path: Path, target: Path) -> None:
    patiently(lambda: path.rename(target))
