"""Tables of an Access database by access-parser, in a process of its own with limits.

A damaged file may take any time and memory, and fails in any way: the process is ended then, and
the file is refused. The process writes the tables as JSON to its standard output.
"""

import json
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final

from clubscore.text.problems import Refused, gettext_noop, sentence

TIME_LIMIT: Final = 10
"""Seconds that reading may take."""
MEMORY_LIMIT: Final = 200 * 2**20
"""Bytes that the process may have."""

Table = dict[str, list[Any]]
"""The columns of a table by name."""

_ROOT = Path(__file__).resolve().parents[3]
_TOO_LONG = gettext_noop("Reading the file took longer than %(seconds)s seconds and was stopped.")


def read_tables(data: bytes, *, seconds: float = TIME_LIMIT) -> dict[str, Table]:
    """The tables that a file of results has, by name. Raises :class:`Refused` for a damaged file,
    and when reading takes too much time or memory."""
    # access-parser opens files only; this one is in a folder that nobody else may read.
    with TemporaryDirectory(prefix="clubscore-") as folder:
        path = Path(folder) / "results.bws"
        path.write_bytes(data)
        command = [sys.executable, "-m", "events.exchange.engines.access_worker", str(path)]
        try:
            ended = subprocess.run(  # noqa: S603 - its own program
                command, cwd=_ROOT, capture_output=True, timeout=seconds
            )
        except subprocess.TimeoutExpired:
            raise Refused(sentence(_TOO_LONG, seconds=round(seconds))) from None
    if ended.returncode != 0:
        raise Refused.because("The database is damaged: it could not be read.")
    tables: dict[str, Table] = json.loads(ended.stdout)
    return tables
