"""``manage.py restore``: the club as a backup holds it."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.db import DatabaseError, connection
from django.utils import timezone
from django.utils.formats import date_format

from clubscore import server
from clubscore.backups import schema
from clubscore.backups.archive import Ending, Header
from clubscore.backups.copies import Reason, find_copy, make_copy, refuse_without_room
from clubscore.backups.restoring import check_backup, restore_backup
from clubscore.problems import Refused
from clubscore.sentences import translate_refusal

_TOLD = {
    "players.player": "players",
    "events.session": "sessions",
    "events.travellerline": "lines of travellers",
    "events.tournament": "tournaments",
    "auth.user": "users",
}
_UNPACKED = 30
"""A database takes about so many times the size of its backup, with room to spare."""


class Command(BaseCommand):
    help = (
        "Replace everything by what a backup holds: all of it or nothing. The present state is "
        "copied first. Stop clubscore before."
    )
    requires_migrations_checks = False
    requires_system_checks = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", type=Path, help="a backup, or the name of one of the copies")
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
        copy = None if file.exists() else find_copy(file.name)
        path = copy.path if copy else file
        try:
            header, ending = check_backup(path)
            self._tell(path, header, ending)
            if check:
                return
            self._refuse_while_running()
            if not yes and not self._ask():
                raise CommandError("Nothing was changed.")
            if connection.vendor == "sqlite":
                place = Path(connection.settings_dict["NAME"]).parent
                refuse_without_room(place, wanted=_UNPACKED * path.stat().st_size)
            self._keep_present(discard_present=discard_present)
            restore_backup(path)
        except Refused as refusal:
            raise CommandError("\n".join(translate_refusal(refusal))) from refusal
        self.stdout.write("Restored. Start clubscore; everybody logs in again.")

    def _tell(self, path: Path, header: Header, ending: Ending) -> None:
        moment = date_format(timezone.localtime(header.made_at), "j F Y, H:i")
        held = [f"{ending.rows.get(label, 0):,} {name}" for label, name in _TOLD.items()]
        self.stdout.write(f"{path}: of {moment}, by clubscore {header.version}.")
        self.stdout.write(f"It holds {', '.join(held)}.")

    def _refuse_while_running(self) -> None:
        if server.is_taken():
            raise CommandError(
                f"Somebody listens on port {server.port}: clubscore still runs. Stop it first, "
                "so that nobody writes meanwhile, and every page is read anew afterwards."
            )

    def _ask(self) -> bool:
        answer = input("Replace everything there is now? Type yes: ")
        return answer.strip().casefold() == "yes"

    def _keep_present(self, *, discard_present: bool) -> None:
        try:
            if not schema.applied(connection):
                return
            copy = make_copy(Reason.RESTORE)
        except (Refused, DatabaseError) as error:
            reason = " ".join(translate_refusal(error)) if isinstance(error, Refused) else error
            if discard_present:
                self.stderr.write(f"The present state is not kept: {reason}")
                return
            raise CommandError(
                f"Nothing was changed, for the present state could not be copied: {reason}\n"
                "To restore all the same: --discard-present"
            ) from error
        if copy is not None:
            self.stdout.write(f"The present state is kept in {copy.path}")
