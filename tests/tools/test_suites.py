import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from itertools import product
from pathlib import Path
from subprocess import CalledProcessError

import pytest

from tools import suites
from tools.pool import Job, Outcome
from tools.suites import LINT, SUITES, Order
from tools.throwaway_postgres import PostgresMissingError


def test_suites_run_every_test_somewhere():
    names = ("browser", "database", "one_database", "postgresql")
    for values in product((False, True), repeat=len(names)):
        marks = dict(zip(names, values, strict=True))
        chosen = {name for name, suite in SUITES.items() if eval(suite.marks, marks)}
        if marks["browser"]:
            assert chosen == {"browser"}
        elif marks["postgresql"]:
            assert chosen == {"postgresql"}
        else:
            on_both = marks["database"] and not marks["one_database"]
            assert chosen == ({"sqlite", "postgresql"} if on_both else {"sqlite"})


def test_files_are_dealt_out_in_their_order():
    assert suites.deal(list("abcdefg"), 3) == [["a", "b", "c"], ["d", "e"], ["f", "g"]]
    assert suites.deal(["a"], 3) == [["a"]]


def test_a_file_that_takes_long_counts_for_several():
    files = [*"abcdef", "tests/site/test_long.py"]
    assert suites.deal(files, 2) == [list("abcdef"), ["tests/site/test_long.py"]]


@pytest.mark.parametrize("everything", [False, True])
def test_every_test_file_is_read_by_one_process(tmp_path: Path, everything: bool):
    order = Order(tuple(SUITES), everything)
    for name in SUITES:
        jobs = list(suites.jobs_of(name, order, {}, tmp_path))
        files = [each for job in jobs for each in job.command if each.endswith(".py")]

        assert sorted(files) == suites.files_of(order.suite(name))
        assert len({job.report for job in jobs}) == len(jobs) == order.suite(name).processes


def test_large_tests_and_many_examples_are_for_a_run_of_everything(tmp_path: Path):
    for everything in (False, True):
        job = next(suites.jobs_of("sqlite", Order(("sqlite",), everything), {}, tmp_path))
        marks = job.command[job.command.index("-m", 3) + 1]

        assert eval(marks, {"browser": False, "postgresql": False, "large": True}) is everything
        assert eval(marks, {"browser": False, "postgresql": False, "large": False})
        assert (job.environment.get("HYPOTHESIS_PROFILE") == "thorough") is everything


def test_coverage_is_measured_where_it_is_wanted(tmp_path: Path):
    job = next(suites.jobs_of("sqlite", suites.read_order(["--coverage", "sqlite"]), {}, tmp_path))

    assert job.command[1:6] == ("-m", "coverage", "run", "-m", "tools.quick_pytest")


@pytest.mark.parametrize(
    ("arguments", "files"),
    [
        (["-k", "neuberg"], sorted(str(path) for path in Path().glob("tests/browser/test_*.py"))),
        (["tests/site"], []),
        (["tests/conftest.py::test_a"], []),
    ],
)
def test_with_arguments_pytest_runs_once(tmp_path: Path, arguments: list[str], files: list[str]):
    order = suites.read_order(["browser", "--", *arguments])

    [job] = suites.jobs_of("browser", order, {"A": "1"}, tmp_path)

    report = tmp_path / "browser-1.xml"
    pytest = (sys.executable, "-m", "tools.quick_pytest", "-q")
    command = (*pytest, "-m", "browser and not large", "-n", "2")
    assert job.command == (*command, *arguments, f"--junitxml={report}", *files)
    assert (job.is_live, job.report) == (True, report)
    assert job.environment == {"A": "1", "PYTHONDONTWRITEBYTECODE": ""}


def test_without_names_all_parts_are_meant():
    parts = (LINT, "browser", "postgresql", "sqlite")

    assert suites.read_order([]) == Order(parts)
    assert suites.read_order(["--all"]) == Order(parts, everything=True)
    assert suites.read_order(["sqlite", "--", "-x"]) == Order(("sqlite",), arguments=("-x",))
    with pytest.raises(SystemExit, match="No such part: mysql"):
        suites.read_order(["mysql", "sqlite"])


# On PostgreSQL


def test_what_differs_between_databases_is_tested_on_both():
    on_postgresql = suites.files_of(SUITES["postgresql"])
    files = suites.files_of(SUITES["sqlite"])
    # It looks at a setting of SQLite's alone.
    apart = {"tests/clubscore/database/test_sqlite.py", __file__.removeprefix(f"{Path.cwd()}/")}
    words = ("connection.vendor", "mark.postgresql")
    asking = {file for file in files if any(word in Path(file).read_text() for word in words)}

    assert asking - apart - set(on_postgresql) - set(suites.SQLITE_ALONE) == set()
    assert len(asking - apart) > 2


