"""``manage.py hall SLUG… [--on rated|club|info] [--off]``: the phones of tournaments as JSON."""

import json
from typing import Any

from django.core.management.base import BaseCommand, CommandParser

from clubscore.text.problems import Refused
from clubscore.text.sentences import translate_refusal
from clubscore.web.visitors import Actor
from events.hall.selectors.phones import settings_of
from events.hall.selectors.summary import summary
from events.hall.services.settings import PRESETS, complete_codes, switch_off, switch_on
from events.models import Tournament
from events.tournaments.core.selectors.tournaments import tournament_at


class Command(BaseCommand):
    help = (
        "Switch players’ phones of tournaments on or off, and print every code, one JSON object a "
        "line. Exit status 1 when there were problems, 2 for a wrong call."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("slugs", nargs="+", metavar="SLUG")
        what = parser.add_mutually_exclusive_group()
        what.add_argument("--on", choices=list(PRESETS), help="switch on, with a preset")
        what.add_argument("--off", action="store_true", help="switch off")

    def handle(self, *args: Any, **options: Any) -> None:
        has_problems = False
        for slug in options["slugs"]:
            tournament = tournament_at(slug)
            problems = []
            if tournament is None:
                values = {"tournament": slug}
                problems = [f"There is no tournament {slug}."]
            else:
                problems = self._switch(tournament, options)
                values = summary(tournament, settings_of(tournament.pk))
            has_problems |= bool(problems)
            self.stdout.write(json.dumps(values | {"problems": problems}, ensure_ascii=False))
        if has_problems:
            raise SystemExit(1)

    def _switch(self, tournament: Tournament, options: dict[str, Any]) -> list[str]:
        try:
            if options["on"]:
                switch_on(tournament=tournament, preset=options["on"], by=Actor())
            elif options["off"]:
                switch_off(tournament=tournament, by=Actor())
            else:
                complete_codes(tournament=tournament)
        except Refused as refusal:
            return translate_refusal(refusal)
        return []
