"""One session copied many times within the database, with all that belongs to it: a club's years in
seconds."""

from collections.abc import Mapping
from typing import Any

OF_SECTION = "section_id IN (SELECT id FROM events_section WHERE session_id = {0})"
OF_SESSION = "session_id = {0}"
PARTS = {
    "Session": "id = {0}",
    "Section": OF_SESSION,
    "Contestant": OF_SECTION,
    "ContestantPlayer": OF_SESSION,
    "TravellerLine": OF_SECTION,
    "LineContestant": f"line_id IN (SELECT id FROM events_travellerline WHERE {OF_SECTION})",
    "LogEntry": OF_SESSION,
}
"""The models that are copied, and which of their rows belong to a session."""


def copy_session(
    session_id: int, copies: range, *, changed: Mapping[str, str] | None = None
) -> None:
    """Make some copies of the first session of all, by their numbers from 1, without a step.
    ``changed`` are columns that differ in them, as expressions of SQL in which ``k`` is the number
    of the copy."""
    from django.apps import apps

    tables = {name: apps.get_model("events", name)._meta for name in PARTS}
    own = {name: condition.format(session_id) for name, condition in PARTS.items()}
    steps = {meta.db_table: _count(meta.db_table, own[name]) for name, meta in tables.items()}
    for name, meta in tables.items():
        fields = meta.concrete_fields
        values = [
            (changed or {}).get(field.column) or _moved(field, meta.db_table, steps)
            for field in fields
        ]
        columns = ", ".join(f'"{field.column}"' for field in fields)
        run_sql(
            f"INSERT INTO {meta.db_table} ({columns}) "
            f"WITH RECURSIVE copies(k) AS "
            f"(SELECT {copies[0]} UNION ALL SELECT k + 1 FROM copies WHERE k < {copies[-1]}) "
            f"SELECT {', '.join(values)} FROM {meta.db_table} CROSS JOIN copies WHERE {own[name]}"
        )


def _moved(field: Any, table: str, steps: dict[str, int]) -> str:
    """The value of a column in the k-th copy: keys move on by as many rows as one copy has."""
    target = field.related_model._meta.db_table if field.related_model else ""
    step = steps.get(table if field.primary_key else target, 0)
    return f'"{field.column}"' + (f" + k * {step}" if step else "")


def _count(table: str, condition: str) -> int:
    return int(run_sql(f"SELECT MAX(id) - MIN(id) + 1 FROM {table} WHERE {condition}")[0][0])


def run_sql(sql: str) -> list[Any]:
    """Run a statement in the database of this process; its rows, if it gives any."""
    from django.db import connection

    with connection.cursor() as cursor:
        cursor.execute(sql)
        return list(cursor.fetchall()) if cursor.description else []
