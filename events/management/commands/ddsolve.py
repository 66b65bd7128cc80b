"""``manage.py ddsolve``: work out the double-dummy tricks of stored hands that have none."""

import contextlib
import os
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from events.exchange.engines import double_dummy
from events.exchange.services.hands import solve_waiting

NO_SOLVER = 3
NICE = 10
"""Below the server, which shares the machine."""


class Command(BaseCommand):
    help = "Work out the double-dummy tricks of all stored hands; the page of the hands starts it."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--quiet", action="store_true", help="say nothing, whatever there is")

    def handle(self, *args: Any, **options: Any) -> None:
        quiet = options["quiet"]
        if not double_dummy.is_available():
            if quiet:
                return
            message = "The solver is not installed: there is no package endplay for this Python."
            raise CommandError(message, returncode=NO_SOLVER)
        if hasattr(os, "nice"):
            with contextlib.suppress(OSError):
                os.nice(NICE)
        solved = solve_waiting()
        if not quiet:
            self.stdout.write(f"Solved {solved} boards.")
