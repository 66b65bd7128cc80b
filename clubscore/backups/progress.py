"""How far a backup or a restore is, for whoever waits at a terminal."""

from collections.abc import Callable
from typing import Any, TextIO

Show = Callable[[int], object]
"""Is called with each new whole percentage."""


def show_nothing(percent: int) -> None:
    """For those whom nobody watches."""


class Progress:
    """Counts rows on the way to a number known before."""

    def __init__(self, total: int, show: Show) -> None:
        self._total = max(total, 1)
        self._show = show
        self._done = 0
        self._shown = -1

    def add(self, rows: int) -> None:
        """So many more are done."""
        self._done += rows
        percent = min(100 * self._done // self._total, 100)
        if percent != self._shown:
            self._shown = percent
            self._show(percent)


def on_terminal(stream: Any, label: str) -> Show:
    """A line of the terminal that is written over and over; nothing in a file or a log."""
    if not stream.isatty():
        return show_nothing

    def show(percent: int) -> None:
        _write(stream, f"\r{label} {percent} %" + ("\n" if percent == 100 else ""))

    return show


def _write(stream: TextIO, text: str) -> None:
    stream.write(text)
    stream.flush()
