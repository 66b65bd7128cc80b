import os
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace

import pytest

from clubscore.files import locks, private as patience
from tests.windows import sitecustomize


@pytest.fixture
def pauses(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    found: list[float] = []
    monkeypatch.setattr(locks.time, "sleep", found.append)
    return found


def test_file_that_a_scanner_holds_is_replaced_a_little_later(
    pauses: list[float], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    path, target = tmp_path / "new", tmp_path / "old"
    path.write_text("new")
    target.write_text("old")
    replace = Path.replace

    def held_twice(path: Path, target: Path) -> Path:
        if len(pauses) < 2:
            raise PermissionError(13, "in use")
        return replace(path, target)

    monkeypatch.setattr(Path, "replace", held_twice)

    locks.replace(path, target)

    assert (target.read_text(), path.exists(), len(pauses)) == ("new", False, 2)


def test_file_that_stays_held_is_an_error(pauses: list[float]):
    def refuse() -> None:
        raise PermissionError(13, "in use")

    with pytest.raises(PermissionError):
        locks.patiently(refuse)

    assert sum(pauses) == pytest.approx(2)


@pytest.fixture(params=["posix", "windows"])
def system(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    if request.param == "windows":
        windows = SimpleNamespace(locking=sitecustomize.locking, LK_NBLCK=2)
        monkeypatch.setattr(locks, "fcntl", None)
        monkeypatch.setattr(locks, "msvcrt", windows, raising=False)


@pytest.fixture
def handles(tmp_path: Path, system: None) -> Iterator[list[int]]:
    """One file, opened three times."""
    file = tmp_path / "file"
    file.write_bytes(b"8000")
    opened = [os.open(file, os.O_RDWR) for _ in range(3)]
    yield opened
    for handle in opened:
        os.close(handle)


def test_lock_is_for_one(handles: list[int]):
    assert [locks.lock(handle) for handle in handles] == [True, False, False]


def test_lock_ends_with_the_file(handles: list[int]):
    assert locks.lock(handles[0]) is True
    os.close(handles.pop(0))

    assert [locks.lock(handle) for handle in handles] == [True, False]


def test_shared_lock_is_for_many_and_keeps_others_out(handles: list[int]):
    assert [locks.lock(handle, shared=True) for handle in handles[:2]] == [True, True]
    assert locks.lock(handles[2]) is False


def test_whoever_is_alone_shares_with_nobody(handles: list[int]):
    assert locks.lock(handles[0]) is True
    assert locks.lock(handles[1], shared=True) is False


def test_locked_file_is_read_from_its_beginning(handles: list[int]):
    locks.lock(handles[0])

    assert os.read(handles[1], 10) == b"8000"
    assert os.read(handles[0], 10) == b"8000"


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

    assert patience.trouble([tmp_path]) == expected


def test_one_folder_of_two_is_enough(tmp_path: Path):
    assert patience.trouble([tmp_path]) == ""
    assert patience.trouble([tmp_path, tmp_path / "missing"]) == "not writable"


def test_a_folder_of_somebody_else_is_not_writable(monkeypatch: pytest.MonkeyPatch, tmp_path: Path):
    monkeypatch.setattr(os, "access", lambda folder, mode: False)

    assert patience.trouble([tmp_path]) == "not writable"


def test_windows_says_only_how_much_is_free(monkeypatch: pytest.MonkeyPatch, tmp_path: Path):
    monkeypatch.delattr(os, "statvfs")
    for free, expected in ((patience.FLOOR, ""), (patience.FLOOR - 1, "full")):
        found = SimpleNamespace(free=free)
        monkeypatch.setattr(patience.shutil, "disk_usage", lambda folder, found=found: found)

        assert patience.trouble([tmp_path]) == expected
