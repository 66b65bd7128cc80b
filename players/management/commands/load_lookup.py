"""``manage.py load_lookup FILE [--name NAME] [--federation CODE …]``."""

import sys
from pathlib import Path
from typing import Any

from django.core.management.base import CommandError, CommandParser

from clubscore.management.commands_base import TranslatedCommand
from clubscore.text.problems import Refused
from clubscore.text.sentences import refusal_text
from clubscore.web.visitors import Actor
from players.services.lookup import Progress, load_in_steps

REFUSED = 1


class Command(TranslatedCommand):
    help = (
        "Load a federation's list of players (FIDE's rating list as text or XML, the list of the "
        "European Go Database, or any list with named columns; a zip archive of one too), so that "
        "players are found in it who are not in the register yet. It replaces the list of the same "
        "name once it is complete. Exit status 1 when the file is refused."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", metavar="FILE")
        parser.add_argument("--name", help="of the list; if not given, that of the file")
        parser.add_argument(
            "--federation", nargs="+", default=[], metavar="CODE", help="only its players: NED BEL"
        )

    def handle(self, *args: Any, **options: Any) -> None:
        path = Path(options["file"])
        name = options["name"] or path.name.partition(".")[0]
        try:
            # Another process opens it, which may be in another folder.
            file = path.resolve()
            federations = options["federation"]
            steps = load_in_steps(file=file, name=name, by=Actor(), federations=federations)
            count = self._watch(steps)
        except Refused as refusal:
            reasons = refusal_text(refusal)
            raise CommandError(f"{path}: {reasons}", returncode=REFUSED) from refusal
        except OSError as error:
            raise CommandError(f"{path}: {error.strerror}", returncode=REFUSED) from error
        self.stdout.write(f"{name}: {count:,} players.")

    def _watch(self, steps: Any) -> int:
        count = 0
        for progress in steps:
            count = progress.count
            self._show(progress)
        return count

    def _show(self, progress: Progress) -> None:
        # Not in a file or a pipe, where the line would be garbage.
        if sys.stderr.isatty():
            percent = 100 * progress.read // max(progress.size, 1)
            sys.stderr.write(f"{progress.count:>12,} players, {percent:>3} % of the file\r")
            sys.stderr.flush()
