"""The club's days as iCalendar (RFC 5545), which every calendar subscribes to.

Whole days alone: when an evening begins is not stored. The same days give the same bytes.
"""

import datetime
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from icalendar import Calendar, Event

_PRODUCT: Final = "-//clubscore//clubscore//EN"


@dataclass(frozen=True, slots=True)
class Day:
    """An entry: ``uid`` is the same for ever, ``changed_at`` the last change of what it tells, and
    ``last`` is a day of it."""

    uid: str
    changed_at: datetime.datetime
    first: datetime.date
    last: datetime.date
    summary: str
    location: str = ""
    url: str = ""


def write(days: Iterable[Day], *, name: str) -> bytes:
    """The calendar: lines of at most 75 octets that end in CR LF."""
    calendar = Calendar()
    calendar.add("prodid", _PRODUCT)
    calendar.add("version", "2.0")
    calendar.add("x-wr-calname", name)
    for day in days:
        entry = Event()
        entry.add("uid", day.uid)
        entry.add("dtstamp", day.changed_at.astimezone(datetime.UTC))
        entry.add("dtstart", day.first)
        # The first day after it.
        entry.add("dtend", day.last + datetime.timedelta(days=1))
        entry.add("summary", day.summary)
        if day.location:
            entry.add("location", day.location)
        if day.url:
            entry.add("url", day.url)
        calendar.add_component(entry)
    return bytes(calendar.to_ical())
