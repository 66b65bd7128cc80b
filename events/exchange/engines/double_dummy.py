"""Double-dummy tricks by the solver in endplay's wheel (DDS by Bo Haglund), in its own process.

The library ends the process that calls it when something is wrong: it is never loaded into this
one. A deal on which it crashes is left without an analysis, and the next one is solved by a new
process. endplay may be missing, where there is no wheel for the Python or the machine.
"""

import importlib.util
import json
import subprocess
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Final

from events.sessions.core.domain.contract import Seat, Strain
from events.sessions.hands.domain import Deal, Makeable, makeable_of

TIME_LIMIT: Final = 60
"""Seconds for one deal; most take a fifth of one, the hardest a few."""

_LIBRARIES: Final = ("libdds.so", "libdds.dylib", "dds.dll", "libdds.dll")
_WORKER: Final = Path(__file__).with_name("dds_worker.py")
_STRAINS: Final = (Strain.SPADES, Strain.HEARTS, Strain.DIAMONDS, Strain.CLUBS, Strain.NO_TRUMP)


def library() -> Path | None:
    """The solver's library; ``None`` where endplay is not installed."""
    # Found, not imported: importing it would load the library, and NumPy with it.
    module_spec = importlib.util.find_spec("endplay")
    for folder in (module_spec.submodule_search_locations or ()) if module_spec else ():
        for name in _LIBRARIES:
            path = Path(folder) / "_dds" / name
            if path.is_file():
                return path
    return None


def is_available() -> bool:
    return library() is not None


def solve(deals: Sequence[Deal], *, seconds: float = TIME_LIMIT) -> Iterator[Makeable | None]:
    """The tricks of each deal, in their order; ``None`` where there is no answer."""
    path = library()
    left = list(deals)
    while left and path:
        for tricks in _solved(path, left, seconds * len(left)):
            left.pop(0)
            yield tricks
        if left:
            # The process ended on this one; the others get a new process.
            left.pop(0)
            yield None
    for _ in left:
        yield None


def _solved(path: Path, deals: Sequence[Deal], seconds: float) -> Iterator[Makeable | None]:
    command = [sys.executable, "-S", "-E", str(_WORKER), str(path)]
    lines = "".join(f"{deal}\n" for deal in deals)
    try:
        ended = subprocess.run(  # noqa: S603 - its own program
            command, input=lines, capture_output=True, text=True, timeout=seconds
        )
        output = ended.stdout
    except subprocess.TimeoutExpired as error:
        written = error.stdout or b""
        output = written.decode("ascii") if isinstance(written, bytes) else written
    for line in output.split("\n")[:-1]:
        yield _makeable(json.loads(line))


def _makeable(tricks: list[list[int]] | None) -> Makeable | None:
    if tricks is None:
        return None
    return makeable_of(
        {
            (seat, strain): tricks[row][column]
            for row, strain in enumerate(_STRAINS)
            for column, seat in enumerate(Seat)
        }
    )
