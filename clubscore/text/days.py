"""Reading a day from a text, in the orders in which programs write it."""

import datetime
import re
from typing import Final

from clubscore.text.numbers import integer_of


def day_told(text: str) -> str | None:
    """``2026-01-19`` from a day as programs write it; ``None`` where it is none, or might be one of
    two (``5/3/2026``)."""
    told = text.strip()
    for pattern in _YEAR_FIRST:
        if day := pattern.fullmatch(told):
            return _day(day[1], day[2], day[3])
    if day := _DAY_FIRST.fullmatch(told):
        # With points nobody puts the month first.
        month_first = _day(day[4], day[1], day[3]) if day[2] != "." else None
        usual = _day(day[4], day[3], day[1])
        return None if usual and month_first and usual != month_first else usual or month_first
    return None


def _day(year: str, month: str, day: str) -> str | None:
    try:
        return datetime.date(*map(integer_of, (year, month, day))).isoformat()
    except ValueError:
        return None


_YEAR_FIRST: Final = (
    re.compile(r"(\d{4})[./-](\d{1,2})[./-](\d{1,2})(?:[T ].{0,20})?", re.ASCII),
    re.compile(r"(\d{4})(\d\d)(\d\d)", re.ASCII),
)

_DAY_FIRST = re.compile(r"(\d{1,2})([./-])(\d{1,2})[./-](\d{4})", re.ASCII)
