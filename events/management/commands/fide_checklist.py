"""``manage.py fide_checklist [--json|--markdown]``: FIDE's list of questions, and what our answers
come to."""

import json
from typing import Any

from django.core.management.base import BaseCommand, CommandParser

from clubscore.help.guides import FOLDER
from events.tournaments.fide.domain.checklist import (
    Question,
    as_markdown,
    in_words,
    read_checklist,
    summary,
)

TABLE = FOLDER / "fide" / "checklist.tsv"


class Command(BaseCommand):
    help = (
        "Go through FIDE's list of questions for tournament programs by the answers in "
        "docs/fide/checklist.tsv, and print what they come to."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        how = parser.add_mutually_exclusive_group()
        how.add_argument("--json", action="store_true", help="print JSON")
        how.add_argument("--markdown", action="store_true", help="print the guide")

    def handle(self, *args: Any, **options: Any) -> None:
        questions = stored_checklist()
        if options["markdown"]:
            self.stdout.write(as_markdown(questions), ending="")
            return
        found = summary(questions)
        if options["json"]:
            self.stdout.write(json.dumps(found))
            return
        for line in in_words(questions):
            self.stdout.write(line)


def stored_checklist() -> tuple[Question, ...]:
    """The questions with our answers."""
    return read_checklist(TABLE.read_text(encoding="utf-8"))
