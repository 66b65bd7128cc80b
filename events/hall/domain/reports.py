"""What both sides of a game say about its result: states, and what may be done in each.

A report of one side is no result. The result is written when the other side agrees, and until the
next round is paired both together may change it; what the arbiter typed is final. Laws of Chess,
8.7: both sides sign. Sides are 1 (White, or the first) and 2.
"""

from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from clubscore.text.problems import sentence
from events.devices.domain.outcomes import DeviceRefused, Why

PENDING: Final = "**"

ADJOURNED: Final = "??"

OUTCOMES: Final = {"1": "10", "=": "==", "0": "01"}
"""What a phone says, and what of it is stored."""


class State(StrEnum):
    OPEN = "open"
    REPORTED = "reported"
    DISPUTED = "disputed"
    AGREED = "agreed"
    ARBITER = "arbiter"


class Do(StrEnum):
    """What is to be stored."""

    NOTHING = "nothing"
    KEEP = "keep"
    DISPUTE = "dispute"
    DROP = "drop"
    WRITE = "write"


@dataclass(frozen=True, slots=True)
class Report:
    """A side says what the result is, from White; the other side may have said no to it."""

    pk: int
    side: int
    result: str
    is_disputed: bool = False


@dataclass(frozen=True, slots=True)
class Reported:
    """A game as it is stored, with the reports of its version; ``is_users`` is whether its last
    change is a user's, ``is_over`` whether the next round has pairings."""

    version: int
    outcome: str
    is_users: bool
    is_over: bool
    reports: tuple[Report, ...] = ()

    @property
    def has_result(self) -> bool:
        return self.outcome not in (PENDING, ADJOURNED)

    @property
    def state(self) -> State:
        if self.has_result:
            return State.ARBITER if self.is_users else State.AGREED
        if len(self.reports) > 1 or any(report.is_disputed for report in self.reports):
            return State.DISPUTED
        return State.REPORTED if self.reports else State.OPEN

    @property
    def shown(self) -> tuple[Report, ...]:
        """What of the reports is shown: none beside the arbiter's word."""
        return () if self.state is State.ARBITER else self.reports

    def of(self, side: int) -> Report | None:
        """What a side says."""
        return next((report for report in self.reports if report.side == side), None)

    def may(self, side: int) -> tuple[str, ...]:
        """What a side may do now, by the names of the addresses."""
        if self.state is State.ARBITER or (self.has_result and self.is_over):
            return ()
        found = ["report"]
        if self.of(3 - side):
            found += ["agree", "dispute"]
        if self.of(side):
            found.append("take-back")
        return tuple(found)


@dataclass(frozen=True, slots=True)
class Step:
    """What comes of something that was said: a ``result`` to keep or to write, or a ``report``
    that is disputed, dropped or agreed to."""

    do: Do
    result: str = ""
    report: Report | None = None


NOTHING: Final = Step(Do.NOTHING)

BY_ARBITER: Final = sentence("The arbiter entered this result. Call the arbiter.")

CHANGED: Final = sentence("This game has changed by now. Look at it again.")

GONE: Final = sentence("This report is gone. Look at the game again.")

OVER: Final = sentence("The next round is paired: only the arbiter can change this result.")

OWN: Final = sentence("Your opponent has to agree, on the other phone.")

NOT_OWN: Final = sentence("Only the side that said it can take it back.")


def report(game: Reported, *, side: int, result: str, version: int) -> Step:
    """A side says a result. Raises :class:`DeviceRefused`."""
    _refuse_arbiters(game)
    if OUTCOMES[result] == game.outcome:
        own = game.of(side)
        return Step(Do.DROP, report=own) if own and version == game.version else NOTHING
    _refuse_over(game)
    if version != game.version:
        raise DeviceRefused(Why.CHANGED, CHANGED)
    other, own = game.of(3 - side), game.of(side)
    if other and other.result == result:
        return Step(Do.WRITE, result, other)
    if own and own.result == result:
        return NOTHING
    return Step(Do.KEEP, result)


def agree(game: Reported, *, side: int, report_id: int) -> Step:
    """A side agrees to what the other says. Raises :class:`DeviceRefused`."""
    said = _of_the_other(game, side, report_id)
    return Step(Do.WRITE, said.result, said)


def dispute(game: Reported, *, side: int, report_id: int, result: str | None) -> Step:
    """A side says no to what the other says, with or without a result of its own. Raises
    :class:`DeviceRefused`."""
    said = _of_the_other(game, side, report_id)
    if result is not None:
        return report(game, side=side, result=result, version=game.version)
    return NOTHING if said.is_disputed else Step(Do.DISPUTE, report=said)


def take_back(game: Reported, *, side: int, report_id: int) -> Step:
    """A side takes back what it said. Raises :class:`DeviceRefused`."""
    _refuse_arbiters(game)
    said = _standing(game, report_id)
    if said.side != side:
        raise DeviceRefused(Why.NOT_ALLOWED, NOT_OWN)
    return Step(Do.DROP, report=said)


def _of_the_other(game: Reported, side: int, report_id: int) -> Report:
    _refuse_arbiters(game)
    _refuse_over(game)
    said = _standing(game, report_id)
    if said.side == side:
        raise DeviceRefused(Why.NOT_ALLOWED, OWN)
    return said


def _standing(game: Reported, report_id: int) -> Report:
    found = next((report for report in game.reports if report.pk == report_id), None)
    if found is None:
        raise DeviceRefused(Why.CHANGED, GONE)
    return found


def _refuse_arbiters(game: Reported) -> None:
    if game.state is State.ARBITER:
        raise DeviceRefused(Why.NOT_ALLOWED, BY_ARBITER)


def _refuse_over(game: Reported) -> None:
    if game.has_result and game.is_over:
        raise DeviceRefused(Why.CLOSED, OVER)
