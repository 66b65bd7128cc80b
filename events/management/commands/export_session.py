"""``manage.py export_session ID --format usebio|pbn|pbn-games|lin|json|csv [--output FILE]``."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from clubscore.management.commands_base import refusal_ends
from clubscore.text.sentences import translate
from events.exchange.figures.exporting import SessionFormat, export_session, losses
from events.management.commands.deal import WRONG_CALL, write_bytes
from events.models import Session


class Command(BaseCommand):
    help = (
        "Write a session as USEBIO, PBN, LIN, JSON or CSV; LIN and pbn-games have every line with"
        " its auction and play."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("session", metavar="ID", type=int)
        formats = [each.value for each in SessionFormat]
        parser.add_argument("--format", choices=formats, default=SessionFormat.USEBIO.value)
        parser.add_argument("--output", metavar="FILE", help="write here, not on screen")

    def handle(self, *args: Any, **options: Any) -> None:
        session = Session.objects.filter(pk=options["session"]).first()
        if session is None:
            message = f"There is no session {options['session']}."
            raise CommandError(message, returncode=WRONG_CALL)
        with refusal_ends():
            data = export_session(session, SessionFormat(options["format"]))
        for loss in losses(session, SessionFormat(options["format"])):
            self.stderr.write(translate(loss))
        write_bytes(self, data, options["output"])
