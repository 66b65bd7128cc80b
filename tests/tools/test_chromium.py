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

    assert installed == ["chromium", "playwright"]
