"""``python -m bench.growth [--large]``: whether what a text costs grows with its length.

Every field in which something is typed and every file that is read gets hostile texts: something
again and again, four times as long each time. What grows with the square of the length is named
with its factor, and makes the run fail. ``--large`` goes on to a megabyte.

Times of a processor, not of a clock: what else runs here does not count. Even so, the least of
some tries is taken, and only a growth that shows again and again counts.
"""

import contextlib
import gc
import os
import sys
import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass

import django

from clubscore.text.problems import Refused

FACTOR = 4
MAX_GROWTH = 2.2 * FACTOR
"""A text four times as long takes four times as long; squared, sixteen times."""
CLEAR_GROWTH = 1.4 * FACTOR
ENOUGH = 0.01
"""Seconds from which a growth is told from chance."""
TRIES = 3

FIELD_LENGTH, LARGE_FIELD_LENGTH = 20_000, 160_000
"""The first is as much as a field brings before it is refused."""
MEMBERS = 1000
FILE_LENGTH, LARGE_FILE_LENGTH = 16_000, 1_024_000

Read = Callable[[str], object]
Taken = Callable[[Read, str, int], float]
"""What reading a text takes, the least of so many tries."""


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
    " ", "\t", "\n", "a", "9", "0", "\u00e9", "\u0301", '"', "'", "(", ":", "/", ",", ";", "-",
    ".", "+", "|", "1 ", "a ", "a-", "1:", "1,", "a\n", "1\t", "1 2\n", '"\n', "e\u0301", " \n",
    "\u4e00", "1.", "4s", "aA", "?", "@", "a@", "::", "\u2028",
)  # fmt: skip
SHAPES = tuple(
    Shape(unit, before, after)
    for unit in UNITS
    for before, after in (("", ""), ("", "!"), ("60:", "x"), ("1 ", "1"))
)

FEW = tuple(shape for shape in SHAPES if not shape.before and shape.after)
"""Enough for the readers of files, whose lines begin in their own way."""


def main(arguments: Iterable[str]) -> int:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "clubscore.settings")
    django.setup()
    large = "--large" in arguments
    found = [*_fields(large=large), *_files(large=large)]
    print("\n".join(found) or "Nothing grows faster than its text.")
    return bool(found)


def _fields(*, large: bool) -> Iterable[str]:
    from tests.fuzz.fields import FIELDS

    most = LARGE_FIELD_LENGTH if large else FIELD_LENGTH
    for name, read in FIELDS.items():
        yield from _all_worse(name, read, SHAPES, most=most, thorough=large)
    yield from _all_worse("members", _many_members, [Shape("x")], most=MEMBERS, thorough=large)


def _many_members(text: str) -> object:
    """As many players and members as the text has letters, of few names, matched."""
    from players.domain.members.matching import match
    from players.domain.members.member import Known, Member
    from players.domain.names import read_name

    numbers = range(len(text))
    known = [Known(n, read_name(f"{chr(97 + n % 7)}. Lee-{n % 11} ({n})"), {}) for n in numbers]
    members = [Member(n, read_name(f"{chr(97 + n % 5)}x Lee-{n % 11}"), {}) for n in numbers]
    return match(members, known)


def _files(*, large: bool) -> Iterable[str]:
    from tests.fuzz.fields import FILES

    most, shapes = (LARGE_FILE_LENGTH, SHAPES) if large else (FILE_LENGTH, FEW)
    for name, read in FILES.items():
        yield from _all_worse(name, read, shapes, most=most, thorough=large)


def _all_worse(
    name: str, read: Read, shapes: Iterable[Shape], *, most: int, thorough: bool
) -> Iterable[str]:
    for shape in shapes:
        if worse := worse_than_linear(read, shape, most=most, thorough=thorough):
            yield f"{name}: {worse}"


def taken(read: Read, text: str, repeats: int) -> float:
    """The least seconds of the processor that reading a text takes."""
    least = float("inf")
    for _ in range(repeats):
        began = time.process_time()
        with contextlib.suppress(Refused):
            read(text)
        least = min(least, time.process_time() - began)
    return least


def worse_than_linear(
    read: Read, shape: Shape, *, most: int, thorough: bool = False, taken: Taken = taken
) -> str:
    """How the cost of such a text grows where it grows too fast, with ``most`` characters at most;
    else nothing. Ends at the first length whose growth is clear, or ``thorough`` at the last."""
    length = 250
    gc.disable()
    try:
        while length * FACTOR <= most:
            if taken(read, shape.of(length * FACTOR), 1) >= ENOUGH:
                growth = _least_growth(read, shape, length, taken)
                if growth > MAX_GROWTH:
                    return f"{shape}: {length} characters, then {growth:.1f} times"
                if growth < CLEAR_GROWTH and not thorough:
                    break
            length *= FACTOR
    finally:
        gc.enable()
    return ""


def _least_growth(read: Read, shape: Shape, length: int, taken: Taken) -> float:
    """The least growth of some tries, as many as are needed."""
    least = float("inf")
    for _ in range(TRIES):
        short, long = shape.of(length), shape.of(length * FACTOR)
        growth = taken(read, long, 2) / max(taken(read, short, 5), 1e-6)
        least = min(least, growth)
        if least <= MAX_GROWTH:
            break
    return least


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
