"""Which packages another machine needs, whatever the one that fetches them."""

import importlib.metadata
import re
from itertools import product
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from launcher import wheels
from launcher.console import Trouble
from launcher.environment import NoNetwork
from launcher.folders import ROOT, Folders

SYSTEMS = {"win32": ("Windows", "nt"), "darwin": ("Darwin", "posix"), "linux": ("Linux", "posix")}
MINORS = (11, 12, 13, 14)


@pytest.fixture
def places(tmp_path: Path) -> Folders:
    (tmp_path / "requirements.txt").write_text("django==5.2 \\\n    --hash=sha256:00\n")
    (tmp_path / "requirements-solver.txt").write_text("endplay==0.5.12 \\\n    --hash=sha256:01\n")
    return Folders(tmp_path, tmp_path / "var", tmp_path)


REQUIREMENTS = """a==1 ; sys_platform != 'win32' \\
    --hash=sha256:00
b==2 ; sys_platform == 'win32' \\
    --hash=sha256:01
    # via a
c==3 ; python_full_version < '3.12' \\
    --hash=sha256:02
d==4 \\
    --hash=sha256:03
"""


def test_packages_of_another_system():
    assert wheels.requirements_of(REQUIREMENTS, "win32", 12) == (
        "b==2 \\\n    --hash=sha256:01\n    # via a\nd==4 \\\n    --hash=sha256:03\n"
    )
    assert wheels.requirements_of(REQUIREMENTS, "linux", 11) == (
        "a==1 \\\n    --hash=sha256:00\nc==3 \\\n    --hash=sha256:02\n"
        "d==4 \\\n    --hash=sha256:03\n"
    )


@pytest.mark.parametrize(("platform", "version"), [("dos", "3.12"), ("windows", "latest")])
def test_unknown_machines_are_refused(places: Folders, platform: str, version: str):
    with pytest.raises(Trouble, match="not “"):
        wheels.download(places, places.program, platform=platform, version=version)


@pytest.mark.parametrize(("system", "minor"), list(product(SYSTEMS, MINORS)))
def test_nothing_that_a_package_needs_there_is_missing(system: str, minor: int):
    text = (ROOT / "requirements.txt").read_text(encoding="utf-8")
    named = set(
        re.findall(r"^([\w.-]+)==", wheels.requirements_of(text, system, minor), re.MULTILINE)
    )
    platform_system, os_name = SYSTEMS[system]
    there = {
        "sys_platform": system,
        "platform_system": platform_system,
        "os_name": os_name,
        "platform_machine": "AMD64" if system == "win32" else "aarch64",
        "python_version": f"3.{minor}",
        "python_full_version": f"3.{minor}.0",
        "extra": "",
    }
    # Of packages for other systems the metadata is not here; they need nothing themselves.
    needed = {
        canonicalize_name(requirement.name)
        for name in named
        for requirement in requirements(name)
        if requirement.marker is None or requirement.marker.evaluate(there)
    }

    assert {"asgiref", "sqlparse"} <= needed
    assert needed - named == set()


def requirements(name: str) -> list[Requirement]:
    """What a package needs; nothing is known of one that is not installed."""
    try:
        found = importlib.metadata.requires(name) or []
    except importlib.metadata.PackageNotFoundError:
        return []
    return [Requirement(each) for each in found]


def test_pip_is_not_to_look_for_what_this_machine_would_need(
    places: Folders, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
):
    commands: list[list[str]] = []
    monkeypatch.setattr(wheels, "bare_environment", lambda folders: None)
    monkeypatch.setattr(wheels, "run_pip", lambda command, count: commands.append(command))

    wheels.download(places, places.program / "wheels", platform="windows", version="3.13")

    assert ["--no-deps" in command for command in commands] == [True, True]
    assert [Path(command[-1]).name for command in commands] == [
        "requirements.txt",
        "requirements-solver.txt",
    ]
    at = commands[0].index("--platform")
    assert commands[0][at : at + 6] == [
        "--platform",
        "win_amd64",
        "--implementation",
        "cp",
        "--python-version",
        "3.13",
    ]
    assert "0 packages are in" in capsys.readouterr().out


def test_package_that_is_not_made_for_a_machine(places: Folders, monkeypatch: pytest.MonkeyPatch):
    def fail(command: list[str], *, count: int) -> None:
        raise NoNetwork

    monkeypatch.setattr(wheels, "bare_environment", lambda folders: None)
    monkeypatch.setattr(wheels, "run_pip", fail)

    with pytest.raises(Trouble, match=r"not\nmade for windows with Python 3\.99"):
        wheels.download(places, places.program, platform="windows", version="3.99")


def test_machine_without_a_solver_gets_everything_else(
    places: Folders, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
):
    def run(command: list[str], *, count: int) -> None:
        if command[-1].endswith("requirements-solver.txt"):
            raise NoNetwork

    monkeypatch.setattr(wheels, "bare_environment", lambda folders: None)
    monkeypatch.setattr(wheels, "run_pip", run)

    wheels.download(places, places.program / "wheels", platform="windows", version="3.14")

    printed = capsys.readouterr().out
    assert "The double-dummy solver (endplay) is not among them: " in printed
    assert "0 packages are in" in printed
