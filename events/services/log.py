"""Writing the log: one entry for everything a director does to a result or its settings."""

from collections.abc import Mapping
from dataclasses import asdict
from typing import Any

from clubscore.actor import Actor
from events.domain.lineresult import LineResult
from events.models import LogEntry, TravellerLine

__all__ = ["Actor", "record", "result_values", "told"]


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
        reason=reason,
    )


def result_values(result: LineResult) -> dict[str, Any]:
    """A result as the log keeps it: its fields that say something."""
    return {name: value for name, value in asdict(result).items() if value not in ("", None)}


def told(values: Mapping[str, Any]) -> dict[str, Any]:
    """Fields of a model as the log keeps them: lists as they are, everything else as text."""
    return {
        field: value if isinstance(value, list) else str(value) for field, value in values.items()
    }
