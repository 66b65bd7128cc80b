import os
from pathlib import Path
from types import SimpleNamespace

import pytest

from clubscore import disk

ROOMY = {"f_flag": 0, "f_bavail": 10_000, "f_frsize": 4096, "f_files": 500, "f_favail": 100}


@pytest.mark.parametrize(
    ("changes", "expected"),
    [
        ({}, ""),
        ({"f_bavail": 2560}, ""),
        ({"f_bavail": 2559}, "full"),
        ({"f_favail": 0}, "full"),
        ({"f_files": 0, "f_favail": 0}, ""),
        ({"f_flag": os.ST_RDONLY}, "not writable"),
        ({"f_flag": os.ST_RDONLY, "f_bavail": 0}, "not writable"),
    ],
    ids=str,
)
def test_trouble_by_what_the_system_reports(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, changes: dict[str, int], expected: str
):
    monkeypatch.setattr(os, "statvfs", lambda folder: SimpleNamespace(**ROOMY | changes))

    assert disk.trouble([tmp_path]) == expected


def test_one_folder_of_two_is_enough(tmp_path: Path):
    assert disk.trouble([tmp_path]) == ""
    assert disk.trouble([tmp_path, tmp_path / "missing"]) == "not writable"


def test_a_folder_of_somebody_else_is_not_writable(monkeypatch: pytest.MonkeyPatch, tmp_path: Path):
    monkeypatch.setattr(os, "access", lambda folder, mode: False)

    assert disk.trouble([tmp_path]) == "not writable"


def test_windows_says_only_how_much_is_free(monkeypatch: pytest.MonkeyPatch, tmp_path: Path):
    monkeypatch.delattr(os, "statvfs")
    for free, expected in ((disk.FLOOR, ""), (disk.FLOOR - 1, "full")):
        found = SimpleNamespace(free=free)
        monkeypatch.setattr(disk.shutil, "disk_usage", lambda folder, found=found: found)

        assert disk.trouble([tmp_path]) == expected
