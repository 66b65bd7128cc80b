"""What a check finds."""

from dataclasses import dataclass
from enum import StrEnum


class State(StrEnum):
    """How it is: ``NOTE`` is for whoever keeps the server to think about, ``WRONG`` has to be
    mended."""

    GOOD = "good"
    NOTE = "note"
    WRONG = "wrong"


@dataclass(frozen=True, slots=True)
class Finding:
    """A sentence about the installation, and one that says what to do."""

    state: State
    text: str
    advice: str = ""


def good(text: str) -> Finding:
    return Finding(State.GOOD, text)


def note(text: str, advice: str = "") -> Finding:
    return Finding(State.NOTE, text, advice)


def wrong(text: str, advice: str) -> Finding:
    return Finding(State.WRONG, text, advice)
