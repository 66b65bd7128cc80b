"""How far a session is: what is entered, what is being played, and what is missing.

A result is *missing* when its round is over, because its section has a result of a later one, and
its board has been seen since: with a result of this round or a later one, or with all its others.
So a slip that got lost is found when its boards come in from the next table; and while travellers
are typed board by board, those not yet begun are not missing. Boards of a round that was drawn go
on to nobody, and all its results are missing when the next one has begun. In a finished session all
that is not in is missing.
"""

from collections.abc import Iterable
from enum import StrEnum


class State(StrEnum):
    """The state of a table in a round, or of a section, by the results entered."""

    NOTHING = "nothing"
    PLAYING = "playing"
    COMPLETE = "complete"
    MISSING = "missing"


def state_of(entered: int, expected: int, *, missing: int) -> State:
    """The state of a place with so many of its lines entered, and so many missing.

    >>> state_of(2, 3, missing=1)
    <State.MISSING: 'missing'>
    """
    if missing:
        return State.MISSING
    if entered == expected:
        return State.COMPLETE
    return State.PLAYING if entered else State.NOTHING


def latest_round(entered: Iterable[tuple[int | None, int]]) -> int:
    """The highest round with a result, from rounds and their numbers of results; 0 for none.

    Lines of a file have no round.
    """
    return max((number for number, count in entered if number and count), default=0)
