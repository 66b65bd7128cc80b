"""``manage.py inspect FILE``: what a file is, and what it says, without the database."""

import json
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandParser

from clubscore.intake.uploads import read_path
from clubscore.problems import Problem, Refused
from clubscore.sentences import translate
from events.both.file_kinds import RefusedAs, inspect_file
from events.exchange.formats.as_json import members_of
from events.exchange.services.opening import MAX_FILE_SIZE

REFUSED = 1


class Command(BaseCommand):
    help = (
        "Say what a file is (results, hands, a movement, members, a tournament) and what it holds,"
        " as JSON. Exit status 1 when the file is refused."
    )
    requires_system_checks: list[str] = []  # noqa: RUF012 - as Django declares it

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", metavar="FILE")

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            found = inspect_file(read_path(Path(options["file"]), limit=MAX_FILE_SIZE))
        except Refused as refusal:
            kind = refusal.kind if isinstance(refusal, RefusedAs) else None
            self._print({"kind": kind, "problems": problem_data(refusal.problems)})
            raise SystemExit(REFUSED) from refusal
        members = members_of(found.opened.reading) if found.opened else {}
        self._print({"kind": found.kind, "problems": problem_data(found.notices), **members})

    def _print(self, answer: dict[str, Any]) -> None:
        self.stdout.write(json.dumps(answer))


def problem_data(problems: Iterable[Problem]) -> list[dict[str, Any]]:
    """Problems with their place; ``element`` is the tag or column."""
    return [
        {
            "line": problem.line,
            "message": translate(problem),
            **({"element": problem.column} if problem.column else {}),
        }
        for problem in problems
    ]
