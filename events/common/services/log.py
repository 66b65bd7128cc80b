"""Writing the log: one entry for everything a director does to a result or its settings."""

from collections.abc import Mapping
from typing import Any

from clubscore.actor import Actor
from events.models import LogEntry, TravellerLine

MAX_REASON = 200
"""Characters; of a longer one the rest is left out, with an ellipsis."""


def record(
    *,
    action: LogEntry.Action,
    by: Actor,
    session_id: int | None = None,
    tournament_id: int | None = None,
    series_id: int | None = None,
    line: TravellerLine | None = None,
    before: dict[str, Any] | None = None,
    after: dict[str, Any] | None = None,
    reason: str = "",
    undoes: LogEntry | None = None,
    part_of: LogEntry | None = None,
) -> LogEntry:
    """Append one entry to the log of a session, of a tournament or of a series."""
    return LogEntry.objects.create(
        session_id=session_id,
        tournament_id=tournament_id,
        series_id=series_id,
        line=line,
        user=by.user,
        device=by.device[:200],
        action=action,
        before=before or {},
        after=after or {},
        reason=_shortened(reason),
        undoes=undoes,
        part_of=part_of,
    )


def _shortened(reason: str) -> str:
    return reason if len(reason) <= MAX_REASON else f"{reason[: MAX_REASON - 1]}…"


def as_text(values: Mapping[str, Any]) -> dict[str, Any]:
    """Fields of a model as they are logged: lists as they are, everything else as text."""
    return {
        field: value if isinstance(value, list) else str(value) for field, value in values.items()
    }


def non_blank(values: Mapping[str, Any]) -> dict[str, Any]:
    """The columns of a line as they are logged: without the blank ones."""
    # 0 stays: it is the score of a board that was passed out.
    return {name: value for name, value in values.items() if value not in ("", None)}
