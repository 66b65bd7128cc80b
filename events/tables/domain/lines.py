"""The state of a line as its table and the monitor see it, derived from the line and its mark.

A mark counts only for the version that it names, so that any later change takes it away.

A result as phones send it and are sent it: plain values of JSON.

``{"level": 4, "strain": "S", "doubled": "", "declarer": "N", "tricks": 11, "lead": "HQ"}``, or
``{"pass": true}``, or ``{"np": true}``. In answers ``score_ns`` is added.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, TypeVar

from clubscore.text.problems import Refused
from events.sessions.core.domain.adjustment import NOT_PLAYED
from events.sessions.core.domain.contract import (
    PASS,
    Contract,
    Doubling,
    PassedOut,
    Played,
    Seat,
    Strain,
    read_card,
)
from events.sessions.core.domain.line_result import LineResult, result_on_board


class LineState(StrEnum):
    is_locked: bool
    """Whether only the director changes it."""
    is_open: bool
    """Whether the table still has something to do."""

    EMPTY = "empty"
    ENTERED = "entered"
    CONFIRMED = "confirmed"
    OBJECTED = "objected"
    DIRECTOR = "director"
    RULED = "ruled"
    NOT_PLAYED = "np"


for _state in LineState:
    _state.is_locked = _state in (LineState.DIRECTOR, LineState.RULED)
    _state.is_open = _state in (LineState.EMPTY, LineState.ENTERED, LineState.OBJECTED)


@dataclass(frozen=True, slots=True)
class Mark:
    """What the table did, each with the version it did it to; devices are ids."""

    entered: int | None = None
    entered_side: str = ""
    entered_device: int | None = None
    confirmed: int | None = None
    confirmed_side: str = ""
    how: str = ""
    doubted: int | None = None
    objected: int | None = None
    objected_side: str = ""
    proposal: dict[str, object] | None = None


NO_MARK = Mark()


def state_of(
    result: LineResult, version: int, mark: Mark = NO_MARK, *, by_director: bool = False
) -> LineState:
    """``by_director``: the last change of the line was a director's, and no undo."""
    if result.is_empty:
        return LineState.EMPTY
    if result.adjustment is not None and result.adjustment != NOT_PLAYED:
        return LineState.RULED
    if mark.confirmed == version:
        is_played = result.adjustment is None
        return LineState.CONFIRMED if is_played else LineState.NOT_PLAYED
    if mark.objected == version:
        return LineState.OBJECTED
    if by_director and mark.entered != version:
        return LineState.NOT_PLAYED if result.adjustment else LineState.DIRECTOR
    return LineState.NOT_PLAYED if result.adjustment else LineState.ENTERED


Wire = dict[str, Any]

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class WrittenResult:
    """A result as it was keyed in: nobody knows yet whether it is possible."""

    level: int = -1
    strain: str = ""
    doubled: str = ""
    declarer: str = ""
    tricks: int = -1
    lead: str = ""
    passed: bool = False
    not_played: bool = False

    def on_board(self, board: int) -> LineResult:
        """The result on a board. Raises :class:`Refused` for what is not possible."""
        if self.not_played:
            return LineResult(adjustment=NOT_PLAYED)
        if self.passed:
            if self.lead:
                raise Refused.because("A board that was passed out has no lead.")
            return result_on_board(PASS, board)
        lead = read_card(self.lead[:4].replace("10", "T")) if self.lead else None
        return result_on_board(self._played(), board, lead=lead)

    def _played(self) -> Played:
        try:
            contract = Contract(self.level, Strain(self.strain), Doubling(self.doubled))
            return Played(contract, Seat(self.declarer), self.tricks)
        except ValueError as error:
            raise Refused.because(
                "This is no possible result: a level from 1 to 7, a strain, a declarer, and 0 "
                "to "
                "13 tricks."
            ) from error


def written_result(data: Mapping[str, Any]) -> WrittenResult | None:
    """The result in what was sent; ``None`` for none."""
    if not data.keys() & {"level", "pass", "np"}:
        return None
    lead = data.get("lead", "")
    return WrittenResult(
        level=whole(data.get("level"), -1),
        strain=str(data.get("strain")),
        doubled=str(data.get("doubled") or ""),
        declarer=str(data.get("declarer")),
        tricks=whole(data.get("tricks"), -1),
        lead="" if lead is None else str(lead),
        passed=data.get("pass") is True,
        not_played=data.get("np") is True,
    )


def read_wire(data: Mapping[str, Any], board: int) -> LineResult:
    """The result on a board of the values of one. Raises :class:`Refused`."""
    if data.keys() == {"score_ns"}:
        return LineResult(score_ns=whole(data["score_ns"], None))
    return (written_result(data) or WrittenResult()).on_board(board)


def whole(value: object, otherwise: T) -> int | T:
    """A whole number of JSON."""
    # True is an int, and 7.0 was never sent by a keypad.
    return value if isinstance(value, int) and not isinstance(value, bool) else otherwise


def as_wire(result: LineResult) -> Wire | None:
    """The values of a result without a ruling; ``None`` for an empty line. A score that was entered
    without a contract has only ``score_ns``."""
    if result.adjustment == NOT_PLAYED:
        return {"np": True, "score_ns": None}
    if result.score_ns is None:
        return None
    values: Wire = {}
    match result.played:
        case Played(contract, declarer, tricks):
            values = {
                "level": contract.level,
                "strain": str(contract.strain),
                "doubled": str(contract.doubling),
                "declarer": str(declarer),
                "tricks": tricks,
                "lead": str(result.lead).replace("T", "10") if result.lead else "",
            }
        case PassedOut():
            values = {"pass": True}
    return {**values, "score_ns": result.score_ns}
