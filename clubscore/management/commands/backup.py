"""``manage.py backup``: everything the club has, in one file."""

import os
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from clubscore.backups.copies import Reason, make_copy, write_file
from clubscore.backups.evening import REST
from clubscore.problems import Refused
from clubscore.sentences import translate_refusal


class Command(BaseCommand):
    help = (
        "Write everything the club has into one file, for either database, while clubscore "
        "runs: into the folder of copies, or where you say."
    )
    # It does not need today's tables.
    requires_migrations_checks = False

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", nargs="?", type=Path, help="a new file, or a folder")
        parser.add_argument(
            "--evening", action="store_true", help="only if the last copy is some hours old"
        )

    def handle(self, *args: Any, file: Path | None, evening: bool, **options: Any) -> None:
        try:
            if file is not None:
                self._write(file)
            else:
                self._copy(evening=evening)
        except Refused as refusal:
            raise CommandError("\n".join(translate_refusal(refusal))) from refusal
        except OSError as error:
            raise CommandError(f"No copy could be made: {error}.") from error

    def _copy(self, *, evening: bool) -> None:
        if evening:
            os.nice(10)
            copy = make_copy(Reason.EVENING, unless_younger_than=REST)
        else:
            copy = make_copy(Reason.ASKED)
        if copy is None:
            self.stdout.write("The last copy is recent enough.")
        else:
            self.stdout.write(f"Copied into {copy.path} ({copy.size / 2**20:.1f} MB).")

    def _write(self, file: Path) -> None:
        if file.exists():
            raise CommandError(f"{file} is there already; name a new file.")
        ending = write_file(file)
        rows = sum(ending.rows.values())
        self.stdout.write(f"Copied {rows:,} rows of {len(ending.rows)} tables into {file}.")
