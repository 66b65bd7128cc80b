"""A bar on the terminal for what takes longer than a second, and nothing anywhere else."""

import time
from typing import Protocol

PATIENCE = 1.0
"""So many seconds pass before anything is shown."""
WIDTH = 30


class Terminal(Protocol):
    """Where the bar is drawn, as far as it matters here."""

    def isatty(self) -> bool: ...

    def write(self, text: str, /) -> object: ...

    def flush(self) -> object: ...


class Progress:
    """Told how much is done, it draws a bar: of ``total``, or a number alone where that is not
    known. As a context it wipes the bar out at the end."""

    def __init__(self, terminal: Terminal, label: str, total: int | None = None) -> None:
        self._terminal = terminal
        self._label = label
        self._total = total
        self._started = time.monotonic()
        self._drawn = 0

    def __enter__(self) -> "Progress":
        return self

    def __exit__(self, *_: object) -> None:
        if self._drawn:
            self._draw(" " * self._drawn + "\r")

    def __call__(self, done: int) -> None:
        """Say how much is done by now."""
        if self._terminal.isatty() and time.monotonic() - self._started > PATIENCE:
            text = f"{self._label}: {self._measure(done)}"
            self._draw(text.ljust(self._drawn) + "\r")
            self._drawn = len(text)

    def _measure(self, done: int) -> str:
        if not self._total:
            return f"{done:,}"
        full = WIDTH * done // self._total
        return f"[{'#' * full}{'.' * (WIDTH - full)}] {100 * done // self._total} %"

    def _draw(self, text: str) -> None:
        self._terminal.write(text)
        self._terminal.flush()
