"""``manage.py backup``: everything the club has, in one file."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import CommandError
from django.utils.translation import gettext as _

from clubscore.keeping.backups.store import Reason, make_backup, write_file
from clubscore.keeping.backups.unfinished import Show, on_terminal
from clubscore.management.commands_base import TranslatedCommand
from clubscore.text.problems import Refused
from clubscore.text.sentences import decimals, translate_refusal


class Command(TranslatedCommand):
    help = (
        "Write everything the club has into one file, for either database, while clubscore "
        "runs: into the backup folder, or where you say."
    )
    # A backup is made before an update too.
    requires_migrations_checks = False

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", nargs="?", type=Path, help="a new file, or a folder")

    def handle(self, *args: Any, file: Path | None, **options: Any) -> None:
        try:
            if file is not None:
                self._write(file)
            else:
                self._backup()
        except Refused as refusal:
            raise CommandError("\n".join(translate_refusal(refusal))) from refusal
        except OSError as error:
            text = _("No backup could be made: %(reason)s.")
            raise CommandError(text % {"reason": error}) from error

    def _backup(self) -> None:
        backup = make_backup(Reason.ASKED, show=self._progress())
        if backup:
            text = _("Backed up to %(path)s (%(size)s MB).")
            size = decimals(f"{backup.size / 2**20:.1f}")
            self.stdout.write(text % {"path": backup.path, "size": size})

    def _progress(self) -> Show:
        return on_terminal(self.stdout, _("Backing up …"))

    def _write(self, file: Path) -> None:
        if file.exists():
            text = _("%(path)s already exists; choose another file name.")
            raise CommandError(text % {"path": file})
        ending = write_file(file, show=self._progress())
        rows = sum(ending.rows.values())
        text = _("Backed up %(rows)s rows of %(tables)s tables to %(path)s.")
        values = {"rows": rows, "tables": len(ending.rows), "path": file}
        self.stdout.write(text % values)
