"""``manage.py bridgemate SESSION``: a session on Bridgemates, through the maker's connector."""

import os
import time
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from clubscore.management.commands_base import refusal_ends
from clubscore.text.sentences import translate
from clubscore.web.visitors import Actor
from events.exchange.engines import bridgemate
from events.exchange.services.bridgemate import evening_of, guid_of, take_results
from events.models import Session

NO_CLIENT = 3
PAUSE = 5.0
"""Seconds between two questions for results."""
BY = Actor(device="Bridgemate")


class Command(BaseCommand):
    help = (
        "Send a session to the Bridgemate Data Connector, or take the results that came in until"
        " Ctrl-C. It was never tried with real Bridgemates: docs/bridgemate.md."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("session", type=int, metavar="SESSION")
        parser.add_argument("--send", action="store_true", help="send movement and names first")
        parser.add_argument("--once", action="store_true", help="ask for results once")
        parser.add_argument("--address", default=f"http://localhost:{bridgemate.PORT}")
        parser.add_argument("--club", required=True, help="the club's number at the maker")

    def handle(self, *args: Any, **options: Any) -> None:
        if not bridgemate.is_available():
            message = "Install it first: python -m pip install -r requirements-bridgemate.txt"
            raise CommandError(message, returncode=NO_CLIENT)
        session = Session.objects.filter(pk=options["session"]).first()
        if session is None:
            raise CommandError(f"There is no session {options['session']}.")
        # Not an argument: those can be read by whoever lists the machine's processes.
        key = os.environ.get("CLUBSCORE_BRIDGEMATE_KEY", "")
        connector = bridgemate.Connector(options["club"], key, options["address"])
        with refusal_ends():
            if options["send"]:
                connector.start(evening_of(session))
                self.stdout.write(f"Sent: {session}.")
            while True:
                self._take(connector, session)
                if options["once"]:
                    return
                time.sleep(PAUSE)

    def _take(self, connector: bridgemate.Connector, session: Session) -> None:
        guid = guid_of(session)
        results = connector.results(guid)
        if not results:
            return
        taken = take_results(session=session, results=results, by=BY)
        # Only now: what could not be stored would otherwise be lost there.
        connector.accept(guid)
        self.stdout.write(f"Stored {taken.stored} results; {taken.known} were there already.")
        for notice in taken.notices:
            self.stdout.write(f"  {translate(notice)}")
