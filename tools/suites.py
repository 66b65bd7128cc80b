"""Check and test everything as one pool of work: lint, SQLite, PostgreSQL and Chromium.

``python -m tools.suites [--all] [--coverage] [NAME ...] [-- PYTEST ARGUMENTS]``. The test files of
a suite are dealt out to a few processes of pytest, of which some run at once; what one of them
prints appears when it ends. With arguments, pytest runs once a suite.

On PostgreSQL run those folders again that store, read back and compete for rows; pages, forms and
commands go through the same services. What takes long runs where it is harder. ``--all`` runs
everything on both, with the large tests and the many examples that the usual run leaves out.

What failed and what is missing is named at the end; what is missing is a failure when ``CI`` is
set. The last line counts the tests of all suites.
"""

import os
import resource
import sys
import tempfile
import time
from bisect import bisect_left
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, ExitStack, contextmanager, nullcontext
from dataclasses import dataclass, replace
from functools import cache
from itertools import accumulate, pairwise
from pathlib import Path
from subprocess import CalledProcessError

from tools.chromium import ChromiumMissingError, require_chromium
from tools.pool import Job, run_jobs
from tools.tally import Part, report
from tools.template import postgres_template, sqlite_template
from tools.throwaway_postgres import PostgresMissingError, throwaway_postgres

Environment = dict[str, str]


Place = Callable[[], AbstractContextManager[Environment]]
"""Where tests run: a context that gives the environment for them."""


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
    without: tuple[str, ...] = ("tests/browser/",)


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
    "tests/clubscore/server/test_starting.py",
    "tests/clubscore/web/test_pages.py",
    "tests/site/test_overlong.py",
    "tests/site/test_read_only.py",
    "tests/tools/test_template.py",
)
SQLITE_ALONE = (
    "tests/concurrency/test_writers.py",
    "tests/events/club/test_demo.py",
    "tests/events/club/test_views_own_club.py",
    "tests/events/club/test_views.py",
)
"""Workers that die and the demo: what they try is the same on every database."""
POSTGRESQL_ALONE = (
    "tests/concurrency/test_forms.py",
    "tests/concurrency/test_races.py",
    "tests/concurrency/test_two_servers.py",
)
"""Two who write at once: SQLite lets them in one after the other."""
LINT = "lint"
SUITES = {
    "browser": Suite(
        "Chromium",
        "browser",
        (in_browser, sqlite_template),
        3,
        ("tests/browser/test_*.py",),
        without=(),
    ),
    "postgresql": Suite(
        "PostgreSQL",
        "(postgresql or database and not one_database) and not browser",
        (on_postgresql,),
        4,
        _ON_POSTGRESQL,
        without=SQLITE_ALONE,
    ),
    "sqlite": Suite(
        "SQLite",
        "not (browser or postgresql)",
        (sqlite_template,),
        7,
        _EVERYWHERE,
        without=("tests/browser/", *POSTGRESQL_ALONE),
    ),
}
THOROUGH = {
    **SUITES,
    "postgresql": replace(
        SUITES["postgresql"],
        marks="(database or postgresql) and not browser",
        files=_EVERYWHERE,
        processes=8,
        without=("tests/browser/",),
    ),
    "sqlite": replace(SUITES["sqlite"], without=("tests/browser/",)),
}

_BYTECODE = {"PYTHONDONTWRITEBYTECODE": ""}
"""Tests are compiled once, and not by every process of every suite and all that they start."""
_MANY_EXAMPLES = {"HYPOTHESIS_PROFILE": "thorough"}


@dataclass(frozen=True, slots=True)
class Order:
    """The command line: which parts, the usual tests or all, and arguments for pytest."""

    names: Sequence[str]
    everything: bool = False
    coverage: bool = False
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
    options, for_pytest = arguments[:end], tuple(arguments[end + 1 :])
    if unknown := set(options) - {"--all", "--coverage", LINT, *SUITES}:
        raise SystemExit(f"No such part: {', '.join(sorted(unknown))}")
    names = tuple(each for each in options if not each.startswith("--"))
    everything, coverage = "--all" in options, "--coverage" in options
    return Order(names or (LINT, *SUITES), everything, coverage, for_pytest)


def jobs_of(name: str, order: Order, environment: Environment, folder: Path) -> Iterator[Job]:
    """The processes of a suite; each leaves its report in the folder."""
    suite = order.suite(name)
    many = _MANY_EXAMPLES if order.everything else {}
    hands = hands_of(suite, order)
    # The last first: these are the whole site's, and take longest. A long one at the end would
    # leave the other processors waiting.
    for number, hand in reversed(list(enumerate(hands, start=1))):
        report = folder / f"{name}-{number}.xml"
        yield Job(
            part=name,
            title=f"{suite.title} {number}/{len(hands)}",
            command=(*pytest_of(suite, order), f"--junitxml={report}", *hand),
            environment={**_BYTECODE, **environment, **many},
            report=report,
            is_live=bool(order.arguments),
        )


def pytest_of(suite: Suite, order: Order) -> tuple[str, ...]:
    """The command, but for the files and the report."""
    measured = ("-m", "coverage", "run") if order.coverage else ()
    marks = suite.marks if order.everything else f"{suite.marks} and not large"
    together = ("-n", "2") if order.arguments else ()
    pytest = (sys.executable, *measured, "-m", "tools.quick_pytest", "-q", "-m", marks)
    return (*pytest, *together, *order.arguments)


def hands_of(suite: Suite, order: Order) -> list[list[str]]:
    """The files that each process is to read."""
    if order.arguments:
        return [[] if order.names_files else files_of(suite)]
    return deal(files_of(suite), suite.processes)


def files_of(suite: Suite) -> list[str]:
    """The test files of a suite, in the order of their paths."""
    found = {str(path) for pattern in suite.files for path in Path().glob(pattern)}
    return sorted(file for file in found if not file.startswith(suite.without))


def deal(files: Sequence[str], processes: int) -> list[list[str]]:
    """The files in their order, in so many hands of about the same weight."""
    weights = list(accumulate((weight_of(file) for file in files), initial=0))
    ends = [weights[-1] * number / processes for number in range(processes + 1)]
    cuts = [bisect_left(weights, end) for end in ends]
    return [list(files[start:end]) for start, end in pairwise(cuts) if start < end]


def weight_of(file: str) -> int:
    """How long a file takes beside the others, roughly: those below start servers, or walk over
    every page."""
    return 6 if file.startswith(("tests/site/", "tests/concurrency/")) else 1


def run(order: Order) -> list[Part]:
    """Run the parts of the order, and print the output of each job."""
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
        # More than there are processors: tests wait for servers, browsers and each other.
        at_once = 1 if order.arguments else 3 + (os.cpu_count() or 1)
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


def main(arguments: Sequence[str]) -> int:
    order, start = read_order(arguments), time.monotonic()
    parts = run(order)
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    clock = time.monotonic() - start
    print("", *report(parts, clock, used.ru_utime + used.ru_stime), sep="\n", flush=True)
    return int(any(part.is_failure for part in parts))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
