import os
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace

import pytest

from clubscore import locks
from tests.windows import sitecustomize


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
