import os
import runpy
import subprocess
import sys

import pytest
from django.conf import settings
from django.core import management

from clubscore import __main__ as command_line


def test_ctrl_c_ends_a_command_without_a_trace(monkeypatch: pytest.MonkeyPatch):
    def stop(arguments: list[str]) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(management, "execute_from_command_line", stop)

    with pytest.raises(SystemExit) as end:
        runpy.run_path(str(settings.BASE_DIR / "manage.py"), run_name="__main__")

    assert end.value.code == 130


@pytest.mark.parametrize(
    ("arguments", "command", "named"),
    [
        ([], ["start"], {}),
        (["--empty", "--port", "8001"], ["start", "--empty"], {"PORT": "8001"}),
        (["--hall"], ["start"], {"CLUBSCORE_HALL": "yes"}),
        (
            ["--data", "a b", "backup", "--evening"],
            ["backup", "--evening"],
            {"CLUBSCORE_DATA": "a b"},
        ),
        (["doctor"], ["doctor"], {}),
    ],
)
def test_command_line(
    monkeypatch: pytest.MonkeyPatch, arguments: list[str], command: list[str], named: dict[str, str]
):
    asked: list[list[str]] = []
    monkeypatch.setattr(sys, "argv", ["clubscore", *arguments])
    monkeypatch.setattr(command_line, "run", asked.append)
    # What is set here is taken back.
    monkeypatch.setattr(os, "environ", {})

    command_line.main()

    assert (asked, os.environ) == ([command], named)


def test_what_is_not_configured_is_a_sentence():
    environment = {**os.environ, "PORT": "a boat"}
    answer = subprocess.run(
        [sys.executable, "-m", "clubscore", "check"],
        cwd=settings.BASE_DIR,
        env=environment,
        capture_output=True,
        text=True,
    )

    assert answer.returncode == 1
    assert answer.stderr == (
        "clubscore does not start. PORT must be a whole number up to 65535, not “a boat”.\n"
    )
