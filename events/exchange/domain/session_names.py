"""The names in a file of results: which of them can be entered, and why the others cannot.

A seat has one name, and nobody has two seats in a session. A pair has two seats; a third name,
such as a substitute's, has none.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from enum import Enum

from clubscore.problems import Refused
from events.exchange.domain.match_plan import Key
from events.exchange.domain.session_plan import PlannedContestant
from players.domain.names import Name, read_name

SEATS = 2


class Fate(Enum):
    """What becomes of a name."""

    ENTERED = "entered"
    UNREADABLE = "unreadable"
    REPEATED = "repeated"
    THIRD = "third"


@dataclass(frozen=True, slots=True)
class FileName:
    """A name of the file: the contestant, the place in it from 0, and the name if it is one."""

    key: Key
    place: int
    text: str
    fate: Fate
    name: Name | None = None


def names_of(contestants: Iterable[PlannedContestant]) -> Iterator[FileName]:
    """Every name of a file in its order; empty ones are left out."""
    taken: set[str] = set()
    for contestant in contestants:
        for place, text in enumerate(contestant.players):
            if text.strip():
                yield _read(contestant.key, place, text, taken)


def _read(key: Key, place: int, text: str, taken: set[str]) -> FileName:
    if place >= SEATS:
        return FileName(key, place, text, Fate.THIRD)
    try:
        name = read_name(text)
    except Refused:
        return FileName(key, place, text, Fate.UNREADABLE)
    if name.key in taken:
        return FileName(key, place, text, Fate.REPEATED)
    taken.add(name.key)
    return FileName(key, place, text, Fate.ENTERED, name)
