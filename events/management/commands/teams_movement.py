"""``manage.py teams_movement --teams N``: a movement as JSON, no database."""

import json
from typing import Any

from django.core.management.base import BaseCommand, CommandParser

from clubscore.management.commands_base import refusal_ends
from events.sessions.matches.domain.movement import TeamsKind, teams_movement


class Command(BaseCommand):
    help = "Print a movement in which all teams meet all, or so many rounds of it, as JSON."
    requires_system_checks: list[str] = []  # noqa: RUF012 - as Django declares it

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--teams", required=True, type=int, metavar="N")
        parser.add_argument("--rounds", type=int, metavar="R", help="all, if not given")
        parser.add_argument("--kind", choices=list(TeamsKind), default=TeamsKind.USUAL)

    def handle(self, *args: Any, **options: Any) -> None:
        with refusal_ends():
            movement = teams_movement(
                options["teams"], options["rounds"], TeamsKind(options["kind"])
            )
        rounds = [
            [
                {"table": seat.table, "ns": seat.ns, "ew": seat.ew, "set": seat.boards}
                for seat in seats
            ]
            for seats in movement.rounds
        ]
        self.stdout.write(json.dumps({"name": movement.name, "rounds": rounds}))
