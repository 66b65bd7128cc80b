"""Starts the server in the environment that was made for it."""

import os
import subprocess
import sys

from launcher.console import say
from launcher.folders import Folders


def environment_of(folders: Folders) -> dict[str, str]:
    """The environment variables of every command."""
    return {
        **os.environ,
        "CLUBSCORE_DATA": str(folders.data),
        "CLUBSCORE_STATIC": str(folders.static),
    }


def manage(folders: Folders, *arguments: str) -> list[str]:
    """The command line of a management command, to be run in the program's folder."""
    return [str(folders.python), "-m", "clubscore", *arguments]


def serve(folders: Folders, options: list[str]) -> int:
    """Become the server; on Windows, wait for it."""
    command = manage(folders, "start", *options)
    environment = environment_of(folders)
    os.chdir(folders.program)
    say("Starting clubscore ...")
    if sys.platform == "win32":
        return _wait_for(command, environment)
    os.execve(command[0], command, environment)  # noqa: S606 - signals reach the server itself
    return 0


def _wait_for(command: list[str], environment: dict[str, str]) -> int:
    with subprocess.Popen(command, env=environment) as process:  # noqa: S603 - its own program
        while True:
            try:
                return process.wait()
            except KeyboardInterrupt:
                # It reached the server, too, which ends by itself.
                continue
