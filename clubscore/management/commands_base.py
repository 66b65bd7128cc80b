"""Commands that end with the sentences of a refusal.

Commands that read several files, each on its own.

Commands that print in the language of the terminal.
"""

import json
import os
import re
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any, Final

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils import translation

from clubscore.text.problems import Problem, Refused
from clubscore.text.sentences import refusal_text, translate

REFUSED: Final = 1
"""The exit status when the input is refused."""
WRONG_CALL: Final = 2
"""The exit status when the command was called wrongly."""


@contextmanager
def refusal_ends() -> Iterator[None]:
    """End the command with exit status 1 and the sentences of what is refused in the block."""
    try:
        yield
    except Refused as refusal:
        message = refusal_text(refusal)
        raise CommandError(message, returncode=REFUSED) from refusal


_NAMES: Final = ("LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG")
"""The variables for a terminal's language; the first that is set counts, as for gettext."""


def language_of(environment: Mapping[str, str]) -> str:
    """The language that an environment asks for, of those there are; else English."""
    wishes = next((environment[name] for name in _NAMES if environment.get(name)), "")
    offered = dict(settings.LANGUAGES)
    codes = (re.split(r"[._@-]", wish)[0].casefold() for wish in wishes.split(":"))
    return next((code for code in codes if code in offered), settings.LANGUAGE_CODE)


class TranslatedCommand(BaseCommand):
    """A command whose sentences are in the language of the terminal, with no word of Django's."""

    def execute(self, *args: Any, **options: Any) -> str | None:
        with translation.override(language_of(os.environ)):
            try:
                answer: str | None = super().execute(*args, **options)
            except CommandError as error:
                is_called = getattr(self, "_called_from_command_line", False)
                if not is_called or options.get("traceback"):
                    raise
                self.stderr.write(str(error))
                sys.exit(error.returncode)
            return answer


@dataclass(frozen=True, slots=True)
class Outcome:
    """What is said of a file: as JSON, and in lines of text for the output and for errors; of a
    problem with its place behind the name of the file."""

    is_refused: bool
    data: dict[str, Any]
    lines: Sequence[str | Problem] = ()
    errors: Sequence[str | Problem] = ()


class FilesCommand(BaseCommand):
    """A command that takes each ``FILE`` on its own, and says what came of it; exit status 1 when
    one is refused."""

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("files", nargs="+", metavar="FILE")
        parser.add_argument("--dry-run", action="store_true", help="read only, store nothing")
        parser.add_argument("--json", action="store_true", help="print a line of JSON a file")

    def handle(self, *args: Any, **options: Any) -> None:
        refused = 0
        for file in options["files"]:
            try:
                outcome = self.take(file, options)
            except Refused as refusal:
                outcome = self.refused(refusal)
            refused += outcome.is_refused
            if options["json"]:
                self.stdout.write(json.dumps({"file": file, **outcome.data}))
                continue
            for line in outcome.lines:
                self.stdout.write(_said(file, line))
            for line in outcome.errors:
                self.stderr.write(_said(file, line))
        if refused:
            message = f"{refused} of {len(options['files'])} refused."
            raise CommandError(message, returncode=REFUSED)

    def take(self, file: str, options: dict[str, Any]) -> Outcome:
        """Read a file and store it, unless it is only checked. Raises :class:`Refused`."""
        raise NotImplementedError

    def refused(self, refusal: Refused) -> Outcome:
        """What is said of a file that is refused."""
        raise NotImplementedError


def _said(file: str, line: str | Problem) -> str:
    if isinstance(line, str):
        return f"{file}: {line}"
    place = ":".join(str(part) for part in (file, line.line, line.column) if part)
    return f"{place}: {translate(line)}"
