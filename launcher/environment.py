"""The environment: a Python of clubscore's own with exactly the packages it was tested with."""

import hashlib
import importlib.util
import os
import platform
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from clubscore.files.locks import lock, patiently
from launcher.console import Trouble, progress, say
from launcher.folders import Folders

STAMP: Final = "installed"
WHEELS: Final = "wheels"
REQUIREMENTS: Final = "requirements.txt"
SOLVER: Final = "requirements-solver.txt"
"""The double-dummy solver. It is not made for every machine, and clubscore runs without it."""
WITHOUT_DEPENDENCIES: Final = ("--no-deps", "--only-binary", ":all:")
"""Only the library of the solver's package is used: what the package itself needs stays away."""
_PIP: Final = ("-m", "pip", "--disable-pip-version-check", "--no-input")
_NO_NETWORK: Final = (
    "NewConnectionError", "Temporary failure in name resolution", "Failed to establish",
    "getaddrinfo failed", "ConnectTimeout", "timed out", "No matching distribution",
    "Network is unreachable", "Connection refused", "ProxyError", "RemoteDisconnected",
)  # fmt: skip
_NOT_BUILT: Final = (
    "subprocess-exited-with-error",
    "metadata-generation-failed",
    "Failed building wheel",
    "Failed to build",
    "can't find Rust compiler",
)


class NoNetwork(Trouble):
    """Packages are neither here nor to be had."""


def make_environment(folders: Folders) -> None:
    """Make the environment, or bring it up to date; nothing when it is. :class:`Trouble` says what
    is missing."""
    if _is_up_to_date(folders):
        return
    with one_at_a_time(folders.state):
        if _is_up_to_date(folders):
            return
        if not _runs(folders.python):
            _make(folders)
        install(folders)


def install(folders: Folders) -> None:
    """Install what ``requirements.txt`` names, from the folder ``wheels`` if there is one; then
    the solver, if it can be had, and the program itself where it is a wheel."""
    say("Installing what clubscore needs ...")
    try:
        _install(folders, REQUIREMENTS)
    except NoNetwork as trouble:
        raise _without_network(folders.state) from trouble
    _install_solver(folders)
    for wheel in folders.program.glob("clubscore-*.whl"):
        alone = ("--no-deps", "--no-index", "--force-reinstall")
        run_pip([str(folders.python), *_PIP, "install", *alone, str(wheel)], count=1)
    stamp = folders.environment / STAMP
    stamp.write_text(_digest(folders.program), encoding="ascii")


def install_missing_solver(folders: Folders) -> None:
    """Try once more to install a solver that could not be had at the first start."""
    if not has_solver(folders):
        with one_at_a_time(folders.state):
            _install_solver(folders)


def has_solver(folders: Folders) -> bool:
    """Whether the release of the solver that clubscore was tested with is in the environment."""
    file = folders.program / SOLVER
    wanted = [pin.replace("==", "-") for pin in _pinned(file)] if file.exists() else []
    return all(any(folders.environment.rglob(f"{name}.dist-info")) for name in wanted)


def _install_solver(folders: Folders) -> None:
    """Install the solver; where that fails, one sentence says so, and everything else works."""
    if not (folders.program / SOLVER).exists():
        return
    try:
        _install(folders, SOLVER, *WITHOUT_DEPENDENCIES)
    except Trouble:
        say(
            "The double-dummy solver (endplay) is not installed: it is not made for this machine\n"
            "and Python, or cannot be fetched. Everything else works; start.py --setup tries again."
        )


def _install(folders: Folders, name: str, *options: str) -> None:
    file = folders.program / name
    places = [*(folder / WHEELS for folder in (folders.program, folders.state)), *folders.brought]
    # In a folder of downloads the program's own wheel may lie alone.
    wheels = next((place for place in places if any(place.glob("[Dd]jango-*.whl"))), None)
    source = ["--no-index", "--find-links", str(wheels)] if wheels else []
    command = [str(folders.python), *_PIP, "install", "--require-hashes", *options, *source]
    run_pip([*command, "-r", str(file)], count=len(pins(file)))


def run_pip(command: Sequence[str], *, count: int) -> None:
    """Run pip, and show how far it is; :class:`Trouble` when it fails."""
    lines: list[str] = []
    with subprocess.Popen(  # noqa: S603 - pip
        command,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        encoding="utf-8",
        errors="replace",
        env={**os.environ, "PYTHONIOENCODING": "utf-8"},
    ) as process:
        for line in process.stdout or ():
            lines.append(line.strip())
            seen = sum(each.startswith("Collecting ") for each in lines)
            if line.startswith("Installing "):
                progress("  All packages are here; unpacking them ...")
            elif line.startswith("Collecting "):
                progress(f"  {min(seen, count)} of {count} packages")
    progress("")
    if process.returncode:
        raise pip_trouble("\n".join(lines))


