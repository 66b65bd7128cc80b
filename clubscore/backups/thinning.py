"""Which backups to keep."""

import datetime
from collections.abc import Iterable
from typing import Final, TypeVar

LATEST: Final = 10
"""How many of the latest are always kept."""
WEEKS: Final = 13

Key = TypeVar("Key")


def backups_to_keep(
    backups: Iterable[tuple[datetime.datetime, Key]], *, now: datetime.datetime
) -> set[Key]:
    """The latest ten, the last one of each week for a quarter of a year, and
    the last one of each month for ever."""
    latest_first = sorted(backups, key=lambda backup: backup[0], reverse=True)
    stay = {key for _, key in latest_first[:LATEST]}
    seen: set[tuple[str, int, int]] = set()
    for moment, key in latest_first:
        year, week, _ = moment.isocalendar()
        periods = {("month", moment.year, moment.month)}
        if now - moment < datetime.timedelta(weeks=WEEKS):
            periods.add(("week", year, week))
        # Latest first: the one that is met first is the last of its week or month.
        if periods - seen:
            stay.add(key)
        seen |= periods
    return stay
