"""Counting the queries of an action, to compare one item with three."""

from collections.abc import Callable

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
