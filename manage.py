#!/usr/bin/env python
"""Django's command-line utility for clubscore."""

import io
import os
import sys


def print_any_letter() -> None:
    """Not every console of Windows has every letter; a question mark is better than an error."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")


def main() -> None:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "clubscore.settings")
    print_any_letter()
    from django.core.exceptions import ImproperlyConfigured
    from django.core.management import execute_from_command_line

    try:
        execute_from_command_line(sys.argv)
    except ImproperlyConfigured as error:
        sys.exit(f"clubscore does not start. {error}")


if __name__ == "__main__":
    try:
        main()
    except KeyboardInterrupt:
        # Ctrl-C reaches a backup in the background too: what it leaves, the next start deletes.
        sys.exit(130)
