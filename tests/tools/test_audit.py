import json
import subprocess

import pytest

from tools.audit import FILES, Run, audit

GOOD = {"name": "django", "version": "5.2.19", "vulns": []}
BAD = {
    "name": "oldpackage",
    "version": "1.0",
    "vulns": [
        {"id": "PYSEC-2026-1", "fix_versions": ["1.1", "2.0"], "aliases": [], "description": ""},
        {"id": "PYSEC-2026-2", "fix_versions": [], "aliases": [], "description": ""},
    ],
}


def answering(stdout: str, *, code: int = 0, stderr: str = "") -> Run:
    return lambda command: subprocess.CompletedProcess(command, code, stdout, stderr)


def report(*packages: dict[str, object]) -> str:
    return json.dumps({"dependencies": packages, "fixes": []})


def test_packages_without_known_faults_are_well(capsys: pytest.CaptureFixture[str]):
    assert audit(FILES, answering(report(GOOD))) == 0
    assert capsys.readouterr().out == "1 packages looked at, 0 known vulnerabilities\n"


def test_a_known_fault_is_a_failure(capsys: pytest.CaptureFixture[str]):
    assert audit(FILES, answering(report(GOOD, BAD), code=1)) == 1
    assert capsys.readouterr().out.splitlines() == [
        "!!! VULNERABLE: oldpackage 1.0: PYSEC-2026-1, fixed in 1.1, 2.0",
        "!!! VULNERABLE: oldpackage 1.0: PYSEC-2026-2, fixed in no version yet",
        "2 packages looked at, 2 known vulnerabilities",
    ]


def test_a_package_that_is_not_known_is_named(capsys: pytest.CaptureFixture[str]):
    odd = {"name": "odd", "skip_reason": "not found"}

    assert audit(FILES, answering(report(GOOD, odd))) == 0
    assert capsys.readouterr().out.splitlines() == [
        "!!! NOT AUDITED: odd",
        "1 packages looked at, 0 known vulnerabilities",
    ]


NOT_FOUND = {"name": "django", "skip_reason": "ConnectionError: no route"}


@pytest.mark.parametrize(
    "run",
    [
        answering(report(NOT_FOUND, NOT_FOUND)),
        answering("", code=1, stderr="Traceback:\nConnectionError: no route\n"),
        answering("<html>", code=0, stderr="ConnectionError: no route"),
        answering("[]", code=1, stderr="ConnectionError: no route"),
    ],
)
def test_a_list_that_cannot_be_reached_is_no_failure_and_reported(
    run: Run, capsys: pytest.CaptureFixture[str]
):
    assert audit(FILES, run) == 0
    assert capsys.readouterr().out.splitlines() == [
        "!!! THE PACKAGES WERE NOT AUDITED for known vulnerabilities:",
        "!!! ConnectionError: no route",
        "!!! Run this again where the network is there: .venv/bin/python -m tools.audit",
    ]


def test_a_program_that_cannot_be_had_is_reported(capsys: pytest.CaptureFixture[str]):
    def fail(command: list[str]) -> "subprocess.CompletedProcess[str]":
        raise subprocess.TimeoutExpired(command, 600)

    assert audit(FILES, fail) == 0
    assert "!!! THE PACKAGES WERE NOT AUDITED" in capsys.readouterr().out


def test_every_pinned_file_is_asked_for():
    asked: list[list[str]] = []

    def note(command: list[str]) -> "subprocess.CompletedProcess[str]":
        asked.append(command)
        return subprocess.CompletedProcess(command, 0, report(), "")

    audit(FILES, note)

    (command,) = asked
    places = [place for place, part in enumerate(command) if part == "--requirement"]
    assert [command[place + 1] for place in places] == ["requirements.txt", "requirements-dev.txt"]
