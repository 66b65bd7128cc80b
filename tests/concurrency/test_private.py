"""Whatever the mask and the mode of the folder: nobody but the owner reads the club's files."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.concurrency.evening import database
from tools.serving import PREPARE

# test_writers.py and test_two_servers.py are those of make test; .ci/run runs this one, too.
pytestmark = [pytest.mark.concurrency, pytest.mark.large]


def run_openly(command: tuple[str, ...], environment: dict[str, str]) -> None:
    """Run a command whose new files are everybody's, unless it says otherwise."""
    subprocess.run(
        command, env={**os.environ, **environment}, umask=0, check=True, stdout=subprocess.DEVNULL
    )


def open_to_others(folder: Path) -> list[str]:
    return sorted(
        path.name for path in folder.rglob("*") if path.is_file() and path.stat().st_mode & 0o077
    )


def test_files_of_the_club_are_private_from_the_start(tmp_path: Path) -> None:
    tmp_path.chmod(0o777)
    with database(tmp_path) as environment:
        run_openly(PREPARE, environment)
        run_openly((sys.executable, "manage.py", "backup"), environment)
        assert open_to_others(tmp_path) == []

        # Those of earlier releases are fixed by the next start.
        files = [path for path in tmp_path.rglob("*") if path.is_file()]
        for path in files:
            path.chmod(0o666)
        run_openly(PREPARE, environment)
        assert open_to_others(tmp_path) == [".lock"]
