"""How long the rounds of a session take, and what happens between two of them, for everybody to
hear: who moves by how many tables, where the boards go, a skip, an arrow switch. Where no one
sentence is true of all, none is made.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import timedelta


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


def seconds_a_board(table: Timetable, span: timedelta) -> int:
    """How long a board may take so that all rounds fit into a span; at least a minute."""
    fixed = table.extra + table.move * max(0, table.rounds - 1)
    boards = max(1, table.rounds * table.boards)
    return max(60, int((span.total_seconds() - fixed) // boards))


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
    ns, ew = _places(now, lambda seating: seating.ns), _places(now, lambda seating: seating.ew)
    next_ns, next_ew = (
        _places(then, lambda seating: seating.ns),
        _places(then, lambda seating: seating.ew),
    )
    is_switch = bool(ns.keys() & next_ew.keys()) and not (ns.keys() & next_ns.keys())
    if is_switch:
        next_ns, next_ew = next_ew, next_ns
    boards = _places(now, lambda seating: seating.boards[:1])
    next_boards = _places(then, lambda seating: seating.boards[:1])
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
    steps = {(then[place] - table) % tables for place, table in now.items() if place in then}
    if len(steps) != 1:
        return None
    step = steps.pop()
    return step if step <= tables // 2 else step - tables
