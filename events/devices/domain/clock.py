"""The clock of a hall: rounds, moves and breaks, and what every key of the director does to it.

The server holds the round, the phase and the moment it ends; whoever shows the clock counts down by
itself. Play is stopped by the director alone (Law 8B1): when its time is up, the clock counts over.
A move ends by itself, and the next round begins. How long everything takes the game says.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from enum import StrEnum
from typing import Any, Final, Protocol

MINUTE: Final = timedelta(minutes=1)

BREAK: Final = timedelta(minutes=10)


class Phase(StrEnum):
    """``MOVE`` and ``BREAK`` follow the round whose number the clock has."""

    BEFORE = "before"
    PLAY = "play"
    MOVE = "move"
    BREAK = "break"
    END = "end"


class Timetable(Protocol):
    """How many rounds there are, and how long everything takes."""

    @property
    def rounds(self) -> int: ...

    @property
    def pause(self) -> timedelta:
        """The time of a move."""

    def play(self, number: int) -> timedelta:
        """The time of a round."""


@dataclass(frozen=True, slots=True)
class Clock:
    """What the clock shows: it runs until ``ends_at``, or stands with ``paused_left`` seconds."""

    round: int = 0
    phase: Phase = Phase.BEFORE
    ends_at: datetime | None = None
    paused_left: int | None = None
    message: str = ""

    @property
    def is_paused(self) -> bool:
        return self.paused_left is not None


def as_of(clock: Clock, table: Timetable, now: datetime) -> Clock:
    """The clock at a moment: a move whose time is over has become the next round."""
    if clock.phase is Phase.MOVE and clock.ends_at and clock.ends_at <= now:
        return _play(clock, clock.round + 1, table, clock.ends_at)
    return clock


def go_on(clock: Clock, table: Timetable, now: datetime) -> Clock:
    """Start, or the next phase: after play the move, after the last round the end."""
    match clock.phase:
        case Phase.BEFORE:
            return _play(clock, 1, table, now)
        case Phase.PLAY if clock.round >= table.rounds:
            return replace(clock, phase=Phase.END, ends_at=None, paused_left=None)
        case Phase.PLAY:
            return _until(clock, Phase.MOVE, now + table.pause)
        case Phase.MOVE | Phase.BREAK:
            return _play(clock, clock.round + 1, table, now)
    return clock


def go_back(clock: Clock, table: Timetable, now: datetime) -> Clock:
    """The phase before: back in play there is one minute, which the director changes."""
    match clock.phase:
        case Phase.MOVE | Phase.BREAK | Phase.END:
            return _until(clock, Phase.PLAY, now + MINUTE)
        case Phase.PLAY if clock.round > 1:
            return _until(replace(clock, round=clock.round - 1), Phase.MOVE, now + table.pause)
        case Phase.PLAY:
            return Clock(message=clock.message)
    return clock


def pause(clock: Clock, now: datetime) -> Clock:
    """Stop what runs, and run what stands; a clock without an end stays as it is."""
    if clock.paused_left is not None:
        ends = now + timedelta(seconds=clock.paused_left)
        return replace(clock, ends_at=ends, paused_left=None)
    if clock.ends_at is None:
        return clock
    left = max(0, round((clock.ends_at - now).total_seconds()))
    return replace(clock, ends_at=None, paused_left=left)


def add(clock: Clock, minutes: int, now: datetime) -> Clock:
    """More or less time. Time that was over begins again from now."""
    step = timedelta(minutes=minutes)
    if clock.paused_left is not None:
        return replace(clock, paused_left=max(0, clock.paused_left + 60 * minutes))
    if clock.ends_at is None:
        return clock
    return replace(clock, ends_at=max(now, max(now, clock.ends_at) + step))


def take_break(clock: Clock, table: Timetable, now: datetime) -> Clock:
    """A break after the round that is played; in it nothing changes."""
    if clock.phase not in (Phase.PLAY, Phase.MOVE) or clock.round >= table.rounds:
        return clock
    return _until(clock, Phase.BREAK, now + BREAK)


def finish_at(clock: Clock, table: Timetable, now: datetime) -> datetime | None:
    """When the last round ends if all goes on like this; ``None`` when it is over."""
    if clock.phase is Phase.END:
        return None
    left = clock.ends_at or now + timedelta(seconds=clock.paused_left or 0)
    rest = [table.play(number) for number in range(clock.round + 1, table.rounds + 1)]
    moves = table.pause * len(rest)
    if clock.phase in (Phase.MOVE, Phase.BREAK, Phase.BEFORE) and rest:
        moves -= table.pause
    return max(now, left) + sum(rest, timedelta()) + moves


def _play(clock: Clock, number: int, table: Timetable, start: datetime) -> Clock:
    return _until(replace(clock, round=number), Phase.PLAY, start + table.play(number))


def _until(clock: Clock, phase: Phase, ends: datetime) -> Clock:
    return replace(clock, phase=phase, ends_at=ends, paused_left=None)


Change = Callable[[Clock, Timetable, datetime], Clock]

KEYS: Final[Mapping[str, Change]] = {
    "next": go_on,
    "back": go_back,
    "pause": lambda clock, table, now: pause(clock, now),
    "plus": lambda clock, table, now: add(clock, 1, now),
    "minus": lambda clock, table, now: add(clock, -1, now),
    "break": take_break,
}
"""What each key does."""


def as_values(clock: Clock) -> dict[str, Any]:
    """The clock as plain values, as it is kept for an undo."""
    return {
        "round": clock.round,
        "phase": str(clock.phase),
        "ends_at": clock.ends_at.isoformat() if clock.ends_at else None,
        "paused_left": clock.paused_left,
        "message": clock.message,
    }


def of_values(values: Mapping[str, Any]) -> Clock:
    """The clock of such values."""
    ends = values["ends_at"]
    return Clock(
        values["round"],
        Phase(values["phase"]),
        datetime.fromisoformat(ends) if ends else None,
        values["paused_left"],
        values["message"],
    )
