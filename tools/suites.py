"""Check and test everything as one pool of work: lint, SQLite, PostgreSQL and Chromium.

``python -m tools.suites [--all] [NAME ...] [-- PYTEST ARGUMENTS]``. The test files of a suite are
dealt out to a few processes of pytest. As many processes run at once as there are processors; what
one of them prints appears when it ends. With arguments, pytest runs once a suite.

On PostgreSQL run those folders again that store, read back and compete for rows; pages, forms and
commands go through the same services. ``--all`` runs everything there, with the large tests and the
many examples that the usual run leaves out.

What failed and what could not be had is named at the end; what is missing is a failure when ``CI``
is set. The last line counts the tests of all suites.
"""

import os
import resource
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, ExitStack, contextmanager, nullcontext
from dataclasses import dataclass, field, replace
from functools import cache
from itertools import pairwise
from pathlib import Path
from subprocess import CalledProcessError
from xml.etree import ElementTree

from tools.chromium import ChromiumMissingError, require_chromium
from tools.pool import Job, Outcome, run_jobs
from tools.template import postgres_template, sqlite_template
from tools.throwaway_postgres import PostgresMissingError, throwaway_postgres

Environment = dict[str, str]


Place = Callable[[], AbstractContextManager[Environment]]
"""Where tests run: what the environment tells them, as long as it is entered."""


@contextmanager
def on_postgresql() -> Iterator[Environment]:
    given = os.environ.get("DATABASE_URL")
    with (
        nullcontext(given) if given else throwaway_postgres() as server,
        postgres_template(server) as environment,
    ):
        yield environment


@contextmanager
def in_browser() -> Iterator[Environment]:
    yield {"CLUBSCORE_CHROMIUM": str(require_chromium())}


@dataclass(frozen=True, slots=True)
class Suite:
    """Tests by their files and their marks, where they run, and in how many processes."""

    title: str
    marks: str
    places: Sequence[Place]
    processes: int
    files: Sequence[str]
    without: str = "tests/browser/"


_EVERYWHERE = ("tests/**/test_*.py",)
_ON_POSTGRESQL = (
    *("tests/**/models/**/test_*.py", "tests/**/test_models.py"),
    *("tests/**/selectors/**/test_*.py", "tests/**/test_selectors.py"),
    *("tests/**/services/**/test_*.py", "tests/**/test_services.py"),
    "tests/**/management/**/test_*.py",
    "tests/concurrency/test_*.py",
    "tests/events/both/test_*.py",
    "tests/clubscore/backups/test_*.py",
    "tests/clubscore/doctor/test_*.py",
    "tests/clubscore/test_first_start.py",
    "tests/clubscore/test_views.py",
    "tests/site/test_doors.py",
    "tests/site/test_read_only.py",
    "tests/tools/test_template.py",
)
LINT = "lint"
SUITES = {
    "browser": Suite(
        "Chromium",
        "browser",
        (in_browser, sqlite_template),
        3,
        ("tests/browser/test_*.py",),
        without="nothing",
    ),
    "postgresql": Suite(
        "PostgreSQL",
        "(database or postgresql) and not browser",
        (on_postgresql,),
        4,
        _ON_POSTGRESQL,
    ),
    "sqlite": Suite("SQLite", "not (browser or postgresql)", (sqlite_template,), 8, _EVERYWHERE),
}
THOROUGH = {
    **SUITES,
    "postgresql": replace(SUITES["postgresql"], files=_EVERYWHERE, processes=8),
}

_BYTECODE = {"PYTHONDONTWRITEBYTECODE": ""}
"""Tests are compiled once, and not by every process of every suite and all that they start."""
_MANY_EXAMPLES = {"HYPOTHESIS_PROFILE": "thorough"}


@dataclass(slots=True)
class Part:
    """A suite, or the checks of the code: its jobs added up, and what went wrong."""

    title: str
    clock: float = 0.0
    processor: float = 0.0
    passed: int = 0
    failed: int = 0
    skipped: int = 0
    failures: list[str] = field(default_factory=list)
    missing: list[str] = field(default_factory=list)

    @property
    def is_failure(self) -> bool:
        """Whether something failed, or in CI could not be run."""
        return bool(self.failures or (self.missing and os.environ.get("CI")))

    def add(self, outcome: Outcome) -> None:
        """Count a job, and the tests of its JUnit report."""
        self.clock += outcome.clock
        self.processor += outcome.processor
        report = outcome.job.report
        names = list(self._count(report)) if report and report.exists() else []
        self.failures += [f"FAILED {self.title}: {name}" for name in names]
        if outcome.code and not names:
            self.failures.append(f"FAILED {outcome.job.title} (ended with {outcome.code})")

    def _count(self, report: Path) -> Iterator[str]:
        """Add the tests of a report; the names of those that failed."""
        for case in ElementTree.parse(report).getroot().iter("testcase"):
            results = {result.tag for result in case}
            if results & {"failure", "error"}:
                self.failed += 1
                yield f"{case.get('classname')}::{case.get('name')}"
            elif "skipped" in results:
                self.skipped += 1
            else:
                self.passed += 1


