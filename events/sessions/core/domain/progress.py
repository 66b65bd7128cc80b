"""How far a session is: what is entered, what is being played, and what is missing.

A result is *missing* when its round is over, because its section has a result of a later one, and
its board has been seen since: with a result of this round or a later one, or with all its others.
So a slip that got lost is found when its boards come in from the next table; and while travellers
are typed board by board, those not yet begun are not missing. Boards of a round that was drawn go
on to nobody, and all its results are missing when the next one has begun. In a finished session all
that is not in is missing.

Where an evening stands, and what its director does next.

An evening goes through four stages: it is prepared, played, checked and published. In each there
is one next task. Nobody is held to that order: the desk offers everything else beside it.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum
from typing import Final


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


class Stage(StrEnum):
    """The stages in their order."""

    PREPARE = "prepare"
    PLAY = "play"
    CHECK = "check"
    PUBLISH = "publish"


class Task(StrEnum):
    """What to do next."""

    ADD_SECTION = "add-section"
    NAMES = "names"
    PRINT = "print"
    ENTER = "enter"
    DRAW = "draw"
    SETTLE = "settle"
    MISSING = "missing"
    DOUBTS = "doubts"
    FINISH = "finish"
    PUBLISH = "publish"
    SHARE = "share"


STAGE_OF: Final = {
    Task.ADD_SECTION: Stage.PREPARE,
    Task.NAMES: Stage.PREPARE,
    Task.PRINT: Stage.PREPARE,
    Task.ENTER: Stage.PLAY,
    Task.DRAW: Stage.PLAY,
    Task.MISSING: Stage.CHECK,
    Task.SETTLE: Stage.CHECK,
    Task.DOUBTS: Stage.CHECK,
    Task.FINISH: Stage.CHECK,
    Task.PUBLISH: Stage.PUBLISH,
    Task.SHARE: Stage.PUBLISH,
}


@dataclass(frozen=True, slots=True)
class Evening:
    """What decides the stage of a session: its numbers of results, of contestants without names and
    of teams without players, of results that the two sides do not agree on, its open doubts, its
    state, whether its day is over or still to come,
    and of a Swiss event the round to draw, while not all that were planned are drawn.
    """

    entered: int
    expected: int
    unnamed: int = 0
    without_players: int = 0
    objected: int = 0
    doubts: int = 0
    is_finished: bool = False
    is_published: bool = False
    is_past: bool = False
    is_coming: bool = False
    to_draw: int | None = None


def next_task(evening: Evening) -> Task:
    """The one thing to do next.

    >>> next_task(Evening(entered=3, expected=6))
    <Task.ENTER: 'enter'>
    """
    if evening.is_finished:
        return _after_play(evening)
    if not evening.expected:
        return Task.ADD_SECTION
    if not evening.entered and evening.unnamed:
        return Task.NAMES
    if not evening.entered and evening.is_coming:
        return Task.PRINT
    if evening.entered < evening.expected:
        return Task.ENTER
    if evening.to_draw:
        return Task.DRAW
    if evening.objected:
        return Task.SETTLE
    return Task.DOUBTS if evening.doubts else Task.FINISH


def _after_play(evening: Evening) -> Task:
    if evening.is_published:
        return Task.SHARE
    if evening.entered < evening.expected:
        return Task.MISSING
    return Task.DOUBTS if evening.doubts else Task.PUBLISH


def can_finish(evening: Evening) -> bool:
    """Whether the end of play can be offered: something is in. What is not in is said before."""
    return bool(evening.entered) and not evening.is_finished


def is_near_end(evening: Evening) -> bool:
    """Whether the end of play is likely what is wanted next: three quarters of the results are in,
    or the day is over. Not while a round is to be drawn.
    """
    if evening.to_draw:
        return False
    return evening.is_past or 4 * evening.entered >= 3 * evening.expected
