from collections.abc import Iterator
from contextlib import contextmanager
from itertools import product
from pathlib import Path
from subprocess import CompletedProcess

import pytest

from tools import suites
from tools.suites import Suite, Tally
from tools.throwaway_postgres import PostgresMissingError

REPORT = """<?xml version="1.0"?>
<testsuites><testsuite tests="10" failures="2" errors="1" skipped="3"/></testsuites>
"""


def test_tally_counts_a_report(tmp_path: Path):
    (tmp_path / "report.xml").write_text(REPORT)
    tally = Tally()

    tally.add(tmp_path / "report.xml")
    tally.add(tmp_path / "report.xml")

    assert (tally.passed, tally.failed, tally.skipped) == (8, 6, 6)


@pytest.mark.parametrize(
    ("tally", "ci", "expected"),
    [
        (Tally(), "true", False),
        (Tally(failures=["on SQLite"]), "", True),
        (Tally(missing=["in Chromium"]), "", False),
        (Tally(missing=["in Chromium"]), "true", True),
    ],
)
def test_what_is_missing_is_a_failure_in_ci_only(
    monkeypatch: pytest.MonkeyPatch, tally: Tally, ci: str, expected: bool
):
    monkeypatch.setenv("CI", ci)

    assert tally.is_failure is expected


def test_suite_without_its_place_is_named():
    @contextmanager
    def nowhere() -> Iterator[dict[str, str]]:
        raise PostgresMissingError("there is none")
        yield {}

    tally = Tally()
    suites.run(Suite("on PostgreSQL", "not browser", nowhere), [], tally)

    assert tally.missing == ["NOT RUN on PostgreSQL: there is none"]
    assert tally.failures == []


def test_suites_run_every_test_somewhere():
    names = ("browser", "database", "postgresql")
    for values in product((False, True), repeat=len(names)):
        marks = dict(zip(names, values, strict=True))
        chosen = [name for name, suite in suites.SUITES.items() if eval(suite.selection, marks)]
        if marks["browser"]:
            assert chosen == ["browser"]
        elif marks["postgresql"]:
            assert chosen == ["postgresql"]
        else:
            assert chosen == ["sqlite", "postgresql"][: 1 + marks["database"]]


@pytest.mark.parametrize(
    ("arguments", "read"),
    [
        ([], ["tests/browser"]),
        (["-k", "neuberg"], ["-k", "neuberg", "tests/browser"]),
        (["tests/tools"], ["tests/tools"]),
        (["tests/conftest.py::test_a"], ["tests/conftest.py::test_a"]),
    ],
)
def test_suite_reads_its_folder_or_what_is_asked_for(
    monkeypatch: pytest.MonkeyPatch, arguments: list[str], read: list[str]
):
    started: list[list[str]] = []
    environments: list[dict[str, str]] = []

    def note(command: list[str], env: dict[str, str]) -> CompletedProcess[str]:
        started.append(command)
        environments.append(env)
        return CompletedProcess(command, 0)

    monkeypatch.setattr(suites.subprocess, "run", note)
    monkeypatch.setenv("PYTHONDONTWRITEBYTECODE", "1")
    here = Suite("in Chromium", "browser", suites.on_sqlite, folder="tests/browser")
    suites.run(here, arguments, Tally())

    [command] = started
    assert command[-len(read) :] == read
    assert command[-len(read) - 1].startswith("--junitxml=")
    assert environments[0]["PYTHONDONTWRITEBYTECODE"] == ""
