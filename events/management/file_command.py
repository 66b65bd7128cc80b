"""What the commands about one file have in common: it is read, or refused as JSON."""

import json
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandParser

from clubscore.files.uploads import read_path
from clubscore.text.problems import Problem, Refused
from clubscore.text.sentences import translate
from events.club.file_kinds import Inspected, RefusedAs, inspect_file
from events.exchange.figures.opening import MAX_FILE_SIZE

REFUSED = 1


class FileCommand(BaseCommand):
    """A command that reads ``FILE`` without the database, and prints JSON. A file that is refused
    ends it with status 1."""

    requires_system_checks: list[str] = []  # noqa: RUF012 - as Django declares it
    members_when_refused: dict[str, Any] = {}  # noqa: RUF012 - nobody changes it

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", metavar="FILE")

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            inspected = inspect_file(read_path(Path(options["file"]), limit=MAX_FILE_SIZE))
        except Refused as refusal:
            kind = refusal.kind if isinstance(refusal, RefusedAs) else None
            problems = problem_data(refusal.problems)
            self.stdout.write(
                json.dumps({"kind": kind, **self.members_when_refused, "problems": problems})
            )
            raise SystemExit(REFUSED) from refusal
        self.stdout.write(json.dumps(self.answer(inspected)))

    def answer(self, found: Inspected) -> dict[str, Any]:
        """What is printed of a file that was read."""
        raise NotImplementedError


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