@dataclass(frozen=True, slots=True)
class Order:
    """What was asked for: which parts, the usual tests or all, and arguments for pytest."""

    names: Sequence[str]
    everything: bool = False
    arguments: Sequence[str] = ()

    @property
    def names_files(self) -> bool:
        """Whether pytest is told which files to read."""
        return any(Path(argument.partition("::")[0]).exists() for argument in self.arguments)

    def suite(self, name: str) -> Suite:
        return THOROUGH[name] if self.everything else SUITES[name]


def read_order(arguments: Sequence[str]) -> Order:
    """The command line; without names, all parts are meant."""
    end = arguments.index("--") if "--" in arguments else len(arguments)
    names = tuple(each for each in arguments[:end] if each != "--all")
    if unknown := set(names) - {LINT, *SUITES}:
        raise SystemExit(f"No such part: {', '.join(sorted(unknown))}")
    everything = "--all" in arguments[:end]
    return Order(names or (LINT, *SUITES), everything, tuple(arguments[end + 1 :]))


def jobs_of(name: str, order: Order, environment: Environment, folder: Path) -> Iterator[Job]:
    """The processes of a suite; each leaves its report in the folder."""
    suite = order.suite(name)
    marks = suite.marks if order.everything else f"{suite.marks} and not large"
    files = [] if order.names_files else files_of(suite)
    hands = [files] if order.arguments else deal(files, suite.processes)
    for number, hand in enumerate(hands, start=1):
        report = folder / f"{name}-{number}.xml"
        options = ["-q", "-m", marks, *order.arguments, f"--junitxml={report}"]
        options += ["-n", "2"] if order.arguments else []
        yield Job(
            part=name,
            title=f"{suite.title} {number}/{len(hands)}",
            command=(sys.executable, "-m", "pytest", *options, *hand),
            environment={
                **_BYTECODE,
                **environment,
                **(_MANY_EXAMPLES if order.everything else {}),
            },
            report=report,
            is_live=bool(order.arguments),
        )


def files_of(suite: Suite) -> list[str]:
    """The test files of a suite, in the order of their paths."""
    found = {str(path) for pattern in suite.files for path in Path().glob(pattern)}
    return sorted(file for file in found if not file.startswith(suite.without))


def deal(files: Sequence[str], processes: int) -> list[list[str]]:
    """The files in their order, in so many hands of about the same number."""
    cuts = [len(files) * number // processes for number in range(processes + 1)]
    return [list(files[start:end]) for start, end in pairwise(cuts) if start < end]


def run(order: Order) -> list[Part]:
    """Run what was asked for, and print what each of the jobs printed."""
    parts = {name: Part(SUITES[name].title if name in SUITES else name) for name in order.names}
    with tempfile.TemporaryDirectory() as folder, ExitStack() as stack:
        jobs: list[Job] = []
        enter = cache(lambda place: stack.enter_context(place()))
        for name, part in parts.items():
            try:
                jobs += prepare(name, order, enter, Path(folder))
            except (PostgresMissingError, ChromiumMissingError) as error:
                part.missing.append(f"NOT RUN {part.title}: {error}")
            except CalledProcessError as error:
                part.failures.append(f"FAILED {part.title}, for lack of a database: {error}")
        at_once = 1 if order.arguments else max(2, os.cpu_count() or 1)
        for outcome in run_jobs(jobs, at_once=at_once):
            parts[outcome.job.part].add(outcome)
            print(f"\n=== {outcome.job.title}: {outcome.clock:.0f} s", flush=True)
            print(outcome.output, end="", flush=True)
    return list(parts.values())


def prepare(
    name: str, order: Order, enter: Callable[[Place], Environment], folder: Path
) -> list[Job]:
    """The jobs of a part, with the places that they need."""
    if name == LINT:
        return [Job(LINT, LINT, ("make", "--no-print-directory", LINT))]
    environment: Environment = {}
    for place in SUITES[name].places:
        environment |= enter(place)
    return list(jobs_of(name, order, environment, folder))


def report(parts: Sequence[Part], clock: float, processor: float) -> Iterator[str]:
    """What each part took, what went wrong, and the count of all tests."""
    yield f"{'':<12}{'clock':>10}{'processor':>12}{'tests':>8}"
    for part in parts:
        count = part.passed + part.failed + part.skipped
        yield f"{part.title:<12}{part.clock:>8.0f} s{part.processor:>10.0f} s{count or '':>8}"
    yield f"{'all':<12}{clock:>8.0f} s{processor:>10.0f} s"
    for part in parts:
        yield from (f"!!! {complaint}" for complaint in (*part.failures, *part.missing))
    passed, failed, skipped = (
        sum(counts)
        for counts in zip(*((p.passed, p.failed, p.skipped) for p in parts), strict=True)
    )
    yield f"{passed} passed, {failed} failed, {skipped} skipped"


def main(arguments: Sequence[str]) -> int:
    order, start = read_order(arguments), time.monotonic()
    parts = run(order)
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    clock = time.monotonic() - start
    print("", *report(parts, clock, used.ru_utime + used.ru_stime), sep="\n", flush=True)
    return int(any(part.is_failure for part in parts))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
