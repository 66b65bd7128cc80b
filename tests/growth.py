"""Whether what a text costs grows with its length, and not with its square.

Times of a processor, not of a clock: what else runs here does not count. Even so, the least of
some tries is taken, and only a growth that shows again and again fails.
"""

import contextlib
import gc
import time
from collections.abc import Callable
from dataclasses import dataclass

from clubscore.problems import Refused

FACTOR = 4
MAX_GROWTH = 2.2 * FACTOR
"""A text four times as long takes four times as long; squared, sixteen times."""
CLEAR_GROWTH = 1.4 * FACTOR
ENOUGH = 0.01
"""Seconds from which a growth is told from chance."""
TRIES = 3

Read = Callable[[str], object]


@dataclass(frozen=True, slots=True)
class Shape:
    """A hostile text: something again and again, with a beginning and an end of its own."""

    unit: str
    before: str = ""
    after: str = ""

    def of(self, length: int) -> str:
        return self.before + self.unit * (length // len(self.unit)) + self.after

    def __str__(self) -> str:
        return ascii(f"{self.before}({self.unit})*{self.after}")


UNITS = (
    *(" ", "\t", "\n", "a", "9", "0", "\u00e9", "\u0301", '"', "'", "(", ":", "/", ",", ";", "-"),
    *(".", "+", "|", "1 ", "a ", "a-", "1:", "1,", "a\n", "1\t", "1 2\n", '"\n', "e\u0301", " \n"),
    *("\u4e00", "1.", "4s", "aA", "?", "@", "a@", "::", "\u2028"),
)
SHAPES = tuple(
    Shape(unit, before, after)
    for unit in UNITS
    for before, after in (("", ""), ("", "!"), ("60:", "x"), ("1 ", "1"))
)


def taken(read: Read, text: str, repeats: int) -> float:
    """The least seconds of the processor that reading a text takes."""
    least = float("inf")
    for _ in range(repeats):
        began = time.process_time()
        with contextlib.suppress(Refused):
            read(text)
        least = min(least, time.process_time() - began)
    return least


def worse_than_linear(read: Read, shape: Shape, *, most: int, thorough: bool = False) -> str:
    """How the cost of such a text grows where it grows too fast, with ``most`` characters at most;
    else nothing. Ends at the first length whose growth is clear, or ``thorough`` at the last."""
    length = 250
    gc.disable()
    try:
        while length * FACTOR <= most:
            if taken(read, shape.of(length * FACTOR), 1) >= ENOUGH:
                growth = _least_growth(read, shape, length)
                if growth > MAX_GROWTH:
                    return f"{shape}: {length} characters, then {growth:.1f} times"
                if growth < CLEAR_GROWTH and not thorough:
                    break
            length *= FACTOR
    finally:
        gc.enable()
    return ""


def _least_growth(read: Read, shape: Shape, length: int) -> float:
    """The least growth of some tries, as many as are needed."""
    least = float("inf")
    for _ in range(TRIES):
        short, long = shape.of(length), shape.of(length * FACTOR)
        growth = taken(read, long, 2) / max(taken(read, short, 5), 1e-6)
        least = min(least, growth)
        if least <= MAX_GROWTH:
            break
    return least
