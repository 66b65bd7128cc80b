"""Phones that opened the connection check: a small file in the data folder, for every process.

It holds the last few, each with the two words of its browser, and nothing that names anybody.
"""

import contextlib
import json
import os
import secrets
import time
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Final

FILE: Final = "tried.json"
LAST: Final = 20
_WINDOW, _AT_MOST = 10.0, 20
"""Seconds, and how many of them are stored: the page is open to everybody."""


@dataclass(frozen=True, slots=True)
class Try:
    """A phone that arrived: when (seconds since 1970), what it is, and the round trip in
    milliseconds, 0 if unknown."""

    at: float
    name: str
    milliseconds: int


def tries(folder: Path) -> list[Try]:
    """The phones that arrived, the latest last; none when the file is missing or unreadable."""
    try:
        rows = json.loads((folder / FILE).read_text(encoding="utf-8"))
        return [Try(**row) for row in rows]
    except (OSError, ValueError, TypeError):
        return []


def add_try(folder: Path, *, name: str, milliseconds: int) -> None:
    """Store one more phone; too many at once are not stored, nor is any on a full disk."""
    now = time.time()
    before = tries(folder)
    if sum(now - each.at < _WINDOW for each in before) >= _AT_MOST:
        return
    rows = [asdict(each) for each in (*before, Try(now, name, milliseconds))]
    draft = folder / f"{FILE}.{os.getpid()}.{secrets.token_hex(4)}"
    with contextlib.suppress(OSError):
        draft.touch(mode=0o600)
        draft.write_text(json.dumps(rows[-LAST:]), encoding="utf-8")
        draft.replace(folder / FILE)
