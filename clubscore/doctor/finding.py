"""What a check finds."""

from dataclasses import dataclass
from enum import StrEnum


class State(StrEnum):
    """How serious a finding is: ``NOTE`` is a recommendation to whoever runs the server,
    ``WRONG`` has to be fixed."""

    GOOD = "good"
    NOTE = "note"
    WRONG = "wrong"


@dataclass(frozen=True, slots=True)
class Finding:
    """A sentence about the installation, and one with what to do."""

    state: State
    text: str
    advice: str = ""


def good(text: str) -> Finding:
    return Finding(State.GOOD, text)


def note(text: str, advice: str = "") -> Finding:
    return Finding(State.NOTE, text, advice)


def wrong(text: str, advice: str) -> Finding:
    return Finding(State.WRONG, text, advice)
