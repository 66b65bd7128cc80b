"""What is counted, waits or expires, by a clock that may be put forward or back.

*Lately* is a window with two ends, from ``span`` ago (not itself) to :data:`MARGIN` from now: who
waited for a row may find it dated after the moment that was read before, or by another server. What
is dated later still was dated by a clock that has been put back since: it counts for nothing, or it
would count until the clock has caught up. Whatever waits ``span`` after something waits while that
was lately; whatever is seldom done again is done again unless it was done lately.

What *expires* holds for ``span`` from its moment: dated later, it holds on, for the clock has lost
time and nobody loses a right by that.
"""

from datetime import datetime, timedelta
from typing import Final

MARGIN: Final = timedelta(seconds=30)
"""So far apart may the moments of two processes be."""


def is_lately(moment: datetime, span: timedelta, *, now: datetime) -> bool:
    """Whether a moment is in the window that ends now, as far as clocks agree."""
    return now - span < moment <= now + MARGIN


def lately(name: str, span: timedelta, *, now: datetime) -> dict[str, datetime]:
    """The same of a stored moment, for a filter; ``exclude`` finds what is not lately."""
    return {f"{name}__gt": now - span, f"{name}__lte": now + MARGIN}


def expired(name: str, span: timedelta, *, now: datetime) -> dict[str, datetime]:
    """What held for a span from a stored moment and holds no more, for a filter."""
    return {f"{name}__lte": now - span}


def has_expired(moment: datetime, span: timedelta, *, now: datetime) -> bool:
    """Whether what held for a span from a moment holds no more."""
    return moment <= now - span
