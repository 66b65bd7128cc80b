"""Where a tournament stands, and what its director does next.

A tournament goes through four stages: its players are entered, registered, play their rounds, and
the result is published. In each there is one next task; everything else is offered beside it.
"""

from dataclasses import dataclass
from enum import StrEnum
from typing import Final


class Stage(StrEnum):
    """The stages in their order."""

    PLAYERS = "players"
    REGISTRATION = "registration"
    ROUND = "round"
    PUBLISH = "publish"


class Task(StrEnum):
    """What to do next."""

    ROUNDS = "rounds"
    PLAYERS = "players"
    REGISTER = "register"
    CLOSE = "close"
    PAIR = "pair"
    ENTER = "enter"
    PLAY_OFF = "play_off"
    FINISH = "finish"
    PUBLISH = "publish"
    SHARE = "share"


STAGE_OF: Final = {
    Task.ROUNDS: Stage.PLAYERS,
    Task.PLAYERS: Stage.PLAYERS,
    Task.REGISTER: Stage.REGISTRATION,
    Task.CLOSE: Stage.REGISTRATION,
    Task.PAIR: Stage.ROUND,
    Task.ENTER: Stage.ROUND,
    Task.PLAY_OFF: Stage.ROUND,
    Task.FINISH: Stage.PUBLISH,
    Task.PUBLISH: Stage.PUBLISH,
    Task.SHARE: Stage.PUBLISH,
}
MIN_PLAYERS = 2


@dataclass(frozen=True, slots=True)
class Course:
    """What decides the stage of a tournament: its entries and how many of these are not
    registered, its rounds, how many of them are paired and have every result, the first one in
    which it is open who goes on (0 where there is none), its state, and whether its last day is
    over.
    """

    entries: int
    unregistered: int
    rounds: int
    paired: int = 0
    complete: int = 0
    play_off: int = 0
    is_closed: bool = False
    is_finished: bool = False
    is_published: bool = False
    is_past: bool = False


def next_task(course: Course) -> Task:
    """The one thing to do next. Results are entered, and who goes on in a knock-out is said, before
    the next round is paired.

    >>> next_task(Course(entries=8, unregistered=0, rounds=5, paired=1))
    <Task.ENTER: 'enter'>
    """
    if course.is_finished:
        return Task.SHARE if course.is_published else Task.PUBLISH
    if not course.rounds:
        return Task.ROUNDS
    if not course.paired:
        return _before_the_first_round(course)
    if course.complete < course.paired:
        return Task.ENTER
    if course.play_off:
        return Task.PLAY_OFF
    return Task.PAIR if course.paired < course.rounds else Task.FINISH


def _before_the_first_round(course: Course) -> Task:
    if course.entries < MIN_PLAYERS:
        return Task.PLAYERS
    if course.is_closed:
        return Task.PAIR
    return Task.REGISTER if course.unregistered else Task.CLOSE


def can_finish(course: Course) -> bool:
    """Whether it makes sense to offer the end: everything is played; or something is, and three
    quarters of the rounds have every result, or the last day is over.
    """
    if course.is_finished or not course.paired:
        return False
    return course.is_past or 4 * course.complete >= 3 * course.rounds
