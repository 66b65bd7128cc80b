"""Run the tests: on SQLite, on PostgreSQL, in a browser; and say what could not be run.

On PostgreSQL are run again those that look at the database; rules and formats cannot tell the two.
``python -m tools.suites [NAME ...] [-- PYTEST ARGUMENTS]``. What is missing is named at the end,
and is a failure when ``CI`` is set. The last line counts the tests of all runs.
"""

import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
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
    """A run of pytest: which tests by their marks, where, and what to say about the choice; the
    folder that has them all, so that no other is read.
    """

    title: str
    selection: str
    place: Callable[[], AbstractContextManager[Environment]]
    note: str = ""
    folder: str = "tests"


SUITES = {
    "sqlite": Suite("on SQLite", "not browser and not postgresql", on_sqlite),
    "postgresql": Suite(
        "on PostgreSQL",
        "(database or postgresql) and not browser",
        on_postgresql,
        "Those that look at the database: rules and formats are tested on SQLite alone.",
    ),
    "browser": Suite("in Chromium", "browser", in_browser, folder="tests/browser"),
}

_BYTECODE = {"PYTHONDONTWRITEBYTECODE": ""}
"""Tests are compiled once, and not by every worker of every suite and all that they start."""


@dataclass(slots=True)
class Tally:
    """The tests of all runs; which runs failed, and which could not take place."""

    passed: int = 0
    failed: int = 0
    skipped: int = 0
    failures: list[str] = field(default_factory=list)
    missing: list[str] = field(default_factory=list)

    @property
    def is_failure(self) -> bool:
        """Whether something failed, or in CI could not be run."""
        return bool(self.failures or (self.missing and os.environ.get("CI")))

    def add(self, report: Path) -> None:
        """Count the tests of a JUnit report."""
        for suite in ElementTree.parse(report).getroot().iter("testsuite"):
            failed = int(suite.get("failures", 0)) + int(suite.get("errors", 0))
            skipped = int(suite.get("skipped", 0))
            self.failed += failed
            self.skipped += skipped
            self.passed += int(suite.get("tests", 0)) - failed - skipped


def run(suite: Suite, arguments: list[str], tally: Tally) -> None:
    """Run one suite and count its tests; what cannot be had is noted."""
    started = time.monotonic()
    print(f"\n=== Tests {suite.title}", flush=True)
    if suite.note:
        print(suite.note, flush=True)
    with tempfile.TemporaryDirectory() as folder:
        report = Path(folder) / "report.xml"
        command = [sys.executable, "-m", "pytest", "-q", "-n", "2", "-m", suite.selection]
        command += [f"--junitxml={report}", *arguments]
        if not any(Path(argument.partition("::")[0]).exists() for argument in arguments):
            command.append(suite.folder)
        try:
            with suite.place() as environment:
                answer = subprocess.run(command, env={**os.environ, **_BYTECODE, **environment})
        except (PostgresMissingError, ChromiumMissingError) as error:
            tally.missing.append(f"NOT RUN {suite.title}: {error}")
            return
        if report.exists():
            tally.add(report)
    if answer.returncode:
        tally.failures.append(f"FAILED {suite.title} (pytest ended with {answer.returncode})")
    print(f"=== {suite.title}: {time.monotonic() - started:.0f} s", flush=True)


def main(arguments: list[str]) -> int:
    end = arguments.index("--") if "--" in arguments else len(arguments)
    tally = Tally()
    for name in arguments[:end] or SUITES:
        run(SUITES[name], arguments[end + 1 :], tally)
    print()
    for complaint in (*tally.failures, *tally.missing):
        print(f"!!! {complaint}")
    print(f"{tally.passed} passed, {tally.failed} failed, {tally.skipped} skipped", flush=True)
    return 1 if tally.is_failure else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
