"""A clock that a test sets."""

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from unittest.mock import patch

START = datetime(2026, 3, 5, 20, 0, 30, tzinfo=UTC)


class Clock:
    """What time it is: so much after :data:`START`."""

    def __init__(self) -> None:
        self.now = START

    def forward(self, **by: int) -> None:
        self.now += timedelta(**by)


@contextmanager
def stopped_clock() -> Iterator[Clock]:
    """Django's clock stands, until it is put forward."""
    clock = Clock()
    with patch("django.utils.timezone.now", side_effect=lambda: clock.now):
        yield clock
