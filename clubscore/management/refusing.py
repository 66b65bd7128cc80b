"""Commands that end with the sentences of a refusal."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

from django.core.management.base import CommandError

from clubscore.problems import Refused
from clubscore.sentences import translate_refusal

REFUSED: Final = 1
"""The exit status when the input is refused."""


@contextmanager
def refusal_ends() -> Iterator[None]:
    """End the command with exit status 1 and the sentences of what is refused in the block."""
    try:
        yield
    except Refused as refusal:
        message = " ".join(translate_refusal(refusal))
        raise CommandError(message, returncode=REFUSED) from refusal
