from pathlib import Path

import pytest

from tools import tally
from tools.pool import Job, Outcome
from tools.tally import Part

REPORT = """<?xml version="1.0"?>
<testsuites><testsuite>
  <testcase classname="tests.test_a" name="test_passes"/>
  <testcase classname="tests.test_a" name="test_fails[1]"><failure/></testcase>
  <testcase classname="tests.test_b" name="test_has_no_end"><error/></testcase>
  <testcase classname="tests.test_b" name="test_is_not_run"><skipped/></testcase>
  <testcase classname="tests.test_b" name="test_prints"><system-out>words</system-out></testcase>
</testsuite></testsuites>
"""


def outcome(code: int, report: Path | None = None) -> Outcome:
    return Outcome(Job("sqlite", "SQLite 3/8", ("pytest",), report=report), code, "", 2.5, 1.5)


def test_part_counts_tests_and_names_those_that_failed(tmp_path: Path):
    (tmp_path / "report.xml").write_text(REPORT)
    part = Part("SQLite")

    part.add(outcome(1, tmp_path / "report.xml"))
    part.add(outcome(1, tmp_path / "report.xml"))

    assert (part.passed, part.failed, part.skipped) == (4, 4, 2)
    assert (part.clock, part.processor) == (5.0, 3.0)
    assert part.failures == 2 * [
        "FAILED SQLite: tests.test_a::test_fails[1]",
        "FAILED SQLite: tests.test_b::test_has_no_end",
    ]


def test_job_that_ends_badly_without_a_failed_test_is_a_failure(tmp_path: Path):
    part = Part("SQLite")

    part.add(outcome(-9, tmp_path / "report.xml"))

    assert part.failures == ["FAILED SQLite 3/8 (ended with -9)"]


@pytest.mark.parametrize(
    ("part", "ci", "expected"),
    [
        (Part("SQLite"), "true", False),
        (Part("SQLite", failures=["one"]), "", True),
        (Part("Chromium", missing=["all"]), "", False),
        (Part("Chromium", missing=["all"]), "true", True),
    ],
)
def test_what_is_missing_is_a_failure_in_ci_only(
    monkeypatch: pytest.MonkeyPatch, part: Part, ci: str, expected: bool
):
    monkeypatch.setenv("CI", ci)

    assert part.is_failure is expected


def test_report_ends_with_what_went_wrong_and_the_count_of_all_tests():
    parts = [
        Part("lint", clock=20.4, processor=18),
        Part("SQLite", clock=300, processor=290, passed=7, failed=1, failures=["FAILED this"]),
        Part("PostgreSQL", passed=2, skipped=1, missing=["NOT RUN that"]),
    ]

    assert list(tally.report(parts, clock=330, processor=340)) == [
        "                 clock   processor   tests",
        "lint              20 s        18 s        ",
        "SQLite           300 s       290 s       8",
        "PostgreSQL         0 s         0 s       3",
        "all              330 s       340 s",
        "!!! FAILED this",
        "!!! NOT RUN that",
        "9 passed, 1 failed, 1 skipped",
    ]
