"""Check and test everything: lint, SQLite, PostgreSQL and Chromium, beside each other.

``python -m tools.suites [--all | --rest] [NAME ...] [-- PYTEST ARGUMENTS]``. Each part is one
command; what it prints appears when it ends, or at once where pytest is given arguments and
somebody watches.

On PostgreSQL run again the tests that are marked ``both_databases``: locks, races, constraints,
and every kind of statement that the program asks. ``--all`` runs everything on both, with the
large tests and the many examples that the usual run leaves out; ``--rest`` only the tests that it
leaves out.

What failed and what is missing is named at the end; what is missing is a failure when ``CI`` is
set. The last line counts the tests of all suites.
"""

import os
import re
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor, as_completed
from contextlib import AbstractContextManager, ExitStack, contextmanager, nullcontext
from dataclasses import dataclass, field
from enum import StrEnum
from pathlib import Path
from subprocess import CalledProcessError

from tools.chromium import ChromiumMissingError, require_chromium
from tools.template import collect_static, postgres_template, sqlite_template
from tools.throwaway_postgres import PostgresMissingError, throwaway_postgres

Environment = dict[str, str]


@contextmanager
def on_sqlite() -> Iterator[Environment]:
    sqlite_template()
    yield {"DATABASE_URL": ""}


@contextmanager
def on_postgresql() -> Iterator[Environment]:
    given = os.environ.get("DATABASE_URL")
    with nullcontext(given) if given else throwaway_postgres() as server:
        postgres_template(server)
        yield {"DATABASE_URL": server}


@contextmanager
def in_browser() -> Iterator[Environment]:
    sqlite_template()
    browser = {"CLUBSCORE_CHROMIUM": str(require_chromium()), "CLUBSCORE_COLLECTED": "yes"}
    yield {"DATABASE_URL": "", **browser}


class Extent(StrEnum):
    """Which tests of a suite, by the option that asks for them."""

    USUAL = ""
    ALL = "--all"
    REST = "--rest"


@dataclass(frozen=True, slots=True)
class Suite:
    """Tests by their marks, usually and in a run of everything, and where they run."""

    title: str
    marks: str
    all_marks: str
    place: Callable[[], AbstractContextManager[Environment]]
    folders: tuple[str, ...] = ("tests", "--ignore=tests/browser")
    of_marks: tuple[str, ...] = ()
    """Usually, only files with these marks are read."""

    def chosen(self, extent: Extent) -> str:
        """The marks of the tests that run."""
        rest = f"({self.all_marks}) and not ({self.marks})"
        return {Extent.USUAL: self.marks, Extent.ALL: self.all_marks, Extent.REST: rest}[extent]

    def files(self, extent: Extent) -> list[str]:
        """What pytest is to read."""
        some = self.of_marks and extent is Extent.USUAL
        return files_marked(*self.of_marks) if some else list(self.folders)


LINT = "lint"
SUITES = {
    "sqlite": Suite(
        "SQLite",
        "not (browser or postgresql or race) and not large",
        "not (browser or postgresql)",
        on_sqlite,
    ),
    "browser": Suite(
        "Chromium", "browser and not large", "browser", in_browser, ("tests/browser",)
    ),
    "postgresql": Suite(
        "PostgreSQL",
        "(postgresql or both_databases and database) and not (browser or large)",
        "(postgresql or database) and not browser",
        on_postgresql,
        of_marks=("both_databases", "postgresql"),
    ),
}
_WORKERS = ("-n", "2", "--dist", "loadfile", "--no-loadscope-reorder")
_BYTECODE = {"PYTHONDONTWRITEBYTECODE": ""}
"""Tests are compiled once, and not by every process of every suite and all that they start."""
_MANY_EXAMPLES = {"HYPOTHESIS_PROFILE": "thorough"}
_COUNTS = re.compile(r"(\d+) (passed|failed|errors?|skipped)\b")


def files_marked(*marks: str) -> list[str]:
    """The test files outside the browser's that have one of the marks."""
    written = re.compile(rf"\bmark\.(?:{'|'.join(marks)})\b")
    files = sorted(Path("tests").rglob("test_*.py"))
    outside = (path for path in files if not path.is_relative_to("tests/browser"))
    return [str(path) for path in outside if written.search(path.read_text())]


@dataclass(frozen=True, slots=True)
class Order:
    """The command line: which parts, which of their tests, and arguments for pytest."""

    names: Sequence[str]
    extent: Extent = Extent.USUAL
    arguments: Sequence[str] = ()

    @property
    def names_files(self) -> bool:
        """Whether pytest is told which files to read."""
        return any(Path(argument.partition("::")[0]).exists() for argument in self.arguments)

    @property
    def is_watched(self) -> bool:
        """Whether somebody tries something, and wants to see it at once."""
        return bool(self.arguments) and not os.environ.get("CI")


def read_order(arguments: Sequence[str]) -> Order:
    """The command line; without names, all parts are meant."""
    end = arguments.index("--") if "--" in arguments else len(arguments)
    options, for_pytest = arguments[:end], tuple(arguments[end + 1 :])
    if unknown := set(options) - {Extent.ALL, Extent.REST, LINT, *SUITES}:
        raise SystemExit(f"No such part: {', '.join(sorted(unknown))}")
    names = tuple(option for option in options if not option.startswith("--"))
    extent = next((each for each in (Extent.ALL, Extent.REST) if each in options), Extent.USUAL)
    return Order(names or (LINT, *SUITES), extent, for_pytest)


