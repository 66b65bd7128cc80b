import io

import pytest

from clubscore import progress
from clubscore.progress import Progress


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


@pytest.fixture(name="clock")
def _clock(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """The seconds that pass: set the only item."""
    now = [0.0]
    monkeypatch.setattr(progress.time, "monotonic", lambda: now[0])
    return now


def test_nothing_is_drawn_in_the_first_second(clock: list[float]) -> None:
    terminal = Terminal()
    with Progress(terminal, "players.txt", 10) as bar:
        clock[0] = 0.9
        bar(5)
    assert terminal.getvalue() == ""


def test_a_bar_is_drawn_after_it_and_wiped_out_at_the_end(clock: list[float]) -> None:
    terminal = Terminal()
    with Progress(terminal, "players.txt", 10) as bar:
        clock[0] = 1.1
        bar(5)
        bar(10)
    half, whole, wiped, rest = terminal.getvalue().split("\r")
    assert half == f"players.txt: [{'#' * 15}{'.' * 15}] 50 %"
    assert whole == f"players.txt: [{'#' * 30}] 100 %"
    assert (wiped, rest) == (" " * len(whole), "")


def test_what_has_no_total_is_counted(clock: list[float]) -> None:
    terminal = Terminal()
    bar = Progress(terminal, "players.txt")
    clock[0] = 1.1
    bar(12_000)
    bar(3)
    assert terminal.getvalue() == "players.txt: 12,000\rplayers.txt: 3     \r"


def test_nothing_is_drawn_where_nobody_looks(clock: list[float]) -> None:
    stream = io.StringIO()
    with Progress(stream, "players.txt", 10) as bar:
        clock[0] = 5.0
        bar(5)
    assert stream.getvalue() == ""
