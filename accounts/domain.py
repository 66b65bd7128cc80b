"""The answer to a form that was sent, and what is stored for the key that it was sent with.

How long a login waits after wrong passwords: a few are free, then each doubles the wait.

Three counts run beside each other. A count *here* is of one account from one place; a place is a
device that knew the account's password before, else an address of the network. A count *of the
place* is of all accounts from one address: it stops anybody who tries one password on many names. A
count *of the account* is of all places: it stops whoever tries from many. A known device has only
its own count, so that no stranger locks a director out of his laptop.
"""

import hashlib
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

from clubscore.text.moments import is_lately

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


FREE_HERE: Final = 5
"""How many wrong passwords are free for one account from one place."""

FREE_OF_PLACE: Final = 20
"""How many are free from one address, for all accounts: a whole club may share it."""

FREE_OF_ACCOUNT: Final = 50
"""How many are free for one account, from anywhere."""

FIRST_WAIT: Final = timedelta(minutes=1)

MAX_WAIT: Final = timedelta(minutes=15)

FORGOTTEN_AFTER: Final = timedelta(hours=12)
"""After this time without a wrong password, the count starts again."""


def wait_after(failures: int, *, free: int) -> timedelta:
    """How long nobody may try again after this many failures, of which ``free`` are free."""
    if failures < free:
        return timedelta()
    # Limited, for the count itself has no limit.
    factor: int = 2 ** min(failures - free, 10)
    return min(MAX_WAIT, FIRST_WAIT * factor)


def open_again(failures: int, *, free: int, last: datetime) -> datetime:
    """When the next try is allowed; a moment that has passed when it is allowed now."""
    return last + wait_after(failures, free=free)


def is_forgotten(*, last: datetime, now: datetime) -> bool:
    """Whether the count starts again: also one of a clock that has been put back since."""
    return not is_lately(last, FORGOTTEN_AFTER, now=now)
