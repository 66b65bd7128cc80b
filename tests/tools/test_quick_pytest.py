import gc
import sys
from collections.abc import Iterator

import pytest

from tools import quick_pytest


@pytest.fixture(autouse=True)
def _same_collector() -> Iterator[None]:
    before = gc.get_threshold()
    yield
    gc.set_threshold(*before)


def test_pytest_runs_above_a_large_frame(monkeypatch: pytest.MonkeyPatch):
    sizes: list[int] = []

    def run(arguments: list[str]) -> int:
        assert arguments == ["-q"]
        frame = sys._getframe()
        while frame.f_back is not None:
            frame = frame.f_back
            sizes.append(frame.f_code.co_nlocals)
        return 5

    monkeypatch.setattr(pytest, "main", run)

    assert quick_pytest.main(["-q"]) == 5
    # A place takes eight bytes.
    assert max(sizes) * 8 > 512 * 1024
    assert gc.get_threshold()[0] == 50_000
