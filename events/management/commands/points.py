"""``manage.py points --rule RULE --field FIELD --places "1 2 2 4" --tables T``: club points of a
session as JSON, no database; unofficial."""

import json
from fractions import Fraction
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from clubscore.management.commands_base import refusal_ends
from clubscore.text.numbers import whole_number
from events.sessions.club_points.domain import FieldKind, Rule, club_points

WRONG_CALL = 2
MAX_WEIGHT = 100


class Command(BaseCommand):
    help = "Print the club points for places in hundredths, by the rule of a union; unofficial."
    requires_system_checks: list[str] = []  # noqa: RUF012 - as Django declares it

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--rule", required=True, choices=[*Rule])
        parser.add_argument("--field", required=True, choices=[*FieldKind])
        parser.add_argument("--places", required=True, metavar='"1 2 2 4"')
        parser.add_argument("--tables", required=True, type=int, metavar="T")
        parser.add_argument("--boards", type=int, metavar="N")
        parser.add_argument("--weight", metavar="W", help="such as 1.5")

    def handle(self, *args: Any, **options: Any) -> None:
        places = [whole_number(each) for each in options["places"].split()]
        if not places or None in places:
            raise CommandError("--places are whole numbers with blanks.", returncode=WRONG_CALL)
        with refusal_ends():
            points = club_points(
                Rule(options["rule"]),
                FieldKind(options["field"]),
                places=[place for place in places if place is not None],
                tables=options["tables"],
                boards=options["boards"],
                weight=_weight(options["weight"]),
            )
        self.stdout.write(json.dumps({"points": [str(point) for point in points]}))


def _weight(text: str | None) -> Fraction | None:
    if text is None:
        return None
    try:
        weight = Fraction(text)
    except (ValueError, ZeroDivisionError):
        weight = Fraction(0)
    if not 0 < weight <= MAX_WEIGHT:
        message = f"--weight is a number above 0 and up to {MAX_WEIGHT}."
        raise CommandError(message, returncode=WRONG_CALL)
    return weight
