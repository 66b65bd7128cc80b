"""The same events in other programs, where they are installed: milliseconds of processor time.

The npm package ``bridge-scorer`` is looked for in NODE_PATH (``npm install bridge-scorer`` in some
folder, then ``NODE_PATH=that/folder/node_modules make bench``), Debian's ``salliere`` in PATH and
/usr/games (``apt-get install salliere``). Both score without Neuberg's formula, bridge-scorer in
floating point. salliere's time holds the start of its process, its files and its table of results.
"""

import csv
import json
import os
import resource
import shutil
import subprocess
import tempfile
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

from bench.event import Result

JAVA_ARCHIVE = b"PK"


@dataclass(frozen=True, slots=True)
class Rival:
    """A program to compare with; ``command`` is ``None`` where it is not installed.

    Events with more than ``max_results`` results take it minutes.
    """

    name: str
    command: list[str] | None
    measure: Callable[[list[str], list[Result]], float]
    max_results: int
    how_to_install: str


def rivals() -> list[Rival]:
    return [
        Rival(
            "bridge-scorer",
            _bridge_scorer_command(),
            _bridge_scorer,
            1_500_000,
            "npm install bridge-scorer in some folder, and name its node_modules in NODE_PATH",
        ),
        Rival("salliere", _salliere_command(), _salliere, 15_000, "apt-get install salliere"),
    ]


def _bridge_scorer_command() -> list[str] | None:
    node = shutil.which("node")
    if node is None:
        return None
    found = subprocess.run(
        [node, "-e", "require('bridge-scorer')"], capture_output=True, check=False
    )
    script = Path(__file__).with_name("bridge_scorer.js")
    return None if found.returncode else [node, "--max-old-space-size=8192", str(script)]


def _bridge_scorer(command: list[str], results: list[Result]) -> float:
    data = json.dumps([[r.board, r.ns, r.ew, r.score] for r in results])
    done = subprocess.run(command, input=data, capture_output=True, text=True, check=True)
    return float(done.stdout)


def _salliere_command() -> list[str] | None:
    found = shutil.which("salliere", path=f"{os.environ.get('PATH', '')}{os.pathsep}/usr/games")
    if found is None:
        return None
    with Path(found).open("rb") as file:
        is_archive = file.read(2) == JAVA_ARCHIVE
    if not is_archive:
        return [found]
    # The kernel starts the archive only where it was told how; java always does.
    java = shutil.which("java")
    return [java, "-jar", found] if java else None


def _salliere(command: list[str], results: list[Result]) -> float:
    offset = 1 + max(result.ns for result in results)
    with tempfile.TemporaryDirectory() as folder:
        boards, names = Path(folder) / "boards.csv", Path(folder) / "names.csv"
        with boards.open("w", newline="") as file:
            csv.writer(file).writerows(_salliere_rows(results, offset))
        pairs = {r.ns for r in results} | {r.ew + offset for r in results}
        with names.open("w", newline="") as file:
            csv.writer(file).writerows((pair, "A", "B") for pair in sorted(pairs))
        before = _processor_time_of_children()
        subprocess.run(
            [*command, "score", "matchpoint", "total", "results", "--", str(boards), str(names)],
            stdout=subprocess.DEVNULL,
            check=True,
        )
        return 1000 * (_processor_time_of_children() - before)


def _salliere_rows(results: list[Result], offset: int) -> Iterator[tuple[object, ...]]:
    """Its pairs are numbered in one list."""
    for r in results:
        yield r.board, r.ns, r.ew + offset, r.contract, r.declarer, r.tricks


def _processor_time_of_children() -> float:
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime
