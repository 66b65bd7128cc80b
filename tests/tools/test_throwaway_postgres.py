import sys

import pytest

from tools import throwaway_postgres
from tools.throwaway_postgres import PostgresMissingError


def test_command_gets_the_server_of_the_environment(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("DATABASE_URL", "postgres://elsewhere/db")
    monkeypatch.setattr(throwaway_postgres, "package", lambda: pytest.fail("a new one"))
    code = "import os, sys; sys.exit(3 if os.environ['DATABASE_URL'].endswith('where/db') else 4)"

    assert throwaway_postgres.main(["--", sys.executable, "-c", code]) == 3


def test_missing_package_is_named_with_what_to_do(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(throwaway_postgres, "find_spec", lambda name: None)

    with pytest.raises(PostgresMissingError, match="install it"):
        throwaway_postgres.package()
