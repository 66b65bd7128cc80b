"""Rulings on a line: made, changed, cancelled. The table's own result stays on record."""

from clubscore.actor import Actor
from clubscore.problems import Refused, gettext_noop, sentence
from clubscore.transactions import in_transaction
from events.models import LogEntry
from events.sessions.domain.adjustments import Adjustment
from events.sessions.domain.typing.result_field import adjustment_faults
from events.sessions.services.lines import Entered, change_line, lock_line


@in_transaction
def make_ruling(
    *,
    session_id: int,
    line_id: int,
    adjustment: Adjustment,
    by: Actor,
    law: str = "",
    reason: str = "",
    version: int | None = None,
) -> Entered:
    """Let an adjusted score replace the table's result.

    Raises :class:`Refused` when a score is impossible on the board, ``lines.Conflict`` when
    ``version`` is given and is not the line's, ``TravellerLine.DoesNotExist``.
    """
    line = lock_line(session_id=session_id, line_id=line_id)
    faults = list(adjustment_faults(adjustment, board=line.board))
    if faults:
        raise Refused(*faults)
    state = {"adjustment": str(adjustment), "law": law, "reason": reason}
    return change_line(line=line, state=state, action=LogEntry.Action.RULED, by=by, version=version)


@in_transaction
def take_back_ruling(
    *, session_id: int, line_id: int, by: Actor, version: int | None = None
) -> Entered:
    """Cancel a ruling: the table's result counts again, if there is one.

    Raises :class:`Refused` when there is no ruling, ``lines.Conflict``,
    ``TravellerLine.DoesNotExist``.
    """
    line = lock_line(session_id=session_id, line_id=line_id)
    if not line.adjustment:
        none = gettext_noop("There is no ruling on this line; it may already have been cancelled.")
        raise Refused(sentence(none))
    state = {"adjustment": "", "law": "", "reason": ""}
    return change_line(
        line=line, state=state, action=LogEntry.Action.UNRULED, by=by, version=version
    )
