"""Run the tests: on SQLite, on PostgreSQL, in a browser; and say what could not be run.

``python -m tools.suites [NAME ...] [-- PYTEST ARGUMENTS]``. What is missing is named at the end,
and is a failure when ``CI`` is set. The last line counts the tests of all runs.
"""

import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from xml.etree import ElementTree

from tools.chromium import ChromiumMissingError, require_chromium
from tools.throwaway_postgres import PostgresMissingError, throwaway_postgres

Environment = dict[str, str]


@contextmanager
def on_sqlite() -> Iterator[Environment]:
    yield {"DATABASE_URL": ""}


@contextmanager
def on_postgresql() -> Iterator[Environment]:
    if os.environ.get("DATABASE_URL"):
        yield {}
    else:
        with throwaway_postgres() as url:
            yield {"DATABASE_URL": url}


@contextmanager
def in_browser() -> Iterator[Environment]:
    yield {"DATABASE_URL": "", "CLUBSCORE_CHROMIUM": str(require_chromium())}


@dataclass(frozen=True, slots=True)
class Suite:
    """A run of pytest: which tests, and where."""

    title: str
    selection: str
    place: Callable[[], object]


SUITES = {
    "sqlite": Suite("on SQLite", "not browser", on_sqlite),
    "postgresql": Suite("on PostgreSQL", "not browser", on_postgresql),
    "browser": Suite("in Chromium", "browser", in_browser),
}


@dataclass(slots=True)
class Tally:
    passed: int = 0
    failed: int = 0
    skipped: int = 0
    complaints: list[str] = field(default_factory=list)

    def add(self, report: Path) -> None:
        """Count the tests of a JUnit report."""
        for suite in ElementTree.parse(report).getroot().iter("testsuite"):
            failed = int(suite.get("failures", 0)) + int(suite.get("errors", 0))
            skipped = int(suite.get("skipped", 0))
            self.failed += failed
            self.skipped += skipped
            self.passed += int(suite.get("tests", 0)) - failed - skipped


def run(suite: Suite, arguments: list[str], tally: Tally) -> None:
    """Run one suite and count its tests; what is missing becomes a complaint."""
    started = time.monotonic()
    print(f"\n=== Tests {suite.title}", flush=True)
    with tempfile.TemporaryDirectory() as folder:
        report = Path(folder) / "report.xml"
        command = [sys.executable, "-m", "pytest", "-q", "-n", "2", "-m", suite.selection]
        command += [f"--junitxml={report}", *arguments]
        try:
            with suite.place() as environment:
                answer = subprocess.run(command, env={**os.environ, **environment})
        except (PostgresMissingError, ChromiumMissingError) as error:
            tally.complaints.append(f"NOT RUN {suite.title}: {error}")
            return
        if report.exists():
            tally.add(report)
    if answer.returncode:
        tally.complaints.append(f"FAILED {suite.title} (pytest ended with {answer.returncode})")
    print(f"=== {suite.title}: {time.monotonic() - started:.0f} s", flush=True)


def main(arguments: list[str]) -> int:
    names, _, options = _split(arguments)
    tally = Tally()
    for name in names or SUITES:
        run(SUITES[name], options, tally)
    print()
    for complaint in tally.complaints:
        print(f"!!! {complaint}")
    print(f"{tally.passed} passed, {tally.failed} failed, {tally.skipped} skipped", flush=True)
    only_missing = all(complaint.startswith("NOT RUN") for complaint in tally.complaints)
    return 0 if only_missing and (not tally.complaints or not os.environ.get("CI")) else 1


def _split(arguments: list[str]) -> tuple[list[str], str, list[str]]:
    if "--" not in arguments:
        return arguments, "", []
    at = arguments.index("--")
    return arguments[:at], "--", arguments[at + 1 :]


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
