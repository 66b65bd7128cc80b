import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from subprocess import CalledProcessError

import pytest

from tools import suites
from tools.suites import LINT, SUITES, Extent, Order, Part
from tools.throwaway_postgres import PostgresMissingError

MARKS = ("browser", "both_databases", "database", "large", "postgresql", "race")


def chosen(marks: dict[str, bool], extent: Extent) -> set[str]:
    """The suites that run a test with these marks."""
    return {name for name, suite in SUITES.items() if eval(suite.chosen(extent), dict(marks))}


@pytest.mark.parametrize("is_large", [False, True])
@pytest.mark.parametrize(
    "place", ["browser", "postgresql", "database", "both_databases", "race", ""]
)
def test_every_test_runs_somewhere(place: str, is_large: bool):
    marks = {mark: mark == place for mark in MARKS} | {"large": is_large}
    # What races is for both databases, and looks at them.
    marks["both_databases"] |= place == "race"
    marks["database"] |= marks["both_databases"]
    both = {"sqlite", "postgresql"}
    usual = {"browser": {"browser"}, "both_databases": both}
    usual |= {name: {"postgresql"} for name in ("postgresql", "race")}
    in_all = (usual | {"database": both, "race": both}).get(place, {"sqlite"})
    in_usual = set() if is_large else usual.get(place, {"sqlite"})

    assert chosen(marks, Extent.ALL) == in_all
    assert chosen(marks, Extent.USUAL) == in_usual
    assert chosen(marks, Extent.REST) == in_all - in_usual


def test_what_differs_between_databases_is_tested_on_both():
    on_postgresql = SUITES["postgresql"].files(Extent.USUAL)
    asking = [
        str(path)
        for path in Path("tests").rglob("test_*.py")
        if "connection.vendor" in path.read_text() and not path.samefile(__file__)
    ]

    # It looks at a setting of SQLite's alone.
    assert set(asking) - {"tests/clubscore/database/test_sqlite.py"} - set(on_postgresql) == set()
    assert len(asking) > 2


def test_races_are_for_both_databases():
    assert set(suites.files_marked("race")) <= set(suites.files_marked("both_databases"))


def test_without_names_all_parts_are_meant():
    parts = (LINT, "sqlite", "browser", "postgresql")

    assert suites.read_order([]) == Order(parts)
    assert suites.read_order(["--all"]) == Order(parts, Extent.ALL)
    assert suites.read_order(["--rest"]) == Order(parts, Extent.REST)
    assert suites.read_order(["sqlite", "--", "-x"]) == Order(("sqlite",), arguments=("-x",))
    with pytest.raises(SystemExit, match="No such part: mysql"):
        suites.read_order(["mysql", "sqlite"])


@pytest.mark.parametrize(
    ("arguments", "end"),
    [
        (["sqlite"], ["tests", "--ignore=tests/browser"]),
        (["sqlite", "--", "-k", "neuberg"], ["neuberg", "tests", "--ignore=tests/browser"]),
        (["sqlite", "--", "tests/site"], ["loadfile", "--no-loadscope-reorder", "tests/site"]),
        (["browser"], ["--no-loadscope-reorder", "tests/browser"]),
        (["--rest", "postgresql"], ["tests", "--ignore=tests/browser"]),
    ],
)
def test_pytest_reads_what_it_is_told_to(arguments: list[str], end: list[str]):
    order = suites.read_order(arguments)
    command = suites.command_of(order.names[0], order)

    assert command[:3] == [sys.executable, "-m", "pytest"]
    assert command[-len(end) :] == end


@pytest.mark.parametrize(
    ("code", "output", "tests", "failures"),
    [
        (0, "...\n12 passed, 3 skipped, 1 deselected in 4.00s\n", {"passed": 12, "skipped": 3}, []),
        (
            1,
            "FAILED tests/a.py::test_b[c] - assert 1\nERROR tests/a.py::test_d\n"
            "1 failed, 2 passed, 1 error in 5.00s",
            {"passed": 2, "failed": 2},
            ["FAILED SQLite: tests/a.py::test_b[c]", "FAILED SQLite: tests/a.py::test_d"],
        ),
        (3, "INTERNALERROR> no\n", {}, ["FAILED SQLite (ended with 3)"]),
    ],
)
def test_the_last_line_of_pytest_is_counted(
    code: int, output: str, tests: dict[str, int], failures: list[str]
):
    part = Part("SQLite")
    part.read(code, output)

    assert (part.tests, part.failures) == (tests, failures)


