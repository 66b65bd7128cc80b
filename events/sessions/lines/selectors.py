"""Reading stored lines, and the history of the lines of a session from its log."""

import json
from collections.abc import Collection, Iterator
from datetime import UTC, datetime
from functools import cache

from django.db import connection
from django.db.models import Q

from events.models import LogEntry, TravellerLine
from events.sessions.lines.domain import Change, Correction, Shown, corrections

_PUBLICATIONS = (LogEntry.Action.PUBLISHED, LogEntry.Action.WITHDRAWN)
_LOG = LogEntry._meta.db_table
# A line filled in for the first time is no correction; an empty state is logged as {}.
_STORY = f"""
    SELECT action, line_id, at, before, after FROM {_LOG}
    WHERE session_id = %s AND action IN (%s, %s) OR line_id IN (
        SELECT line_id FROM {_LOG}
        WHERE session_id = %s AND before <> '{{{{}}}}' AND id > (
            SELECT MIN(id) FROM {_LOG} WHERE session_id = %s AND action IN (%s, %s)
        ) {{of_lines}}
    )
    ORDER BY id
"""  # noqa: S608 - the names of the table and its columns are our own


def stored_lines(line_ids: Collection[int]) -> dict[int, TravellerLine]:
    """These lines as they are stored, by id."""
    return TravellerLine.objects.in_bulk(line_ids)


def has_every_result(session_id: int) -> bool:
    """Whether no line of a session is without a result."""
    lines = TravellerLine.objects.filter(section__session=session_id)
    return not lines.filter(TravellerLine.EMPTY).exists()


def entries_of_line(*, session_id: int, line_id: int) -> list[LogEntry]:
    """Everything that was done to a line, the latest first, in one query."""
    # Deals are logged for the whole board, without a line; the line is a key of the JSON.
    of_deals = Q(action=LogEntry.Action.FOULED) | Q(undoes__action=LogEntry.Action.FOULED)
    of_line = Q(line=line_id) | of_deals & Q(after__deals__has_key=str(line_id))
    entries = LogEntry.objects.filter(of_line, session=session_id)
    return list(entries.select_related("user").order_by("-pk"))


def session_corrections(
    session_id: int, lines: Collection[int] | None = None
) -> dict[int, Correction]:
    """The results that differ from what was first published, by line, in one query; of all
    ``lines``, or of these."""
    return {correction.line: correction for correction in corrections(_story(session_id, lines))}


def _story(session_id: int, lines: Collection[int] | None) -> Iterator[Change | Shown]:
    """The publications, and since the first of them all changes of lines that had a result."""
    of_lines = "" if lines is None else f"AND line_id IN ({_places(lines)})"
    published: list[int | str] = [session_id, *_PUBLICATIONS]
    given: list[int | str] = [*published, session_id, *published, *(lines or ())]
    # Raw SQL: every page of results asks, and building the query took longer than its answer.
    with connection.cursor() as cursor:
        cursor.execute(_STORY.format(of_lines=of_lines), given)
        entries: list[tuple[str, int | None, datetime, str, str]] = cursor.fetchall()
    # What a line became is what it was before its next change.
    read = cache(json.loads)
    has_begun = False
    for action, line_id, at, before, after in entries:
        if action in _PUBLICATIONS:
            has_begun = True
            yield Shown(action == LogEntry.Action.PUBLISHED)
        elif has_begun and line_id is not None:
            yield Change(line_id, _aware(at), read(before), read(after))


def _aware(moment: datetime) -> datetime:
    # SQLite stores moments without their time zone, which is UTC.
    return moment if moment.tzinfo else moment.replace(tzinfo=UTC)


def _places(values: Collection[int]) -> str:
    return ", ".join(["%s"] * len(values)) or "NULL"
