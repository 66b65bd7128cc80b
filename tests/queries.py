"""Counting the queries of an action, to compare one item with three; and rows."""

from collections.abc import Callable

from django.apps import apps
from django.db import connection
from django.test.utils import CaptureQueriesContext

from clubscore.web.caching import forget


def queries(action: Callable[[], object]) -> int:
    """How many queries an action takes when nothing is cached."""
    forget()
    with CaptureQueriesContext(connection) as captured:
        action()
    return len(captured)


def queries_again(action: Callable[[], object]) -> int:
    """How many queries an action takes the second time, with all that it keeps."""
    action()
    with CaptureQueriesContext(connection) as captured:
        action()
    return len(captured)


def row_counts() -> dict[str, int]:
    """How many rows every table has, by the label of its model."""
    tables = {model._meta.label: model._meta.db_table for model in apps.get_models()}
    parts = (f"SELECT '{label}', count(*) FROM \"{table}\"" for label, table in tables.items())
    with connection.cursor() as cursor:
        cursor.execute(" UNION ALL ".join(parts))
        return dict(cursor.fetchall())
