"""``manage.py draw FILE``: the draw of a Swiss round as JSON, no database."""

import json
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandParser

from clubscore.files.reader_process import read_apart
from clubscore.files.uploads import read_path
from clubscore.management.commands_base import refusal_ends
from events.management.file_command import naming_other_kinds
from events.sessions.matches.domain.draw import draw_round
from events.sessions.matches.engines import cheapest_pairs
from events.sessions.matches.formats import draw_data, read_draw

MAX_FILE_SIZE = 2**20


class Command(BaseCommand):
    help = (
        "Draw the next round of a Swiss event from a JSON file with its contestants, and print the "
        "pairs, North–South first."
    )
    requires_system_checks: list[str] = []  # noqa: RUF012 - as Django declares it

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", metavar="FILE")

    def handle(self, *args: Any, **options: Any) -> None:
        with refusal_ends():
            data = read_path(Path(options["file"]), limit=MAX_FILE_SIZE)
            with naming_other_kinds(data):
                order = read_apart(read_draw, data)
        draw = draw_round(order.contestants, odd=order.odd, cheapest=cheapest_pairs)
        self.stdout.write(json.dumps(draw_data(draw)))
