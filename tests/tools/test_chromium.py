from pathlib import Path

import pytest

from tools import chromium
from tools.chromium import ChromiumMissingError


def test_program_of_the_environment_comes_first(monkeypatch: pytest.MonkeyPatch, tmp_path: Path):
    (tmp_path / "mine").touch()
    monkeypatch.setenv("CLUBSCORE_CHROMIUM", str(tmp_path / "mine"))

    assert chromium.find_chromium() == tmp_path / "mine"


def test_program_on_the_path_comes_before_others(monkeypatch: pytest.MonkeyPatch, tmp_path: Path):
    (tmp_path / "google-chrome").touch()
    monkeypatch.delenv("CLUBSCORE_CHROMIUM", raising=False)
    monkeypatch.setattr(
        chromium.shutil, "which", lambda name: str(tmp_path / name) if "google" in name else None
    )

    assert chromium.find_chromium() == tmp_path / "google-chrome"


def test_headless_shell_comes_before_the_whole_browser(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
):
    for name in ("chromium", "chromium-headless-shell"):
        (tmp_path / name).touch()
    monkeypatch.delenv("CLUBSCORE_CHROMIUM", raising=False)
    monkeypatch.setattr(chromium.shutil, "which", lambda name: str(tmp_path / name))

    assert chromium.find_chromium() == tmp_path / "chromium-headless-shell"


@pytest.mark.parametrize("package", ["chromium-headless-shell", "chromium"])
def test_first_package_that_can_be_had_is_installed(monkeypatch: pytest.MonkeyPatch, package: str):
    installed: list[str] = []
    monkeypatch.setattr(
        chromium, "find_chromium", lambda: Path(package) if package in installed else None
    )
    monkeypatch.setattr(chromium.os, "geteuid", lambda: 0)
    monkeypatch.setattr(chromium.shutil, "which", lambda name: name)
    monkeypatch.setattr(chromium, "apt_get", installed.append)

    assert chromium.require_chromium() == Path(package)
    assert installed[-1] == package


def test_missing_browser_is_named_with_what_to_do(monkeypatch: pytest.MonkeyPatch):
    installed: list[str] = []
    monkeypatch.setattr(chromium, "find_chromium", lambda: None)
    monkeypatch.setattr(chromium.os, "geteuid", lambda: 0)
    monkeypatch.setattr(chromium.shutil, "which", lambda name: name)
    monkeypatch.setattr(chromium, "apt_get", installed.append)
    monkeypatch.setattr(
        chromium.subprocess, "run", lambda command, check: installed.append(command[2])
    )

    with pytest.raises(ChromiumMissingError, match="Install one"):
        chromium.require_chromium()

    assert installed == ["chromium-headless-shell", "chromium", "playwright"]
