import sys
from pathlib import Path

import pytest

from tools import throwaway_postgres
from tools.throwaway_postgres import PostgresMissingError


def test_command_gets_the_server_of_the_environment(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("DATABASE_URL", "postgres://elsewhere/db")
    monkeypatch.setattr(throwaway_postgres, "require_programs", lambda: pytest.fail("a new one"))
    code = "import os, sys; sys.exit(3 if os.environ['DATABASE_URL'].endswith('where/db') else 4)"

    assert throwaway_postgres.main(["--", sys.executable, "-c", code]) == 3


def test_programs_too_old_are_passed_over(monkeypatch: pytest.MonkeyPatch, tmp_path: Path):
    for version, folder in (("14.9", "old"), ("16.3 (Debian 16.3-1)", "new")):
        programs = tmp_path / folder
        programs.mkdir()
        (programs / "initdb").touch()
        (programs / "postgres").write_text(f"#!/bin/sh\necho 'postgres (PostgreSQL) {version}'\n")
        (programs / "postgres").chmod(0o755)
    monkeypatch.setattr(
        throwaway_postgres.shutil, "which", lambda name: str(tmp_path / "old/initdb")
    )
    monkeypatch.setattr(throwaway_postgres, "_ELSEWHERE", (str(tmp_path / "*"),))

    assert throwaway_postgres.find_programs() == tmp_path / "new"


def test_missing_programs_are_named_with_what_to_do(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
):
    monkeypatch.setattr(throwaway_postgres.shutil, "which", lambda name: None)
    monkeypatch.setattr(throwaway_postgres, "_ELSEWHERE", ())
    monkeypatch.setattr(throwaway_postgres, "_PACKAGE", tmp_path)
    monkeypatch.setattr(throwaway_postgres.subprocess, "run", lambda *args, **options: None)

    with pytest.raises(PostgresMissingError, match="Install it"):
        throwaway_postgres.require_programs()
