"""pytest, called as ``python -m pytest`` is, in an interpreter set for tests: a third less time.

CPython takes memory for the frames of calls in pieces of 16 KB, and gives a piece back when the
first call in it returns. Under pytest's deep stack that happens half a million times a minute. A
piece is as large as its first frame needs: below one frame of a megabyte all others have room.

The garbage collector looks through everything that was imported each time that a few hundred
objects were made; tests make many, and few of them in circles.
"""

import gc
import sys
from collections.abc import Callable

import pytest

_VARIABLES = 70_000
"""Half a megabyte of them; CPython doubles that to the next power of two."""


def main(arguments: list[str]) -> int:
    """Run pytest; the exit status."""
    gc.set_threshold(50_000, 20, 100)
    return _with_room(lambda: int(pytest.main(arguments)))


def _with_room(call: Callable[[], int]) -> int:
    """What a call returns, below a frame with many variables that nobody sets."""
    names = " = ".join(f"v{number}" for number in range(_VARIABLES))
    made: dict[str, Callable[[Callable[[], int]], int]] = {}
    exec(f"def large(call):\n if 0:\n  {names} = 0\n return call()", made)
    return made["large"](call)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
