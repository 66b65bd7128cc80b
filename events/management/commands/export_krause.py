"""``manage.py export_krause SLUG [--format trf16|trf26|krause] [--report]``: a tournament as a
file.
"""

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from clubscore.management.commands_base import REFUSED, WRONG_CALL, refusal_ends
from clubscore.text.sentences import translate
from events.models import Tournament
from events.tournaments.files.domain import Format
from events.tournaments.files.figures import file_value, krause_file, report_file


class Command(BaseCommand):
    help = (
        "Write a tournament as TRF16, TRF26 or in the format of 2006 on standard output, in UTF-8 "
        "with lines that end in CR LF. Exit status 1 when there is no such tournament, or of a "
        "report while a game has no result, 2 for a wrong call."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("slug", metavar="SLUG", help="the tournament's address")
        parser.add_argument(
            "--format", choices=[format_.value for format_ in Format], default=Format.TRF16.value
        )
        parser.add_argument(
            "--report", action="store_true", help="for the rating officer; of trf26 alone"
        )

    def handle(self, *args: Any, **options: Any) -> None:
        format_ = Format(options["format"])
        if options["report"] and format_ is not Format.TRF26:
            raise CommandError("A report is a file of --format trf26.", returncode=WRONG_CALL)
        tournament = Tournament.objects.filter(slug=options["slug"]).first()
        if tournament is None:
            message = f"There is no tournament {options['slug']}."
            raise CommandError(message, returncode=REFUSED)
        if options["report"]:
            with refusal_ends():
                written = report_file(tournament)
        else:
            written = krause_file(file_value(tournament), format_)
        for notice in written.notices:
            self.stderr.write(translate(notice))
        # Bytes, so that neither the terminal's encoding nor its line ends change the file.
        binary = getattr(self.stdout, "buffer", None)
        if binary:
            binary.write(written.text.encode())
        else:
            self.stdout.write(written.text, ending="")
