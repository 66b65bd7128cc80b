"""``manage.py export_krause SLUG [--format trf16|trf26|krause]``: a tournament as a file."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from clubscore.text.sentences import translate
from events.models import Tournament
from events.tournaments.files.domain import Format
from events.tournaments.files.figures import file_value, krause_file

REFUSED = 1


class Command(BaseCommand):
    help = (
        "Write a tournament as TRF16, TRF26 or in the format of 2006 on standard output, in UTF-8 "
        "with lines that end in CR LF. Exit status 1 when there is no such tournament, 2 for a "
        "wrong call."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("slug", metavar="SLUG", help="the tournament's address")
        parser.add_argument(
            "--format", choices=[format_.value for format_ in Format], default=Format.TRF16.value
        )

    def handle(self, *args: Any, **options: Any) -> None:
        tournament = Tournament.objects.filter(slug=options["slug"]).first()
        if tournament is None:
            message = f"There is no tournament {options['slug']}."
            raise CommandError(message, returncode=REFUSED)
        written = krause_file(file_value(tournament), Format(options["format"]))
        for notice in written.notices:
            self.stderr.write(translate(notice))
        # Bytes, so that neither the terminal's encoding nor its line ends change the file.
        binary = getattr(self.stdout, "buffer", None)
        if binary:
            binary.write(written.text.encode())
        else:
            self.stdout.write(written.text, ending="")
