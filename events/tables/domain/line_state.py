"""The state of a line as its table and the monitor see it, derived from the line and its mark.

A mark counts only for the version that it names, so that any later change takes it away.
"""

from dataclasses import dataclass
from enum import StrEnum

from events.sessions.domain.adjustments import NOT_PLAYED
from events.sessions.domain.line_result import LineResult


class LineState(StrEnum):
    EMPTY = "empty"
    ENTERED = "entered"
    CONFIRMED = "confirmed"
    OBJECTED = "objected"
    DIRECTOR = "director"
    RULED = "ruled"
    NOT_PLAYED = "np"

    @property
    def is_locked(self) -> bool:
        """Whether only the director changes it."""
        return self in (LineState.DIRECTOR, LineState.RULED)

    @property
    def is_open(self) -> bool:
        """Whether the table still has something to do."""
        return self in (LineState.EMPTY, LineState.ENTERED, LineState.OBJECTED)


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
