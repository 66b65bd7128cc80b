"""``manage.py validate_trf FILE [--title] [--json]``: what a report for FIDE lacks, no database."""

import json
from pathlib import Path
from typing import Any

from django.core.management.base import CommandError, CommandParser

from clubscore.files.decoding import decode
from clubscore.files.uploads import read_path
from clubscore.management.commands_base import REFUSED, TranslatedCommand
from clubscore.text.problems import Refused
from clubscore.text.sentences import refusal_text, translate
from events.management.file_command import naming_other_kinds
from events.tournaments.files.domain import Level, counts
from events.tournaments.files.figures import validated
from events.tournaments.files.judging import MAX_BYTES


class Command(TranslatedCommand):
    help = (
        "Say what is missing or wrong in a TRF26 that goes to the rating officer, without the "
        "database. Exit status 1 with what is mandatory, with --title also with what norms and "
        "titles need, 2 for a wrong call."
    )
    requires_system_checks: list[str] = []  # noqa: RUF012 - as Django declares it

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", metavar="FILE")
        parser.add_argument("--title", action="store_true", help="for a norm tournament")
        parser.add_argument("--json", action="store_true", help="print a line of JSON")

    def handle(self, *args: Any, **options: Any) -> None:
        answer = _answer(options["file"], {Level.MANDATORY, *([Level.TITLE][: options["title"]])})
        if options["json"]:
            self.stdout.write(json.dumps(answer))
        else:
            for each in answer["findings"]:
                place = f":{each['line']}" if each["line"] else ""
                self.stdout.write(f"{answer['file']}{place}: {each['level']}: {each['message']}")
        if not answer["ok"]:
            raise CommandError(f"{answer['file']} is not complete.", returncode=REFUSED)


def _answer(file: str, levels: set[Level]) -> dict[str, Any]:
    try:
        data = read_path(Path(file), limit=MAX_BYTES)
        with naming_other_kinds(data, "krause"):
            found = validated(decode(data).text)
    except Refused as refusal:
        finding = {
            "level": Level.MANDATORY.value, "record": "", "field": "", "line": None,
            "player": None, "value": "", "message": refusal_text(refusal),
        }  # fmt: skip
        return {
            "file": file,
            "ok": False,
            "findings": [finding],
            "counts": {**counts(()), "mandatory": 1},
        }
    return {
        "file": file,
        "ok": not any(each.level in levels for each in found),
        "findings": [
            {
                "level": each.level.value,
                "record": each.record,
                "field": each.field,
                "line": each.line,
                "player": each.player,
                "value": each.value,
                "message": translate(each.message),
            }
            for each in found
        ],
        "counts": counts(found),
    }
