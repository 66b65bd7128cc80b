"""``manage.py start``: bring the database up to date, make a first start pleasant, and serve."""

import os
import sys
from argparse import ArgumentParser
from typing import Any

from django.conf import settings
from django.core.management import BaseCommand, CommandError, call_command
from django.db import connection

from clubscore import first_start, server, sqlite
from clubscore.backups import evening, schema
from clubscore.problems import Refused
from clubscore.sentences import translate_refusal

MANIFEST = "staticfiles.json"
"""What whitenoise finds the style sheets and scripts by, written when they are collected."""


class Command(BaseCommand):
    help = (
        "Migrate the database, create the demo club and the director's login on the first start, "
        "and serve the pages with gunicorn."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "--prepare", action="store_true", help="do everything but serve the pages"
        )

    def handle(self, *args: Any, prepare: bool, **options: Any) -> None:
        if not prepare and server.is_taken():
            raise CommandError(
                f"Port {server.port} of {server.address} is taken: perhaps clubscore runs "
                f"already. Another port: PORT={server.port + 1} make run"
            )
        if not (settings.STATIC_ROOT / MANIFEST).exists():
            # Without them every page would fail.
            call_command("collectstatic", interactive=False, verbosity=0)
        sqlite.settle_journal(connection)
        self._copy()
        call_command("migrate", interactive=False, verbosity=0)
        call_command("clearsessions")
        self._prepare_first_start()
        connection.close()
        if not prepare:
            sys.stdout.flush()
            arguments = ["-m", "gunicorn", "-c", "python:clubscore.server"]
            os.execv(sys.executable, [sys.executable, *arguments, "clubscore.wsgi:application"])

    def _copy(self) -> None:
        """A copy of what there is; without one there is no update, but there is an evening."""
        try:
            evening.copy_at_start()
        except Refused as refusal:
            reason = "\n".join(translate_refusal(refusal))
            if schema.pending(connection):
                raise CommandError(
                    f"{reason}\nThe database is not brought up to date without a copy. To do so "
                    "all the same: python manage.py migrate"
                ) from refusal
            self.stderr.write(reason)

    def _prepare_first_start(self) -> None:
        path = settings.DATA_DIR / first_start.LOGIN_FILE
        login = first_start.prepare_first_start(folder=settings.DATA_DIR)
        if login:
            self.stdout.write("The demo club is ready. The director's login:")
            self.stdout.write(f"  name      {login.name}\n  password  {login.password}")
            self.stdout.write(f"It is kept in {path}")
        elif path.exists():
            self.stdout.write(f"The director's login is kept in {path}")