def command_of(name: str, order: Order) -> list[str]:
    """How a part is run."""
    if name == LINT:
        return ["make", "--no-print-directory", LINT]
    suite = SUITES[name]
    files = () if order.names_files else suite.files(order.extent)
    pytest = (sys.executable, "-m", "pytest", "-q", "-m", suite.chosen(order.extent))
    return [*pytest, *_WORKERS, *order.arguments, *files]


@dataclass(slots=True)
class Part:
    """A suite, or the checks of the code: what it took, its tests, and what went wrong."""

    title: str
    clock: float = 0.0
    processor: float = 0.0
    tests: Counter[str] = field(default_factory=Counter)
    failures: list[str] = field(default_factory=list)
    missing: list[str] = field(default_factory=list)
    output: str = ""

    @property
    def is_failure(self) -> bool:
        """Whether something failed, or in CI could not be run."""
        return bool(self.failures or (self.missing and os.environ.get("CI")))

    def read(self, code: int, output: str) -> None:
        """Count the tests in pytest's last line, and name those that failed."""
        self.output = output
        for number, word in _COUNTS.findall(output.rstrip().rpartition("\n")[2]):
            self.tests["failed" if word.startswith("error") else word] += int(number)
        names = re.findall(r"^(?:FAILED|ERROR) (\S+)", output, re.MULTILINE)
        self.failures += [f"FAILED {self.title}: {name}" for name in names]
        if code and not names:
            self.failures.append(f"FAILED {self.title} (ended with {code})")


def run(order: Order) -> list[Part]:
    """Run the parts of the order, and print the output of each when it has ended."""
    # One by one where somebody watches. Else browsers wait much, and lint is one process.
    at_once = 1 if order.is_watched else 3
    parts = []
    collect_static()
    pool = ThreadPoolExecutor(at_once)
    try:
        for future in as_completed([pool.submit(run_part, name, order) for name in order.names]):
            part = future.result()
            parts.append(part)
            print(f"\n=== {part.title}: {part.clock:.0f} s\n{part.output}", end="", flush=True)
    finally:
        # After Ctrl+C, which ends those under way, no other begins.
        pool.shutdown(cancel_futures=True)
    return parts


def run_part(name: str, order: Order) -> Part:
    """Run a part at its place."""
    part = Part(SUITES[name].title if name in SUITES else name)
    start = time.monotonic()
    with ExitStack() as stack:
        try:
            place = SUITES[name].place() if name in SUITES else nullcontext({})
            environment = _BYTECODE | stack.enter_context(place)
        except (PostgresMissingError, ChromiumMissingError) as error:
            part.missing.append(f"NOT RUN {part.title}: {error}")
        except CalledProcessError as error:
            part.failures.append(f"FAILED {part.title}, for lack of a database: {error}")
        else:
            many = _MANY_EXAMPLES if order.extent is Extent.ALL else {}
            command = command_of(name, order)
            code, output, part.processor = execute(
                command, {**environment, **many}, is_shown=order.is_watched
            )
            part.read(code, output)
            part.output = "" if order.is_watched else output
    part.clock = time.monotonic() - start
    return part


def execute(
    command: Sequence[str], environment: Environment, *, is_shown: bool
) -> tuple[int, str, float]:
    """Run a command to its end: its exit code, its output, and its seconds of processor."""
    with tempfile.TemporaryFile() as output:
        process = subprocess.Popen(
            command,
            env={**os.environ, **environment},
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE if is_shown else output,
            stderr=subprocess.STDOUT,
        )
        with process.stdout or nullcontext(()) as lines:
            for line in lines:
                output.write(line)
                sys.stdout.buffer.write(line)
                sys.stdout.flush()
        # Not process.wait(), which does not return the processor time.
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
        output.seek(0)
        text = output.read().decode(errors="replace")
    return process.returncode, text, usage.ru_utime + usage.ru_stime


def report(parts: Sequence[Part], clock: float) -> Iterator[str]:
    """What each part took, what went wrong, and the count of all tests."""
    yield f"{'':<12}{'clock':>10}{'processor':>12}{'tests':>8}"
    for part in parts:
        count = part.tests.total() or ""
        yield f"{part.title:<12}{part.clock:>8.0f} s{part.processor:>10.0f} s{count:>8}"
    tests = sum((part.tests for part in parts), Counter[str]())
    yield f"{'all':<12}{clock:>8.0f} s{sum(part.processor for part in parts):>10.0f} s"
    for part in parts:
        yield from (f"!!! {text}" for text in (*part.failures, *part.missing))
    yield f"{tests['passed']} passed, {tests['failed']} failed, {tests['skipped']} skipped"


def main(arguments: Sequence[str]) -> int:
    order, start = read_order(arguments), time.monotonic()
    parts = run(order)
    print("", *report(parts, time.monotonic() - start), sep="\n", flush=True)
    return int(any(part.is_failure for part in parts))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
