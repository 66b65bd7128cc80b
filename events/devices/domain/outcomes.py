"""What comes of something that a phone sends, in one word: it is done, or why it is not."""

from enum import StrEnum
from typing import Final

from clubscore.text.problems import Problem, Refused, Sentence, sentence

DONE: Final = "done"


class Why(StrEnum):
    """The kinds of refusals."""

    FORGOTTEN = "forgotten"
    NOT_ALLOWED = "not allowed"
    GONE = "gone"
    CHANGED = "changed"
    CLOSED = "closed"
    IMPOSSIBLE = "impossible"
    TOO_MANY = "too many"

    @property
    def is_too_late(self) -> bool:
        """Whether somebody has to look at what was sent."""
        return self in (Why.GONE, Why.CLOSED)


class DeviceRefused(Refused):
    """What a phone sent is not done."""

    def __init__(self, why: Why, *messages: Problem | Sentence) -> None:
        self.why = why
        super().__init__(*messages)


TOO_MANY: Final = sentence("Too many at once. Wait a minute and try again.")
