"""The clock of a hall: rounds, moves and breaks, and what every key of the director does to it.

The server holds the round, the phase and the moment it ends; whoever shows the clock counts down by
itself. Play is stopped by the director alone (Law 8B1): when its time is up, the clock counts over.
A move ends by itself, and the next round begins.

What happens between two rounds, for everybody to hear: who moves by how many tables, where the
boards go, a skip, an arrow switch. Where no one sentence is true of all, none is made.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from enum import StrEnum
from typing import Final

MINUTE: Final = timedelta(minutes=1)

BREAK: Final = timedelta(minutes=10)


class Phase(StrEnum):
    """``MOVE`` and ``BREAK`` follow the round whose number the clock has."""

    BEFORE = "before"
    PLAY = "play"
    MOVE = "move"
    BREAK = "break"
    END = "end"


@dataclass(frozen=True, slots=True)
class Timetable:
    """How long everything takes, in seconds, for ``rounds`` rounds of ``boards`` boards; the first
    round has ``extra`` more."""

    rounds: int
    boards: int
    a_board: int
    move: int
    extra: int

    def play(self, number: int) -> timedelta:
        """The time of a round."""
        extra = self.extra if number == 1 else 0
        return timedelta(seconds=self.boards * self.a_board + extra)

    @property
    def pause(self) -> timedelta:
        """The time of a move."""
        return timedelta(seconds=self.move)


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


def seconds_a_board(table: Timetable, span: timedelta) -> int:
    """How long a board may take so that all rounds fit into a span; at least a minute."""
    fixed = table.extra + table.move * max(0, table.rounds - 1)
    boards = max(1, table.rounds * table.boards)
    return max(60, int((span.total_seconds() - fixed) // boards))


def _play(clock: Clock, number: int, table: Timetable, start: datetime) -> Clock:
    return _until(replace(clock, round=number), Phase.PLAY, start + table.play(number))


def _until(clock: Clock, phase: Phase, ends: datetime) -> Clock:
    return replace(clock, phase=phase, ends_at=ends, paused_left=None)


Contestants = tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Seating:
    """Who plays which boards at a table in a round."""

    table: int
    ns: Contestants
    ew: Contestants
    boards: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Move:
    """The number of tables by which each side and the boards go on, 0 for staying; ``None``
    where it is not the same for all. ``is_switch``: everybody changes direction. ``is_skip``: a
    side goes on by another number of tables than after the round before."""

    ns: int | None
    ew: int | None
    boards: int | None
    is_switch: bool = False
    is_skip: bool = False


def move_after(rounds: Mapping[int, Sequence[Seating]], number: int) -> Move | None:
    """The move after a round; ``None`` after the last."""
    if not rounds.get(number) or not rounds.get(number + 1):
        return None
    move = _move(rounds[number], rounds[number + 1])
    before = _move(rounds[number - 1], rounds[number]) if rounds.get(number - 1) else None
    is_skip = before is not None and any(
        now is not None and then is not None and now != then
        for then, now in ((before.ns, move.ns), (before.ew, move.ew))
    )
    return Move(move.ns, move.ew, move.boards, move.is_switch, is_skip and not move.is_switch)


def _move(now: Sequence[Seating], then: Sequence[Seating]) -> Move:
    tables = max(seating.table for seating in (*now, *then))
    ns, ew = _places(now, lambda each: each.ns), _places(now, lambda each: each.ew)
    next_ns, next_ew = _places(then, lambda each: each.ns), _places(then, lambda each: each.ew)
    is_switch = bool(ns.keys() & next_ew.keys()) and not (ns.keys() & next_ns.keys())
    if is_switch:
        next_ns, next_ew = next_ew, next_ns
    boards = _places(now, lambda each: each.boards[:1])
    next_boards = _places(then, lambda each: each.boards[:1])
    return Move(
        _step(ns, next_ns, tables, beside=next_ew),
        _step(ew, next_ew, tables, beside=next_ns),
        _step(boards, next_boards, tables),
        is_switch,
    )


def _places(
    seatings: Iterable[Seating], whom: Callable[[Seating], Contestants]
) -> dict[Contestants, int]:
    return {whom(seating): seating.table for seating in seatings if whom(seating)}


def _step(
    now: Mapping[Contestants, int],
    then: Mapping[Contestants, int],
    tables: int,
    beside: Mapping[Contestants, int] | None = None,
) -> int | None:
    """The one number of tables by which all go on, down as a negative number; ``None`` also where
    somebody comes to the side ``beside``."""
    if beside and now.keys() & beside.keys():
        return None
    steps = {(then[each] - table) % tables for each, table in now.items() if each in then}
    if len(steps) != 1:
        return None
    step = steps.pop()
    return step if step <= tables // 2 else step - tables
