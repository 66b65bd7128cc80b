"""``manage.py export_site DIR [--address URL] [--only session:12 tournament:slug …] [--all]``."""

import json
import re
from pathlib import Path
from typing import Any, Final

from django.core.management.base import CommandError, CommandParser

from clubscore.management.commands_base import REFUSED, WRONG_CALL, TranslatedCommand
from clubscore.text.problems import Refused
from clubscore.text.sentences import translate_refusal
from events.website.services.exporting import export_site

_EVENT: Final = re.compile(r"(session|series|tournament):[\w-]+", re.ASCII)


class Command(TranslatedCommand):
    help = "Make the club's site in a folder, or bring it up to date."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("folder", metavar="DIR", type=Path)
        parser.add_argument("--address", metavar="URL", help="where the site will be read")
        parser.add_argument(
            "--only", nargs="+", metavar="EVENT", default=[], help="session:12, tournament:slug …"
        )
        parser.add_argument("--all", action="store_true", help="take no page to be as it was")

    def handle(self, *args: Any, **options: Any) -> None:
        for event in options["only"]:
            if not _EVENT.fullmatch(event):
                message = f"“{event}” is no event, such as session:12 or tournament:spring-cup."
                raise CommandError(message, returncode=WRONG_CALL)
        try:
            done = export_site(
                folder=options["folder"],
                address=options["address"],
                only=[each.replace(":", "/", 1) for each in options["only"]],
                everything=options["all"],
            )
        except Refused as refusal:
            problems = [{"line": 0, "message": text} for text in translate_refusal(refusal)]
            self.stdout.write(json.dumps({"folder": str(options["folder"]), "problems": problems}))
            raise CommandError("Nothing was written.", returncode=REFUSED) from refusal
        answer = {
            "folder": str(done.folder),
            "files": done.files,
            "bytes": done.size,
            "written": done.written,
            "removed": done.removed,
            "unchanged": done.unchanged,
            "rendered": done.rendered,
            "sessions": done.of("session"),
            "tournaments": done.of("tournament"),
            "series": done.of("series"),
            "problems": [],
        }
        self.stdout.write(json.dumps(answer))
