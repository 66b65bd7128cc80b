"""``manage.py vp --scale SCALE --boards N``: a scale of victory points as JSON, no database."""

import json
from fractions import Fraction
from typing import Any

from django.core.management.base import BaseCommand, CommandParser

from clubscore.management.commands_base import refusal_ends
from events.common.domain import two_decimals
from events.sessions.matches.domain.scales import SCALES, SWISS_PAIRS, VP, swiss_pairs


class Command(BaseCommand):
    help = "Print a scale of victory points as JSON, up to the margin that gives all."
    requires_system_checks: list[str] = []  # noqa: RUF012 - as Django declares it

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--scale", required=True, choices=[*SCALES, SWISS_PAIRS])
        parser.add_argument("--boards", required=True, type=int, metavar="N")

    def handle(self, *args: Any, **options: Any) -> None:
        name, boards = options["scale"], options["boards"]
        with refusal_ends():
            rows = _percentages(boards) if name == SWISS_PAIRS else _margins(name, boards)
        self.stdout.write(json.dumps({"scale": name, "boards": boards, "rows": rows}))


def _margins(name: str, boards: int) -> list[dict[str, Any]]:
    scale = SCALES[name](boards)
    last = scale.rows[-1].margin
    points = ((margin, *scale.points(margin)) for margin in range(last + 1))
    return [
        {"margin": margin, "winner": _text(winner), "loser": _text(loser)}
        for margin, winner, loser in points
    ]


def _text(hundredths: int) -> str:
    return two_decimals(Fraction(hundredths, VP))


def _percentages(boards: int) -> list[dict[str, Any]]:
    scale = swiss_pairs(boards)
    return [
        {
            "up_to": two_decimals(Fraction(limit, 100)),
            "winner": str(winner),
            "loser": str(2 * scale.draw - winner),
        }
        for winner, limit in enumerate((*scale.limits, 10_000), start=scale.draw)
    ]
