"""On Windows, as far as Linux can play it (tests/windows): nothing needs what only POSIX has."""

import os
import subprocess
import sys
from pathlib import Path

import pytest
from django.conf import settings

ROOT = settings.BASE_DIR
IMPORTING = """
import importlib, os, pkgutil, django
# With it no worker begins.
os.environ["CLUBSCORE_READ_ONLY"] = "yes"
django.setup()
failed, count = {}, 0
for package in ("clubscore", "accounts", "players", "movements", "events", "launcher"):
    for module in pkgutil.walk_packages([package], f"{package}."):
        try:
            importlib.import_module(module.name)
            count += 1
        except ImportError as error:
            failed[module.name] = error
assert count > 300, count
assert not failed, failed
"""
EVENING = """
from clubscore.__main__ import run
run(["start", "--prepare", "--empty"])
from django.core.management import call_command
from clubscore.keeping.backups.store import Reason, ask_for_backup, backups
from clubscore.web.visitors import Actor
ask_for_backup(reason=Reason.EVENING, by=Actor())
# In a process of its own.
call_command("work")
assert backups()
call_command("restore", backups()[0].name, "--yes")
call_command("doctor")
"""


def run(folder: Path, code: str, expected: int = 0) -> str:
    """What a program printed on Windows, with a folder for its data."""
    (folder / "staticfiles").mkdir(parents=True, exist_ok=True)
    environment = {
        **os.environ,
        "CLUBSCORE_DATA": str(folder),
        "CLUBSCORE_STATIC": str(folder / "staticfiles"),
        "DATABASE_URL": "",
        "DJANGO_SETTINGS_MODULE": "clubscore.settings",
        "PYTHONPATH": os.pathsep.join((str(ROOT / "tests" / "windows"), str(ROOT))),
    }
    answer = subprocess.run(
        [sys.executable, "-c", code], cwd=ROOT, env=environment, capture_output=True
    )
    # As a console of western Europe shows it.
    said = (answer.stdout + answer.stderr).decode("cp1252")
    assert answer.returncode == expected, said
    return said


def test_stand_in_lacks_what_windows_lacks(tmp_path: Path):
    assert "No module named 'fcntl'" in run(tmp_path, "import fcntl", expected=1)
    assert "os' has no attribute 'fork'" in run(tmp_path, "import os; os.fork()", expected=1)


@pytest.mark.large
def test_every_module_is_imported_without_posix(tmp_path: Path):
    assert run(tmp_path, IMPORTING) == ""


@pytest.mark.large
def test_start_backup_restore_and_doctor_run_without_posix(tmp_path: Path):
    folder = tmp_path / "Café Müller 100% #1"

    said = run(folder, EVENING)

    assert f"It is also in {folder / 'director-login.txt'}" in said
    assert "styles, scripts and pictures are collected." in said
    assert "Restored. Start clubscore" in said
    assert "backups is 0 days old and readable" in said
    unfinished = [path.name for path in folder.rglob("clubscore-*.part*")]
    assert unfinished == []
