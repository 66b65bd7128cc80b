"""``manage.py restore``: the club as a backup holds it."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import CommandError
from django.db import DatabaseError, connection
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _, gettext_noop

from clubscore.keeping.backups import schema
from clubscore.keeping.backups.archive import Ending, Header
from clubscore.keeping.backups.restoring import check_backup, restore_backup
from clubscore.keeping.backups.store import Reason, find_backup, make_backup, refuse_without_room
from clubscore.keeping.backups.unfinished import on_terminal
from clubscore.management.commands_base import TranslatedCommand
from clubscore.server import configuration as server, server_lock
from clubscore.text.problems import Refused
from clubscore.text.sentences import refusal_text, translate_refusal

_COUNTED = {
    "players.player": gettext_noop("%(count)s players"),
    "events.session": gettext_noop("%(count)s sessions"),
    "events.travellerline": gettext_noop("%(count)s lines of travellers"),
    "events.tournament": gettext_noop("%(count)s tournaments"),
    "auth.user": gettext_noop("%(count)s users"),
}
_UNPACKED = 30
"""How many times the size of its backup a database takes, with room to spare."""


class Command(TranslatedCommand):
    help = (
        "Replace everything by what a backup holds: all of it or nothing. The present state is "
        "copied first. Stop clubscore before."
    )
    requires_migrations_checks = False
    requires_system_checks = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", type=Path, help="a backup, or the name of one of the backups")
        parser.add_argument("--yes", action="store_true", help="do not ask")
        parser.add_argument("--check", action="store_true", help="only read the file and tell")
        parser.add_argument(
            "--discard-present",
            action="store_true",
            help="restore although the present state cannot be copied",
        )

    def handle(
        self, *args: Any, file: Path, yes: bool, check: bool, discard_present: bool, **options: Any
    ) -> None:
        backup = None if file.exists() else find_backup(file.name)
        path = backup.path if backup else file
        try:
            header, ending = check_backup(path)
            self._report(path, header, ending)
            if check:
                return
            self._refuse_while_running()
            if not yes and not self._ask():
                raise CommandError(_("Nothing was changed."))
            if connection.vendor == "sqlite":
                place = Path(connection.settings_dict["NAME"]).parent
                refuse_without_room(place, wanted=_UNPACKED * path.stat().st_size)
            self._back_up_present(discard_present=discard_present)
            restore_backup(
                path,
                on_set_aside=self._report_set_aside,
                show=on_terminal(self.stdout, _("Restoring …")),
            )
        except Refused as refusal:
            raise CommandError("\n".join(translate_refusal(refusal))) from refusal
        self.stdout.write(_("Restored. Start clubscore; everybody must log in again."))

    def _report(self, path: Path, header: Header, ending: Ending) -> None:
        moment = date_format(timezone.localtime(header.made_at), "j F Y, H:i")
        held = [_(text) % {"count": ending.rows.get(label, 0)} for label, text in _COUNTED.items()]
        text = _("%(path)s: of %(moment)s, by clubscore %(version)s.")
        values = {"path": path, "moment": moment, "version": header.version}
        self.stdout.write(text % values)
        self.stdout.write(_("It contains %(rows)s.") % {"rows": ", ".join(held)})

    def _refuse_while_running(self) -> None:
        port = server.port if server.is_taken() else server_lock.port_of(settings.DATA_DIR)
        if port is not None:
            text = _(
                "Somebody listens on port %(port)s: clubscore still runs. Stop it first, so that "
                "nobody writes meanwhile, and every page is read anew afterwards."
            )
            raise CommandError(text % {"port": port})

    def _report_set_aside(self, path: Path) -> None:
        self.stderr.write(_("The damaged database is now %(path)s") % {"path": path})

    def _ask(self) -> bool:
        database = connection.settings_dict
        place = database["NAME"]
        if connection.vendor != "sqlite":
            place = f"{place} ({database['HOST'] or 'localhost'})"
        # Whoever forgets CLUBSCORE_DATA or DATABASE_URL here would replace another club's data.
        answer = input(_("Replace everything in %(database)s? Type yes: ") % {"database": place})
        return answer.strip().casefold() in {"yes", _("yes")}

    def _back_up_present(self, *, discard_present: bool) -> None:
        try:
            if not schema.applied(connection):
                return
            backup = make_backup(
                Reason.RESTORE, show=on_terminal(self.stdout, _("Backing up the present state …"))
            )
        except (Refused, DatabaseError) as error:
            reason = refusal_text(error) if isinstance(error, Refused) else error
            if discard_present:
                text = _("The present state was not backed up: %(reason)s")
                self.stderr.write(text % {"reason": reason})
                return
            text = _(
                "Nothing was changed, because the present state could not be backed up: %(reason)s"
            )
            text %= {"reason": reason}
            advice = _("To restore anyway: --discard-present")
            raise CommandError(f"{text}\n{advice}") from error
        if backup is not None:
            text = _("The present state is backed up in %(path)s")
            self.stdout.write(text % {"path": backup.path})
