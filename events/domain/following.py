"""How far an evening is: what is in, what is being played, and what should have been in by now.

A round is *over* as soon as its section has a result of a later one, or the session is finished:
in a movement everybody goes on to the next round together.
"""

from collections.abc import Iterable
from enum import StrEnum


class State(StrEnum):
    """How a table stands in a round, or a section, by what has come in of it."""

    NOTHING = "nothing"
    PLAYING = "playing"
    COMPLETE = "complete"
    MISSING = "missing"


def state_of(entered: int, expected: int, *, is_over: bool) -> State:
    """The state of a place with so many of its lines entered.

    >>> state_of(2, 3, is_over=True)
    <State.MISSING: 'missing'>
    """
    if entered == expected:
        return State.COMPLETE
    if is_over:
        return State.MISSING
    return State.PLAYING if entered else State.NOTHING


def latest_round(entered: Iterable[tuple[int | None, int]]) -> int:
    """The highest round of which anything is in, from rounds and what is in of them; 0 for none.

    Lines of a file have no round.
    """
    return max((number for number, count in entered if number and count), default=0)


def is_over(round_number: int | None, latest: int, *, is_finished: bool) -> bool:
    """Whether a round is over, in a section whose latest one with a result is ``latest``."""
    return is_finished or (round_number is not None and round_number < latest)
