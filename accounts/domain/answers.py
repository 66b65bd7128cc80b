"""The answer to a form that was sent, and what is stored for the key that it was sent with."""

import hashlib
from dataclasses import dataclass
from typing import Final

_DIGEST: Final = b"digest"


@dataclass(frozen=True, slots=True)
class StoredMessage:
    """A message on the next page: its level, its text, its tags, and whether it is HTML."""

    level: int
    text: str
    tags: str
    is_html: bool


@dataclass(frozen=True, slots=True)
class Answer:
    """What a browser was answered: a redirection to ``location``, or else a page."""

    status: int
    location: str = ""
    page: str = ""
    messages: tuple[StoredMessage, ...] = ()


def digest(key: str) -> str:
    """What is stored for a key."""
    return hashlib.sha256(_DIGEST + key.encode()).hexdigest()
