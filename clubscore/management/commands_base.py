"""Commands that end with the sentences of a refusal.

Commands that print in the language of the terminal.
"""

import os
import re
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any, Final

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError
from django.utils import translation

from clubscore.text.problems import Refused
from clubscore.text.sentences import refusal_text

REFUSED: Final = 1
"""The exit status when the input is refused."""


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