@pytest.mark.parametrize("is_shown", [False, True])
def test_a_command_is_run_to_its_end(is_shown: bool, capfdbinary: pytest.CaptureFixture[bytes]):
    program = "import os, sys; print(os.environ['PLACE']); sum(range(10**6)); sys.exit(7)"

    code, output, processor = suites.execute(
        [sys.executable, "-c", program], {"PLACE": "here"}, is_shown=is_shown
    )

    assert (code, output) == (7, "here\n")
    assert 0 < processor < 60


# The whole


@contextmanager
def here() -> Iterator[dict[str, str]]:
    yield {"PLACE": "here"}


@contextmanager
def nowhere() -> Iterator[dict[str, str]]:
    raise PostgresMissingError("there is none")
    yield {}


@contextmanager
def without_tables() -> Iterator[dict[str, str]]:
    raise CalledProcessError(1, "migrate")
    yield {}


@pytest.fixture
def commands(monkeypatch: pytest.MonkeyPatch) -> list[tuple[list[str], dict[str, str]]]:
    """What would be run, and in what environment; all tests of SQLite pass, others fail."""
    found: list[tuple[list[str], dict[str, str]]] = []

    def execute(
        command: list[str], environment: dict[str, str], *, is_shown: bool
    ) -> tuple[int, str, float]:
        found.append((command, environment))
        if command[0] == "make":
            return 0, "All checks passed!\n", 2.0
        if SUITES["sqlite"].marks in command:
            return 0, "13000 passed in 200.00s\n", 400.0
        return 1, "FAILED tests/b.py::test_c\n1 failed, 300 passed in 20.00s\n", 30.0

    monkeypatch.setattr(suites, "execute", execute)
    monkeypatch.setattr(suites, "collect_static", lambda: None)
    for name in SUITES:
        monkeypatch.setitem(SUITES, name, replace(SUITES[name], place=here))
    return found


def test_without_names_everything_is_run(
    commands: list[tuple[list[str], dict[str, str]]], capsys: pytest.CaptureFixture[str]
):
    assert suites.main([]) == 1

    assert len(commands) == 4
    places = [environment.get("PLACE") for command, environment in commands if command[0] != "make"]
    assert places == ["here"] * 3
    lines = capsys.readouterr().out.splitlines()
    assert {"=== lint: 0 s", "All checks passed!", "13000 passed in 200.00s"} <= set(lines)
    assert set(lines[-3:-1]) == {
        "!!! FAILED Chromium: tests/b.py::test_c",
        "!!! FAILED PostgreSQL: tests/b.py::test_c",
    }
    assert lines[-1] == "13600 passed, 2 failed, 0 skipped"


def test_many_examples_are_for_a_run_of_everything(
    commands: list[tuple[list[str], dict[str, str]]],
):
    for extent in ("--all", "--rest"):
        suites.main([extent, "sqlite"])
    suites.main(["sqlite"])

    assert [environment.get("HYPOTHESIS_PROFILE") for _, environment in commands] == [
        "thorough",
        None,
        None,
    ]


@pytest.mark.usefixtures("commands")
@pytest.mark.parametrize(("ci", "shown"), [("", []), ("true", ["13000 passed in 200.00s"])])
def test_what_nobody_watches_is_shown_at_its_end(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], ci: str, shown: list[str]
):
    monkeypatch.setenv("CI", ci)

    suites.main(["sqlite", "--", "tests/site"])

    assert [line for line in capsys.readouterr().out.splitlines() if " in " in line] == shown


@pytest.mark.usefixtures("commands")
@pytest.mark.parametrize(("ci", "code"), [("", 0), ("true", 1)])
def test_suite_without_its_place_is_named(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], ci: str, code: int
):
    monkeypatch.setenv("CI", ci)
    monkeypatch.setitem(SUITES, "postgresql", replace(SUITES["postgresql"], place=nowhere))

    assert suites.main(["sqlite", "postgresql"]) == code

    assert capsys.readouterr().out.splitlines()[-2:] == [
        "!!! NOT RUN PostgreSQL: there is none",
        "13000 passed, 0 failed, 0 skipped",
    ]


@pytest.mark.usefixtures("commands")
def test_suite_without_a_database_has_failed(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
):
    monkeypatch.setitem(SUITES, "sqlite", replace(SUITES["sqlite"], place=without_tables))

    assert suites.main(["sqlite"]) == 1

    assert capsys.readouterr().out.splitlines()[-2] == (
        "!!! FAILED SQLite, for lack of a database: "
        "Command 'migrate' returned non-zero exit status 1."
    )
