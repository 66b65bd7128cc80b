"""``manage.py prizes FILE``: prizes of a JSON file divided, no database."""

import json
from pathlib import Path
from typing import Any

from django.core.management.base import CommandParser

from clubscore.files.uploads import read_path
from clubscore.management.commands_base import TranslatedCommand, refusal_ends
from clubscore.text.problems import Refused
from clubscore.text.sentences import translate
from events.tournaments.files.judging import MAX_BYTES
from events.tournaments.prizes.domain.awards import Awards, divide
from events.tournaments.prizes.domain.fund import Fund, read_prizes


class Command(TranslatedCommand):
    help = (
        "Divide the prizes of a tournament: FILE is JSON with method, unit, players, categories "
        "and limits, such as "
        '{"method": "hort", "unit": "0.01", "players": [{"number": 1, "place": 1, "name": "One", '
        '"points": "5", "rating": 1700}], "categories": [{"name": "Open", "prizes": ["100"], '
        '"who": {}}]}. '
        "Prints JSON. Exit status 1 when the file is refused, 2 for a wrong call."
    )
    requires_system_checks: list[str] = []  # noqa: RUF012 - as Django declares it

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", metavar="FILE")

    def handle(self, *args: Any, **options: Any) -> None:
        with refusal_ends():
            data = read_path(Path(options["file"]), limit=MAX_BYTES)
            fund, players = read_prizes(_read(data))
        self.stdout.write(json.dumps(_answer(fund, divide(fund, players))))


def _read(data: bytes) -> object:
    try:
        return json.loads(data.decode("utf-8-sig"))
    except (ValueError, RecursionError) as error:
        raise Refused.because("This is no JSON: %(reason)s.", reason=str(error)) from error


def _answer(fund: Fund, found: Awards) -> dict[str, Any]:
    return {
        "awards": [
            {
                "number": each.number,
                "group": each.group or None,
                "category": each.category,
                "amount": fund.text(each.amount),
                "why": translate(each.why),
            }
            for each in found.awards
        ],
        "unpaid": [
            {
                "category": each.category,
                "amount": fund.text(each.amount),
                "why": translate(each.why),
            }
            for each in found.unpaid
        ],
        "total": fund.text(found.total),
    }
