"""The answer to a form that was sent, closed so that only the form's key opens it again."""

import hashlib
import json
from dataclasses import asdict, dataclass
from typing import Final

_DIGEST: Final = b"digest"
_PAD: Final = b"pad"


@dataclass(frozen=True, slots=True)
class Told:
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
    messages: tuple[Told, ...] = ()


def digest(key: str) -> str:
    """What is stored for a key."""
    return hashlib.sha256(_DIGEST + key.encode()).hexdigest()


def close(answer: Answer, key: str) -> bytes:
    """An answer that can be read with the key alone; with one key, one answer at most."""
    return _padded(json.dumps(asdict(answer)).encode(), key)


def open_again(closed: bytes, key: str) -> Answer:
    """The answer that was closed with the key."""
    values = json.loads(_padded(closed, key))
    values["messages"] = tuple(Told(**each) for each in values["messages"])
    return Answer(**values)


def _padded(data: bytes, key: str) -> bytes:
    """The bytes with as many of a hash of the key, which is never used a second time."""
    pad = hashlib.shake_256(_PAD + key.encode()).digest(len(data))
    return bytes(one ^ other for one, other in zip(data, pad, strict=True))
