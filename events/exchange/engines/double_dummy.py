"""Double dummy by the solver in endplay's wheel (DDS by Bo Haglund), in its own process.

Three kinds of tasks: the table of a deal, the tricks after each card that may be played, and what
each card of a play cost. The library ends the process that calls it when something is wrong: it is
never loaded into this one. A task on which it crashes is left without an answer, and the next one
is solved by a new process. For a card that is not held, and for a revoke, it gives numbers without
an error: only plays that were checked are given to it. endplay may be missing, where there is no
wheel for the Python or the machine.
"""

import importlib.util
import json
import subprocess
import sys
from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final, Generic, TypeVar

from events.sessions.cardplay.domain.costs import Costs
from events.sessions.cardplay.domain.tricks import Tricks, follow, leader_of
from events.sessions.core.domain.contract import Card, Seat, Strain, read_card
from events.sessions.hands.domain import SEATS, SUITS, Deal, Makeable, makeable_of

TIME_LIMIT: Final = 60
"""Seconds for one task; most take a fifth of one or less, the hardest a few."""

_LIBRARIES: Final = ("libdds.so", "libdds.dylib", "dds.dll", "libdds.dll")
_WORKER: Final = Path(__file__).with_name("dds_worker.py")
_STRAINS: Final = (Strain.SPADES, Strain.HEARTS, Strain.DIAMONDS, Strain.CLUBS, Strain.NO_TRUMP)

Answer = TypeVar("Answer", covariant=True)


class Task(ABC, Generic[Answer]):
    """What the solver is asked."""

    @abstractmethod
    def question(self) -> list[Any]:
        """The task as the worker takes it."""

    @abstractmethod
    def answer(self, value: Any) -> Answer:
        """What the worker's answer means."""


@dataclass(frozen=True, slots=True)
class Table(Task[Makeable]):
    """The tricks of every declarer and strain."""

    deal: Deal

    def question(self) -> list[Any]:
        return ["table", str(self.deal)]

    def answer(self, value: Any) -> Makeable:
        return makeable_of(
            {
                (seat, strain): value[row][column]
                for row, strain in enumerate(_STRAINS)
                for column, seat in enumerate(Seat)
            }
        )


@dataclass(frozen=True, slots=True)
class Cards(Task[Mapping[Card, int]]):
    """For each card that may be played after those that were, the declarer's tricks in all."""

    deal: Deal
    declarer: Seat
    strain: Strain
    played: tuple[Card, ...] = ()

    def question(self) -> list[Any]:
        gone = set(map(str, self.played))
        hands = (
            ".".join(
                "".join(rank for rank in ranks if suit + rank not in gone)
                for suit, ranks in zip(SUITS, self.deal.hand(seat).split("."), strict=True)
            )
            for seat in SEATS
        )
        tricks = follow(self.played, self.declarer, self.strain)
        begun = "".join(map(str, self.played[4 * len(tricks.winners) :]))
        leader = SEATS.index(self._leader(tricks))
        return ["leads", f"N:{' '.join(hands)}", _STRAINS.index(self.strain), leader, begun]

    def _leader(self, tricks: Tricks) -> Seat:
        return tricks.winners[-1] if tricks.winners else leader_of(self.declarer)

    def answer(self, value: Any) -> Mapping[Card, int]:
        tricks = follow(self.played, self.declarer, self.strain)
        leader, begun = SEATS.index(self._leader(tricks)), len(self.played) % 4
        left = 13 - len(tricks.winners)
        is_own = SEATS[(leader + begun) % 4].side is self.declarer.side
        return {
            read_card(card): tricks.won + (score if is_own else left - score)
            for card, score in value.items()
        }


@dataclass(frozen=True, slots=True)
class PlayCosts(Task[Costs]):
    """The declarer's tricks before the first card and after each, of a play without a revoke."""

    deal: Deal
    declarer: Seat
    strain: Strain
    cards: tuple[Card, ...]

    def question(self) -> list[Any]:
        leader = SEATS.index(leader_of(self.declarer))
        cards = "".join(map(str, self.cards))
        return ["costs", str(self.deal), _STRAINS.index(self.strain), leader, cards]

    def answer(self, value: Any) -> Costs:
        return tuple(value)


def library() -> Path | None:
    """The solver's library; ``None`` where endplay is not installed."""
    # Found, not imported: importing it would load the library, and NumPy with it.
    module_spec = importlib.util.find_spec("endplay")
    for folder in (module_spec.submodule_search_locations or ()) if module_spec else ():
        for name in _LIBRARIES:
            path = Path(folder) / "_dds" / name
            if path.is_file():
                return path
    return None


def is_available() -> bool:
    return library() is not None


def solve(tasks: Sequence[Task[Answer]], *, seconds: float = TIME_LIMIT) -> Iterator[Answer | None]:
    """The answers to the tasks, in their order; ``None`` where there is none."""
    path = library()
    left = list(tasks)
    while left and path:
        for answer in _solved(path, tuple(left), seconds * len(left)):
            task = left.pop(0)
            yield None if answer is None else task.answer(answer)
        if left:
            # The process ended on this one; the others get a new process.
            left.pop(0)
            yield None
    for _ in left:
        yield None


def _solved(path: Path, tasks: Sequence[Task[Any]], seconds: float) -> Iterator[Any]:
    command = [sys.executable, "-S", "-E", str(_WORKER), str(path)]
    lines = "".join(f"{json.dumps(task.question())}\n" for task in tasks)
    try:
        ended = subprocess.run(  # noqa: S603 - its own program
            command, input=lines, capture_output=True, text=True, timeout=seconds
        )
        output = ended.stdout
    except subprocess.TimeoutExpired as error:
        written = error.stdout or b""
        output = written.decode("ascii") if isinstance(written, bytes) else written
    for line in output.split("\n")[:-1]:
        yield json.loads(line)
