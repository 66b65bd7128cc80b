from pathlib import Path

import pytest

from events.exchange.engines import double_dummy
from events.sessions.hands.domain import read_deal
from tests.events.exchange.formats.test_dealing_files import BOARDS

SOLVED = read_deal(
    "N:AQT94.T53.KQ8.T9 63.J98.J53.K8654 K72.6.AT9762.AJ7 J85.AKQ742.4.Q32"
)  # with the tricks that BridgeComposer found
CRASHING = """
import sys
for number, line in enumerate(sys.stdin):
    if line.startswith("N:5.A85"):
        sys.exit(11)
    print([[1] * 4] * 5, flush=True)
"""


def test_tricks_as_another_program_has_them():
    assert SOLVED
    (makeable,) = double_dummy.solve([SOLVED])
    assert str(makeable) == "7c5c67c5c61181711817"


def test_crash_costs_that_board_and_nothing_else(monkeypatch: pytest.MonkeyPatch, tmp_path: Path):
    worker = tmp_path / "worker.py"
    worker.write_text(CRASHING)
    monkeypatch.setattr(double_dummy, "_WORKER", worker)
    deals = [BOARDS[1][1], BOARDS[0][1], BOARDS[2][1], BOARDS[0][1]]
    answers = list(double_dummy.solve(deals))
    assert [answer is None for answer in answers] == [False, True, False, True]


def test_deal_that_takes_too_long_is_left(monkeypatch: pytest.MonkeyPatch, tmp_path: Path):
    worker = tmp_path / "worker.py"
    worker.write_text("import time\ntime.sleep(60)\n")
    monkeypatch.setattr(double_dummy, "_WORKER", worker)
    assert list(double_dummy.solve([BOARDS[0][1]], seconds=0.1)) == [None]


def test_without_the_solver_nothing_is_answered(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr("importlib.util.find_spec", lambda name: None)
    assert not double_dummy.is_available()
    assert list(double_dummy.solve([BOARDS[0][1]])) == [None]
