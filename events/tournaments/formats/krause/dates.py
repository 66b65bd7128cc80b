"""Dates as people and programs write them.

``2009.09.09``, ``2009/09/09``, ``20090909``, ``09.09.2009``, ``07. 06. 2008``, ``7 June 2008``,
``June 7, 2008``: the day comes before the month unless that is no date. Years of two digits
come first (``09.09.16``) unless that is no date.
"""

import re
from collections.abc import Iterable
from contextlib import suppress
from datetime import date

_GAP = r"[^0-9A-Za-z]{1,3}"
_YEAR_FIRST = re.compile(rf"(\d{{4}}){_GAP}(\d{{1,2}}){_GAP}(\d{{1,2}})", re.ASCII)
_BIRTH = re.compile(r"(\d{4})(?:[^0-9A-Za-z](\d{1,2})[^0-9A-Za-z](\d{1,2}))?", re.ASCII)
_COMPACT = re.compile(r"(\d{4})(\d\d)(\d\d)", re.ASCII)
_YEAR_LAST = re.compile(rf"(\d{{1,2}}){_GAP}(\d{{1,2}}){_GAP}(\d{{4}})", re.ASCII)
_SHORT = re.compile(rf"(\d{{1,2}}){_GAP}(\d{{1,2}}){_GAP}(\d\d)", re.ASCII)
_TIME = re.compile(r"[T ]\d{1,2}:\d\d\S*\Z", re.ASCII)
_PARTS = re.compile(r"[A-Za-z]+|\d+", re.ASCII)
_ORDINALS = frozenset({"st", "nd", "rd", "th", "of"})
_MONTHS = (
    "january", "february", "march", "april", "may", "june", "july", "august", "september",
    "october", "november", "december",
)  # fmt: skip
_DAYS = ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday")
_LAST_OF_THIS_CENTURY = 69
_EARLIEST = 1000


def read_date(text: str) -> date | None:
    """The day that a text means, or ``None``."""
    text = _TIME.sub("", text.strip()).strip(" .,")
    if found := _YEAR_FIRST.fullmatch(text) or _COMPACT.fullmatch(text):
        year, month, day = map(int, found.groups())
        return _first((year, month, day))
    if found := _YEAR_LAST.fullmatch(text):
        one, other, year = map(int, found.groups())
        return _first((year, other, one), (year, one, other))
    if found := _SHORT.fullmatch(text):
        one, other, third = map(int, found.groups())
        orders = [(_year(third), other, one), (_year(third), one, other)]
        # The order of record 132, which programs use elsewhere too; one digit is no year.
        if len(found[1]) == 2:
            orders.insert(0, (_year(one), other, third))
        return _first(*orders)
    return _with_month_name(text)


def read_round_date(text: str) -> date | None:
    """The day of a round, ``yy.mm.dd`` with any separator, or in another form."""
    found = _SHORT.fullmatch(text.strip())
    if found:
        year, month, day = map(int, found.groups())
        return _first((_year(year), month, day))
    return read_date(text)


def read_american_round_date(text: str) -> date | None:
    """The day of a round in the form ``yy.dd.mm``, which some programs write."""
    found = _SHORT.fullmatch(text.strip())
    if not found:
        return None
    year, day, month = map(int, found.groups())
    return _first((_year(year), month, day))


def read_birth(text: str) -> tuple[str, bool]:
    """A date of birth as ``yyyy-mm-dd``, the year alone as ``yyyy``, or empty; and whether it is
    written as it should be: ``yyyy/mm/dd`` with any separator, ``yyyy`` or ``yyyy/00/00``."""
    if found := _BIRTH.fullmatch(text):
        year, month, day = (int(part or 0) for part in found.groups())
        born = _first((year, month, day))
        if born:
            return born.isoformat(), True
        return (found[1], not month) if year and not day else ("", False)
    if found := _YEAR_LAST.fullmatch(text):
        one, other, year = map(int, found.groups())
        born = _first((year, other, one), (year, one, other))
        return (born.isoformat() if born else ""), False
    return "", False


def _year(short: int) -> int:
    return short + (2000 if short <= _LAST_OF_THIS_CENTURY else 1900)


def _first(*orders: tuple[int, int, int]) -> date | None:
    """The first of several readings, as year, month and day, that is a day of the calendar."""
    for year, month, day in orders:
        with suppress(ValueError):
            found = date(year, month, day)
            if year >= _EARLIEST:
                return found
    return None


def in_century_of(day: date, start: date | None) -> date:
    """The day of a round, whose year had two digits, in the century of the tournament's start."""
    if start is None:
        return day
    years = (day.year, day.year - 100, day.year + 100)
    year = min(years, key=lambda each: abs(each - start.year))
    # 29 February is not in every century's year.
    with suppress(ValueError):
        return day.replace(year=year)
    return day


def _with_month_name(text: str) -> date | None:
    months, numbers = [], []
    for part in _PARTS.findall(text.lower()):
        if part.isdigit():
            numbers.append(part)
        elif part in _ORDINALS or _among(_DAYS, part) is not None:
            continue
        elif (place := _among(_MONTHS, part)) is not None:
            months.append(place + 1)
        else:
            return None
    if len(months) != 1 or len(numbers) != 2:
        return None
    # "2008 June 7" too: the longer number is the year.
    day, year = numbers if len(numbers[0]) <= 2 else numbers[::-1]
    if len(day) > 2 or len(year) not in (2, 4):
        return None
    return _first((int(year) if len(year) == 4 else _year(int(year)), months[0], int(day)))


def _among(names: Iterable[str], part: str) -> int | None:
    """The place of the name that a part is, or abbreviates with three letters or more."""
    if len(part) < 3:
        return None
    return next((place for place, name in enumerate(names) if name.startswith(part)), None)