def test_floors_that_store_and_read_are_tested_on_both():
    on_postgresql = set(suites.files_of(SUITES["postgresql"]))
    floors = {"models", "selectors", "services", "backups", "management", "concurrency"}
    names = {f"test_{floor}" for floor in floors}
    for file in map(Path, suites.files_of(SUITES["sqlite"])):
        if (floors & set(file.parts) or file.stem in names) and (
            str(file) not in suites.SQLITE_ALONE
        ):
            assert str(file) in on_postgresql


def test_what_one_database_leaves_out_the_other_has():
    everything = set(map(str, Path().glob("tests/**/test_*.py")))

    assert set(suites.files_of(SUITES["postgresql"])) >= set(suites.POSTGRESQL_ALONE)
    assert set(suites.files_of(SUITES["sqlite"])) >= set(suites.SQLITE_ALONE)
    assert everything >= {*suites.POSTGRESQL_ALONE, *suites.SQLITE_ALONE}


def test_everything_is_tested_on_both_in_a_run_of_everything():
    everything = set(map(str, Path().glob("tests/**/test_*.py")))
    browser = set(suites.files_of(SUITES["browser"]))

    assert browser == {file for file in everything if file.startswith("tests/browser/")}
    for suite in (suites.THOROUGH["postgresql"], suites.THOROUGH["sqlite"]):
        assert set(suites.files_of(suite)) == everything - browser


# The whole


@pytest.fixture
def jobs(monkeypatch: pytest.MonkeyPatch) -> list[Job]:
    """What would be run; every job passes."""
    found: list[Job] = []

    def run_jobs(jobs: list[Job], *, at_once: int) -> Iterator[Outcome]:
        found.extend(jobs)
        return (Outcome(job, 0, f"output of {job.title}\n", 1, 1) for job in jobs)

    monkeypatch.setattr(suites, "run_jobs", run_jobs)
    return found


@contextmanager
def nowhere() -> Iterator[dict[str, str]]:
    raise PostgresMissingError("there is none")
    yield {}


@contextmanager
def without_tables() -> Iterator[dict[str, str]]:
    raise CalledProcessError(1, "migrate")
    yield {}


@pytest.fixture
def places(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The places that were entered and left; that of PostgreSQL is missing."""
    steps: list[str] = []

    @contextmanager
    def here() -> Iterator[dict[str, str]]:
        steps.append("entered")
        yield {"PLACE": "here"}
        steps.append("left")

    for name, place in (("browser", here), ("sqlite", here), ("postgresql", nowhere)):
        monkeypatch.setitem(suites.SUITES, name, replace(SUITES[name], places=(place,)))
    return steps


def test_without_names_everything_is_run(
    jobs: list[Job], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
):
    at_hand = {name: replace(suite, places=()) for name, suite in SUITES.items()}
    monkeypatch.setattr(suites, "SUITES", at_hand)

    assert suites.main([]) == 0

    assert [job.part for job in jobs][:2] == [LINT, "browser"]
    assert {job.part for job in jobs} == {LINT, *SUITES}
    lines = capsys.readouterr().out.splitlines()
    assert lines[1:3] == ["=== lint: 1 s", "output of lint"]
    assert lines[-1] == "0 passed, 0 failed, 0 skipped"


def test_suites_share_a_place(places: list[str], jobs: list[Job]):
    assert suites.main(["browser", "sqlite"]) == 0

    assert places == ["entered", "left"]
    assert {job.environment["PLACE"] for job in jobs} == {"here"}


@pytest.mark.usefixtures("places")
@pytest.mark.parametrize(("ci", "code"), [("", 0), ("true", 1)])
def test_suite_without_its_place_is_named(
    jobs: list[Job],
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    ci: str,
    code: int,
):
    monkeypatch.setenv("CI", ci)

    assert suites.main(["sqlite", "postgresql"]) == code

    assert {job.part for job in jobs} == {"sqlite"}
    assert capsys.readouterr().out.splitlines()[-2:] == [
        "!!! NOT RUN PostgreSQL: there is none",
        "0 passed, 0 failed, 0 skipped",
    ]


@pytest.mark.usefixtures("jobs", "places")
def test_suite_without_a_database_has_failed(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
):
    broken = replace(SUITES["sqlite"], places=(without_tables,))
    monkeypatch.setitem(suites.SUITES, "sqlite", broken)

    assert suites.main(["sqlite", "browser"]) == 1

    assert capsys.readouterr().out.splitlines()[-2] == (
        "!!! FAILED SQLite, for lack of a database: "
        "Command 'migrate' returned non-zero exit status 1."
    )


@pytest.mark.usefixtures("places")
def test_a_failure_anywhere_is_a_failure(monkeypatch: pytest.MonkeyPatch):
    def run_jobs(jobs: list[Job], *, at_once: int) -> Iterator[Outcome]:
        return (Outcome(job, int(job.title.startswith("SQLite 2/")), "", 1, 1) for job in jobs)

    monkeypatch.setattr(suites, "run_jobs", run_jobs)

    assert suites.main(["sqlite"]) == 1