def pip_trouble(output: str) -> Trouble:
    """What pip's complaints mean."""
    if "DO NOT MATCH THE HASHES" in output:
        return Trouble(
            "A package is not the one that clubscore was tested with: it is damaged, or somebody\n"
            "changed it on the way. Try again, and in another network if it stays so."
        )
    if "No space left" in output or "Errno 28" in output:
        return Trouble("The disk is full. Free 200 MB, and start again.")
    if "PermissionError" in output or "WinError 5" in output or "WinError 32" in output:
        return Trouble(
            "A file of the environment is held by another program, often a virus scanner.\n"
            "Stop clubscore if it runs, wait a minute, and start again."
        )
    if any(words in output for words in _NOT_BUILT):
        return Trouble(
            "A package is not made for this machine. clubscore needs 64-bit Windows, a Mac with a\n"
            "chip of Apple's, or 64-bit Linux, and Python 3.11 to 3.14, not the very newest one."
        )
    if any(words in output for words in _NO_NETWORK):
        return NoNetwork("The packages cannot be fetched: there is no network.")
    last = "\n".join(output.splitlines()[-5:])
    return Trouble(f"The packages cannot be installed. pip says:\n{last}")


def _without_network(folder: Path) -> Trouble:
    version = f"{sys.version_info[0]}.{sys.version_info[1]}"
    return Trouble(
        "The packages cannot be fetched: there is no network, or the folder wheels lacks some.\n"
        "The first start needs a network once. Without one, on another machine that has one and\n"
        "the same clubscore:\n"
        f"  python start.py --download wheels --platform {this_platform()} --python {version}\n"
        "Bring the folder wheels on a stick, copy it to\n"
        f"  {folder / WHEELS}\n"
        "and start clubscore again."
    )


def this_platform() -> str:
    """The name of this system for ``--download``."""
    chip = platform.machine().casefold()
    if sys.platform in {"darwin", "win32"}:
        return "macos" if sys.platform == "darwin" else "windows"
    return "raspberry" if chip in {"aarch64", "arm64"} else "linux"


def pins(file: Path) -> list[str]:
    """The packages that a file of requirements names."""
    return [pin.split("==")[0] for pin in _pinned(file)]


def _pinned(file: Path) -> list[str]:
    """The releases that a file of requirements names, such as ``django==5.2.1``."""
    lines = file.read_text(encoding="utf-8").splitlines()
    return [line.split()[0] for line in lines if line[:1].isalnum() and "==" in line]


def bare_environment(folders: Folders) -> None:
    """A Python with pip, whatever is installed in it."""
    if not _runs(folders.python):
        with one_at_a_time(folders.state):
            _make(folders)


def _make(folders: Folders) -> None:
    missing = [name for name in ("venv", "ensurepip") if not importlib.util.find_spec(name)]
    if missing:
        raise Trouble(
            f"This Python has no module {missing[0]}, which makes clubscore's environment.\n"
            "Debian, Ubuntu, Raspberry Pi: sudo apt install python3-venv; elsewhere install\n"
            "Python from https://www.python.org/downloads/"
        )
    say(f"Making {folders.environment} ...")
    if folders.environment.exists():
        # Of another machine or system, or half made.
        patiently(lambda: shutil.rmtree(folders.environment))
    answer = subprocess.run(  # noqa: S603 - this Python
        [sys.executable, "-m", "venv", str(folders.environment)],
        capture_output=True,
        text=True,
        errors="replace",
    )
    if answer.returncode:
        shutil.rmtree(folders.environment, ignore_errors=True)
        raise Trouble(f"The environment cannot be made: {(answer.stdout + answer.stderr).strip()}")


def _runs(python: Path) -> bool:
    """Whether the environment is of this machine, and complete."""
    try:
        command = [str(python), "-c", "import sys, pip; sys.exit(sys.version_info < (3, 11))"]
        return subprocess.run(command, capture_output=True).returncode == 0  # noqa: S603
    except OSError:
        return False


def _is_up_to_date(folders: Folders) -> bool:
    try:
        installed = (folders.environment / STAMP).read_text(encoding="ascii")
    except OSError:
        return False
    return installed == _digest(folders.program) and folders.python.exists()


def _digest(program: Path) -> str:
    """A digest of all that the environment was made from, whatever the line ends."""
    files = [program / REQUIREMENTS, program / SOLVER]
    text = "".join(file.read_text(encoding="utf-8") for file in files if file.exists())
    return hashlib.sha256(text.encode()).hexdigest()


@contextmanager
def one_at_a_time(folder: Path) -> Iterator[None]:
    """Let the second of two starts at once wait for what the first one makes."""
    with (folder / ".venv-lock").open("a+b") as held:
        waiting = False
        while not lock(held.fileno()):
            if not waiting:
                say("Another start is installing clubscore; waiting for it ...")
            waiting = True
            time.sleep(0.2)
        yield
