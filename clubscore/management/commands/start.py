"""``manage.py start``: bring the database up to date, set up a first start, and serve."""

import os
import sys
import webbrowser
from argparse import ArgumentParser
from typing import Any

from django.conf import settings
from django.core.management import CommandError, call_command
from django.db import DatabaseError, connection
from django.utils.translation import gettext as _

from clubscore.database import sqlite
from clubscore.keeping.backups import schema, store as evening
from clubscore.keeping.backups.schema import HalfWay
from clubscore.management.commands_base import TranslatedCommand
from clubscore.server import (
    configuration as server,
    environment,
    server_lock,
    starting,
    waitress_server,
)
from clubscore.server.starting import one_start_at_a_time, server_starts
from clubscore.text.problems import Refused
from clubscore.text.sentences import translate_refusal


class Command(TranslatedCommand):
    help = (
        "Migrate the database, create the demo club and the director's login on the first start, "
        "and serve the pages."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "--prepare", action="store_true", help="do everything but serve the pages"
        )
        parser.add_argument(
            "--collect", action="store_true", help="only collect styles, scripts and pictures"
        )
        parser.add_argument(
            "--empty", action="store_true", help="on the first start, make no demo club"
        )

    def handle(self, *args: Any, prepare: bool, empty: bool, collect: bool, **options: Any) -> None:
        if collect:
            starting.collect_static()
            return
        if not prepare:
            self._refuse_second_server()
        self._keep_house()
        starting.collect_static()
        self._refuse_without_database()
        try:
            if settings.READ_ONLY:
                self._refuse_older()
            else:
                with one_start_at_a_time():
                    self._bring_up_to_date(demo=not empty, wait=prepare)
        except DatabaseError as error:
            text = _("The database answers with an error: %(reason)s") % {"reason": _words(error)}
            advice = _("Run manage.py doctor for details.")
            raise CommandError(f"{text}\n{advice}") from error
        if not (prepare or settings.READ_ONLY):
            server_starts.send(sender=Command)
        # The process is replaced below, which would leave it open.
        connection.close()
        if not prepare:
            sys.stdout.flush()
            self._serve()

    def _serve(self) -> None:
        command = server.command()
        if sys.platform == "win32":
            # There a process that replaces another one is a new one, which nobody waits for.
            sys.exit(waitress_server.watch())
        # In place of this process, so that Ctrl-C and a container's signals reach the server.
        os.execv(command[0], command)

    def _refuse_second_server(self) -> None:
        """Register this server in its folder. On SQLite it must be the only one; any number may
        stand before one PostgreSQL."""
        folder, alone = settings.DATA_DIR, connection.vendor == "sqlite"
        running = server_lock.port_of(folder) if alone else None
        if running is None:
            self._take_port()
        if running is not None or not server_lock.hold(folder, port=server.port, alone=alone):
            text = _(
                "clubscore is already running with the data folder %(folder)s, on port %(port)s; "
                "a SQLite database can have only one server. Stop that server first, or give this "
                "one its own data folder and port: CLUBSCORE_DATA=… PORT=%(next)s make run. "
                "Several servers need PostgreSQL: docs/scaling.md."
            )
            port = running or server_lock.port_of(folder) or "?"
            values = {"folder": folder, "port": port, "next": server.port + 1}
            if running and sys.stdout.isatty():
                webbrowser.open(f"http://127.0.0.1:{running}/")
            raise CommandError(environment.as_typed(text % values))

    def _take_port(self) -> None:
        values = {"port": server.port, "address": server.address}
        if not server.is_taken():
            return
        if not server.take_next_port():
            text = _(
                "Port %(port)s of %(address)s is taken: perhaps clubscore runs already. "
                "Another port: --port %(next)s"
            )
            raise CommandError(text % {**values, "next": server.port + 1})
        text = _("Port %(port)s is taken by another program; clubscore uses %(next)s this time.")
        self.stdout.write(text % {**values, "next": server.port})

    def _keep_house(self) -> None:
        # A server that only reads makes no unfinished files, and deletes nobody else's.
        if not settings.READ_ONLY:
            starting.remove_leftovers()
        starting.make_private()

    def _refuse_without_database(self) -> None:
        try:
            connection.ensure_connection()
        except DatabaseError as error:
            text = _("The database does not answer: %(reason)s") % {"reason": _words(error)}
            advice = _(
                "Is the server running, and is DATABASE_URL right (docs/keeping.md)? A damaged "
                "file is replaced by a backup: manage.py restore."
            )
            raise CommandError(f"{text}\n{advice}") from error

    def _bring_up_to_date(self, *, demo: bool, wait: bool) -> None:
        """Bring the database up to date; with ``wait`` only after a backup is complete."""
        self._refuse_others()
        sqlite.set_journal(connection)
        self._backup(wait=wait)
        call_command("migrate", interactive=False, verbosity=0)
        call_command("clearsessions")
        self._prepare_first_start(demo=demo)

    def _refuse_others(self) -> bool:
        """Whether there is anything in the database. Refuses one that a newer release has used,
        which this one would damage, and one that an early release left half migrated."""
        try:
            return bool(schema.applied(connection))
        except Refused as refusal:
            text = (
                _("Open it with that one first, and then with this one: docs/keeping.md.")
                if isinstance(refusal, HalfWay)
                else _(
                    "Or restore the backup that was made before that: python manage.py restore "
                    "--discard-present NAME (docs/keeping.md)."
                )
            )
            reason = "\n".join(translate_refusal(refusal))
            raise CommandError(f"{reason}\n{text}") from refusal

    def _refuse_older(self) -> None:
        """Refuse to read from a database that is not up to date."""
        if not self._refuse_others() or schema.pending(connection):
            raise CommandError(
                _(
                    "The database is not up to date, and with CLUBSCORE_READ_ONLY it is only "
                    "read. First start this release where results are entered."
                )
            )

    def _backup(self, *, wait: bool) -> None:
        """Back up what there is."""
        # Without a backup there is no update, but the club can still play.
        try:
            evening.back_up_at_start(wait=wait)
        except Refused as refusal:
            reason = "\n".join(translate_refusal(refusal))
            if schema.pending(connection):
                text = _(
                    "The database is not brought up to date without a backup. To do so all the "
                    "same: python manage.py migrate"
                )
                raise CommandError(f"{reason}\n{text}") from refusal
            self.stderr.write(reason)

    def _prepare_first_start(self, *, demo: bool) -> None:
        path = settings.DATA_DIR / environment.LOGIN_FILE
        login = starting.prepare_first_start(folder=settings.DATA_DIR, demo=demo)
        if login:
            if demo:
                self.stdout.write(_("The demo club is ready. The director's login:"))
            else:
                self.stdout.write(_("Your club is ready, and empty. The director's login:"))
            for what, value in ((_("name"), login.name), (_("password"), login.password)):
                self.stdout.write(f"  {what:<9} {value}")
            self.stdout.write(_("It is also in %(path)s") % {"path": path})
        elif path.exists():
            self.stdout.write(_("The director's login is in %(path)s") % {"path": path})


def _words(error: Exception) -> str:
    return " ".join(str(error).split()) or type(error).__name__
