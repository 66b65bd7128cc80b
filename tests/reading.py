"""What tests call in the process of the readers, which knows functions by their modules alone."""

import os
import sys
import warnings
from collections.abc import Iterator

from clubscore.text.problems import Refused


def knows(module: str) -> bool:
    """Whether the process has loaded a module."""
    return module in sys.modules


def bound(length: int) -> int:
    """Take so much memory."""
    return len(bytes(length))


_kept: list[list[int]] = []


def keep(count: int) -> int:
    """Take memory and keep it."""
    _kept.append(list(range(count)))
    return os.getpid()


def printed(text: str) -> str:
    """Print a text, as libraries do."""
    print(text)  # noqa: T201
    warnings.warn(text, stacklevel=1)
    return text


def steps(count: int, last: str = "") -> Iterator[int]:
    """So many steps, and then what is wrong."""
    yield from range(count)
    if last == "endless":
        sum(range(10**12))
    elif last:
        raise Refused.because("It ends here.")
