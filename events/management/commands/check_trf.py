"""``manage.py check_trf FILE… [--json]``: pairings, points and places of files, no database."""

import json
from collections.abc import Iterator
from contextlib import closing
from fractions import Fraction
from pathlib import Path
from typing import Any

from django.core.management.base import CommandError, CommandParser

from clubscore.files.decoding import decode
from clubscore.files.reader_process import Reader
from clubscore.files.uploads import read_path
from clubscore.management.commands_base import REFUSED, TranslatedCommand
from clubscore.text.problems import Refused, Sentence
from clubscore.text.sentences import refusal_text, translate
from events.management.file_command import naming_other_kinds
from events.tournaments.core.domain.results import decimal_text
from events.tournaments.files.judging import MAX_BYTES, MEMORY, SECONDS, FileCheck, check_text


class Command(TranslatedCommand):
    help = (
        "Check tournament files of the Krause family (TRF) without the database: each round is "
        "paired anew from those before it, points and places are compared. Exit status 1 when "
        "something is wrong or a file is refused, 2 for a wrong call."
    )
    requires_system_checks: list[str] = []  # noqa: RUF012 - as Django declares it

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("files", nargs="+", metavar="FILE")
        parser.add_argument("--json", action="store_true", help="print a line of JSON a file")

    def handle(self, *args: Any, **options: Any) -> None:
        wrong = 0
        with closing(Reader(seconds=SECONDS, patience=SECONDS, memory=MEMORY)) as reader:
            for file in options["files"]:
                answer = _answer(reader, file)
                wrong += not answer["ok"]
                if options["json"]:
                    self.stdout.write(json.dumps(answer))
                    continue
                for line in _lines(answer):
                    self.stdout.write(f"{file}: {line}")
        if wrong:
            message = f"{wrong} of {len(options['files'])} not right."
            raise CommandError(message, returncode=REFUSED)


def _answer(reader: Reader, file: str) -> dict[str, Any]:
    try:
        data = read_path(Path(file), limit=MAX_BYTES)
        with naming_other_kinds(data, "krause"):
            reader.send(check_text, (decode(data).text, Path(file).name), {})
            found: FileCheck = reader.receive()[1]
    except Refused as refusal:
        return {
            "file": file, "system": None, "ok": False, "rounds": [], "points": [],
            "standings": {"tie_breaks": [], "ok": None, "unknown": [], "wrong": []},
            "notes": [], "problem": refusal_text(refusal),
        }  # fmt: skip
    return {
        "file": file,
        "system": found.system,
        "ok": found.ok,
        "rounds": [
            {
                "round": each.number,
                "ok": each.ok,
                "differs": [list(game) for game in each.differs],
                "why": _text(each.why),
            }
            for each in found.rounds
        ],
        "points": [
            {"number": each.number, "file": _points(each.given), "rules": _points(each.points)}
            for each in found.points
        ],
        "standings": {
            "tie_breaks": list(found.places.tie_breaks),
            "ok": found.places.ok,
            "unknown": list(found.places.unknown),
            "wrong": [
                {
                    "number": each.number,
                    "file": each.given,
                    "rules": each.place,
                    "why": translate(each.why),
                }
                for each in found.places.wrong
            ],
        },
        "notes": [translate(note) for note in found.notes],
        "problem": None,
    }


def _text(why: Sentence | None) -> str:
    return translate(why) if why else ""


def _points(points: Fraction | str) -> str:
    return points if isinstance(points, str) else decimal_text(points)


def _lines(answer: dict[str, Any]) -> Iterator[str]:
    """What is said of a file to people."""
    if answer["problem"]:
        yield answer["problem"]
        return
    for each in answer["rounds"]:
        if each["ok"] is False:
            yield f"{each['round']}: {each['why']}"
    for each in answer["points"]:
        yield f"{each['number']}: {each['file']} → {each['rules']}"
    for each in answer["standings"]["wrong"]:
        yield f"{each['number']}: {each['file']} → {each['rules']}. {each['why']}"
    for code in answer["standings"]["unknown"]:
        yield f"{code}?"
    yield from answer["notes"]
    if answer["ok"]:
        yield "OK"
