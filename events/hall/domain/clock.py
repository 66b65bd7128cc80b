"""The round clock of a tournament: what every key of the arbiter does to it.

It counts up from the start of a round, or down to its end where a length is set; it closes nothing.
Who is not there after the default time has lost (Laws of Chess 6.7).
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from enum import StrEnum
from typing import Any, Final

MINUTE: Final = timedelta(minutes=1)


class Phase(StrEnum):
    """``BREAK`` follows the round whose number the clock has."""

    BEFORE = "before"
    PLAY = "play"
    BREAK = "break"
    END = "end"


@dataclass(frozen=True, slots=True)
class Clock:
    """What it shows; ``paused`` are the seconds left, or run where it counts up. ``length`` is
    that of a round, none where it counts up."""

    round: int = 0
    phase: Phase = Phase.BEFORE
    starts: datetime | None = None
    ends: datetime | None = None
    paused: int | None = None
    message: str = ""
    length: timedelta | None = None


def go_on(clock: Clock, rounds: int, now: datetime) -> Clock:
    """Start, or the next phase: after play the break, after the last round the end."""
    if clock.phase is Phase.PLAY:
        phase = Phase.END if clock.round >= rounds else Phase.BREAK
        return replace(clock, phase=phase, starts=None, ends=None, paused=None)
    return clock if clock.phase is Phase.END else _play(clock, clock.round + 1, now)


def start(clock: Clock, rounds: int, now: datetime) -> Clock:
    """Start a round; one that is played begins again."""
    if clock.phase is Phase.PLAY:
        return _play(clock, clock.round, now)
    return go_on(clock, rounds, now)


def go_back(clock: Clock, rounds: int, now: datetime) -> Clock:
    """The phase before: back in play there is one minute, or the count begins again."""
    match clock.phase:
        case Phase.BREAK | Phase.END:
            back = _play(clock, clock.round, now)
            return replace(back, ends=now + MINUTE) if back.ends else back
        case Phase.PLAY if clock.round > 1:
            stopped = replace(clock, starts=None, ends=None, paused=None)
            return replace(stopped, round=clock.round - 1, phase=Phase.BREAK)
        case Phase.PLAY:
            return Clock(message=clock.message, length=clock.length)
    return clock


def pause(clock: Clock, rounds: int, now: datetime) -> Clock:
    """Stop what runs, and run what stands."""
    if clock.phase is not Phase.PLAY or clock.starts is None:
        return clock
    if clock.paused is not None:
        span = timedelta(seconds=clock.paused)
        if clock.length is None:
            return replace(clock, starts=now - span, paused=None)
        return replace(clock, ends=now + span, paused=None)
    left = (clock.ends - now) if clock.ends else (now - clock.starts)
    return replace(clock, ends=None, paused=max(0, round(left.total_seconds())))


def add(clock: Clock, step: timedelta, now: datetime) -> Clock:
    """More or less time, where it counts down."""
    if clock.paused is not None and clock.length is not None:
        return replace(clock, paused=max(0, clock.paused + round(step.total_seconds())))
    if clock.ends is None:
        return clock
    return replace(clock, ends=max(now, max(now, clock.ends) + step))


def stopped_by(clock: Clock, published: int) -> Clock:
    """The clock once round ``published`` is: one that still counts for an earlier round stands, for
    nobody of the new round is late by it."""
    is_old = clock.round < published - 1 or (
        clock.round == published - 1 and clock.phase is Phase.PLAY
    )
    if not is_old:
        return clock
    return replace(
        clock, round=published - 1, phase=Phase.BREAK, starts=None, ends=None, paused=None
    )


def _play(clock: Clock, number: int, now: datetime) -> Clock:
    ends = now + clock.length if clock.length else None
    return replace(clock, round=number, phase=Phase.PLAY, starts=now, ends=ends, paused=None)


KEYS: Final[Mapping[str, Callable[[Clock, int, datetime], Clock]]] = {
    "start": start,
    "next": go_on,
    "back": go_back,
    "pause": pause,
    "plus": lambda clock, rounds, now: add(clock, MINUTE, now),
    "minus": lambda clock, rounds, now: add(clock, -MINUTE, now),
}
"""What each key does."""


def as_values(clock: Clock) -> dict[str, Any]:
    """The clock as plain values, as it is kept for an undo."""
    return {
        "round": clock.round,
        "phase": str(clock.phase),
        "starts": clock.starts.isoformat() if clock.starts else None,
        "ends": clock.ends.isoformat() if clock.ends else None,
        "paused": clock.paused,
        "message": clock.message,
    }


def of_values(values: Mapping[str, Any], length: timedelta | None) -> Clock:
    """The clock of such values."""
    starts, ends = values["starts"], values["ends"]
    return Clock(
        round=values["round"],
        phase=Phase(values["phase"]),
        starts=datetime.fromisoformat(starts) if starts else None,
        ends=datetime.fromisoformat(ends) if ends else None,
        paused=values["paused"],
        message=values["message"],
        length=length,
    )
