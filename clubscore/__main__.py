"""The program's command line: ``clubscore`` starts it, ``clubscore doctor`` runs a command; in a
clone ``python -m clubscore``."""

import argparse
import io
import os
import sys
from collections.abc import Sequence

import clubscore


def main() -> None:
    """Start, or run a command of Django's."""
    options = _parser().parse_args()
    for name, value in (("CLUBSCORE_DATA", options.data), ("PORT", options.port)):
        if value:
            os.environ[name] = value
    if options.hall:
        os.environ["CLUBSCORE_HALL"] = "yes"
    run(options.command or ["start", *(["--empty"] if options.empty else [])])


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="clubscore", description="Start clubscore.")
    add = parser.add_argument
    add("--version", action="version", version=f"clubscore {clubscore.__version__}")
    add("--data", metavar="FOLDER", help="folder of the club's data")
    add("--port", metavar="NUMBER", help="port of the web server (8000)")
    add("--empty", action="store_true", help="on the first start, make no demo club")
    add("--hall", action="store_true", help="open it to the phones on the hall's Wi-Fi")
    add(
        "command",
        nargs=argparse.REMAINDER,
        help="instead of starting: doctor, backup, restore … (clubscore help lists them)",
    )
    return parser


def print_any_letter() -> None:
    """Not every console of Windows has every letter; a question mark is better than an error."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")


def run(command: Sequence[str]) -> None:
    """Run a command; what the user can correct is a sentence."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "clubscore.settings")
    print_any_letter()
    try:
        from django.core.exceptions import ImproperlyConfigured
        from django.core.management import execute_from_command_line

        from clubscore.server import environment

        if environment.IS_INSTALLED:
            # A folder in which somebody starts it may have an “events” of its own.
            os.environ["PYTHONSAFEPATH"] = "yes"
        try:
            execute_from_command_line(["clubscore", *command])
        except ImproperlyConfigured as error:
            sys.exit(f"clubscore does not start. {error}")
    except KeyboardInterrupt:
        # Ctrl-C reaches a backup in the background too: what it leaves, the next start deletes.
        sys.exit(130)


if __name__ == "__main__":
    main()
