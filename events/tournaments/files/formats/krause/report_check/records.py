"""Records of the tournament: what is missing, what is wrong in them, their days and numbers."""

import re
from datetime import date
from typing import Final

from clubscore.text.numbers import whole_number
from clubscore.text.problems import Refused, gettext_noop
from events.tournaments.core.domain.federations import CODES
from events.tournaments.core.domain.time_controls import read_time_control, time_control
from events.tournaments.files.domain import Level
from events.tournaments.files.formats.krause.header import DATE_STEP, DATE_WIDTH, FIRST_DATE
from events.tournaments.files.formats.krause.lines import (
    TEAM_OF_TRF26,
    Line,
    groups,
    points_from,
    read_date,
    read_round_date,
)
from events.tournaments.files.formats.krause.report_check.findings import Findings
from events.tournaments.standings.domain.catalogue import find

_RECORDS: Final[tuple[tuple[str, Level, str], ...]] = (
    (
        "012", Level.MANDATORY,
        gettext_noop("Record 012 is missing: write the name of the tournament."),
    ),
    ("022", Level.MANDATORY, gettext_noop("Record 022 is missing: write the city.")),
    (
        "032", Level.MANDATORY,
        gettext_noop("Record 032 is missing: write the code of the federation, such as NED."),
    ),
    ("042", Level.MANDATORY, gettext_noop("Record 042 is missing: write the first day.")),
    (
        "052", Level.MANDATORY,
        gettext_noop(
            "Record 052 is missing: write the last day; the report is due within seven days of it."
        ),
    ),
    (
        "102", Level.MANDATORY,
        gettext_noop(
            "Record 102 is missing: write the chief arbiter with title and FIDE number, such as"
            " “IA Binary, Bo (234567)”."
        ),
    ),
    ("132", Level.MANDATORY, gettext_noop("Record 132 is missing: write the day of each round.")),
    (
        "182", Level.TITLE,
        gettext_noop("Record 182 is missing: write the program that paired, and its version."),
    ),
    (
        "192", Level.TITLE,
        gettext_noop("Record 192 is missing: write the code of the system, such as FIDE_DUTCH."),
    ),
    (
        "202", Level.TITLE,
        gettext_noop("Record 202 is missing: write the codes of the tie-breaks."),
    ),
    (
        "212", Level.TITLE,
        gettext_noop("Record 212 is missing: write what the places go by, such as PTS,BH."),
    ),
    ("112", Level.WARNING, gettext_noop("Record 112 is missing: write the deputy arbiter.")),
    ("122", Level.WARNING, gettext_noop("Record 122 is missing: write the time control.")),
    (
        "222", Level.WARNING,
        gettext_noop("Record 222 is missing: write the time control in seconds, such as 5400+30."),
    ),
)  # fmt: skip

_NO_FEDERATION = gettext_noop("Record 032: “%(value)s” is no code of FIDE, such as NED.")
_NO_DAY = gettext_noop("Record %(record)s: “%(value)s” is no day; write it as 2026/03/07.")
_NO_NUMBER = gettext_noop(
    "Record 102: add the FIDE number of the chief arbiter in brackets, such as (234567)."
)
_NO_CODE_192 = gettext_noop("Record 192: “%(value)s” does not begin with FIDE_ or OTHER_.")
_NO_TIME = gettext_noop("Record 222: “%(value)s” is no time control, such as 5400+30.")
_OTHER_TIME = gettext_noop(
    "Record 222: “%(value)s” is another time control than “%(words)s” of record 122: correct one."
)
_NO_TIE_BREAK = gettext_noop("Record %(record)s: “%(value)s” is no tie-break that is known.")
_DAYS = gettext_noop(
    "Record 132 has %(days)s days for %(rounds)s rounds: write the day of each round."
)
_FALLING = gettext_noop("Record 132: round %(round)s is before the one before it: correct its day.")
_OUTSIDE = gettext_noop(
    "Record 132: round %(round)s is outside the first and the last day: correct its day."
)
_END_BEFORE_START = gettext_noop("Record 052: the last day is before the first: correct one.")
_COUNT = gettext_noop("Record 062 says %(said)s players, and the file has %(holds)s: correct it.")
_NEEDED = {
    "152": gettext_noop("Record 152 is missing: write the colour of number 1 in round 1, W or B."),
    "172": gettext_noop(
        "Record 172 is missing: write how the starting numbers were given, such as NED FIDON."
    ),
}
_EMPTY_152 = gettext_noop("Record 152: “%(value)s” is neither W nor B.")
_FIELD_OF_RECORD = gettext_noop(
    "Record %(record)s, %(field)s: “%(value)s” is none; write the number in its columns."
)

_BRACKETS = re.compile(r"\(\s*[0-9]{3,11}\s*\)")
_TYPE = re.compile(r"(?:FIDE|OTHER)_[A-Z0-9_]+")
_NATIONAL = re.compile(r"[A-Z]{3} +[0-9]{1,4} ")

_VIRTUAL = (
    ("game points", 10, 13), ("first round", 15, 17), ("last round", 19, 21),
    ("first number", 23, 26), ("last number", 28, 31),
)  # fmt: skip
_APART = (("first round", 5, 7), ("last round", 9, 11))


def check_records(found: Findings) -> None:
    """What is missing, and what is wrong in a record."""
    _missing(found)
    _header(found)
    _codes(found)


def _missing(found: Findings) -> None:
    for tag, level, message in _RECORDS:
        if found.last(tag) is None:
            blank = found.by_tag[tag]
            found.tell(level, tag, message, line=blank[-1] if blank else None)
    is_national = any(_NATIONAL.match(line.text) and line.text[:3] in CODES for line in found.lines)
    if is_national and found.last("172") is None:
        found.tell(Level.WARNING, "172", _NEEDED["172"])
    code = found.last("192")
    words = code.data.upper() if code else ""
    is_swiss = any(word in words for word in ("DUTCH", "SWISS", "DUBOV", "BURSTEIN", "TEAM"))
    lot = found.last("152")
    if lot is None and is_swiss and "ROUNDROBIN" not in words:
        found.tell(Level.WARNING, "152", _NEEDED["152"])
    elif lot and lot.data.upper() not in ("W", "B"):
        found.tell(Level.WARNING, "152", _EMPTY_152, line=lot, value=lot.data)


def _header(found: Findings) -> None:
    federation = found.last("032")
    if federation and federation.data not in CODES:
        value = federation.data
        found.tell(Level.MANDATORY, "032", _NO_FEDERATION, line=federation, value=value)
    for tag in ("042", "052"):
        line = found.last(tag)
        if line and read_date(line.data) is None:
            found.tell(Level.MANDATORY, tag, _NO_DAY, line=line, value=line.data)
    start, finish, end = found.day("042"), found.day("052"), found.last("052")
    if start and finish and end and finish < start:
        value = end.data
        found.tell(Level.MANDATORY, "052", _END_BEFORE_START, line=end, value=value)
    chief = found.last("102")
    if chief and not _BRACKETS.search(chief.data):
        value = chief.data
        found.tell(Level.WARNING, "102", _NO_NUMBER, of="FIDE number", line=chief, value=value)
    count = found.last("062")
    said = whole_number(count.data.split()[0]) if count else None
    if count and said is not None and said != len(found.players):
        holds = len(found.players)
        found.tell(
            Level.MANDATORY, "062", _COUNT, line=count, value=count.data, said=said, holds=holds
        )


def _codes(found: Findings) -> None:
    code, time = found.last("192"), found.last("222")
    if code and not _TYPE.fullmatch(code.data):
        found.tell(Level.TITLE, "192", _NO_CODE_192, line=code, value=code.data)
    if time and read_time_control(time.data) is None:
        found.tell(Level.WARNING, "222", _NO_TIME, line=time, value=time.data)
    elif time and (words := found.last("122")):
        periods = read_time_control(time_control(words.data))
        if periods and periods != read_time_control(time.data):
            found.tell(
                Level.WARNING, "222", _OTHER_TIME, line=time, value=time.data, words=words.data
            )
    for tag in ("202", "212"):
        line = found.last(tag)
        for word in line.data.replace(",", " ").split() if line else ():
            try:
                find(word)
            except Refused:
                found.tell(Level.TITLE, tag, _NO_TIE_BREAK, line=line, value=word)
                break


def check_days(found: Findings, played: int) -> None:
    """The days of the rounds, of which so many were played."""
    line = found.last("132")
    if line is None:
        return
    texts = [text.strip() for _column, text in groups(
        line.text, FIRST_DATE, DATE_WIDTH, DATE_STEP
    )]  # fmt: skip
    words = [text for text in texts if text]
    days = [read_round_date(text) for text in words]
    planned = found.last("142")
    rounds = (planned and whole_number(planned.data)) or played
    unreadable = next((word for word, day in zip(words, days, strict=True) if not day), None)
    if unreadable:
        found.tell(Level.MANDATORY, "132", _NO_DAY, of="day", line=line, value=unreadable)
    elif len(days) != rounds:
        found.tell(
            Level.MANDATORY, "132", _DAYS, of="day", line=line, days=len(days), rounds=rounds
        )
    else:
        _in_order(found, [day for day in days if day], words, line)


def _in_order(found: Findings, days: list[date], words: list[str], line: Line) -> None:
    start, finish = found.day("042"), found.day("052")
    for round_, day in enumerate(days, start=1):
        message = ""
        if round_ > 1 and day < days[round_ - 2]:
            message = _FALLING
        elif (start and day < start) or (finish and day > finish):
            message = _OUTSIDE
        if message:
            found.tell(
                Level.MANDATORY, "132", message, of="day", line=line, value=words[round_ - 1],
                round=round_,
            )  # fmt: skip
            return


def check_numbers(found: Findings) -> None:
    """All fields of 250 and 260; in a tournament of teams their numbers are those of teams."""
    known = {number for number, _line in found.players}
    if found.by_tag[TEAM_OF_TRF26]:
        known = {whole_number(line.columns(5, 7)) for line in found.by_tag[TEAM_OF_TRF26]}
    for line in found.by_tag["250"]:
        points = _VIRTUAL[0] if not found.by_tag[TEAM_OF_TRF26] else ("match points", 5, 8)
        for name, first, last in (points, *_VIRTUAL[1:]):
            text = line.columns(first, last).strip()
            is_wrong = points_from(text) is None if "points" in name else not whole_number(text)
            if is_wrong or ("number" in name and whole_number(text) not in known):
                _tell_field(found, "250", name, line, text)
    for line in found.by_tag["260"]:
        for name, first, last in _APART:
            text = line.columns(first, last).strip()
            if not whole_number(text):
                _tell_field(found, "260", name, line, text)
        numbers = [text.strip() for _at, text in groups(line.text, 13, 4, 5) if text.strip()]
        wrong = next((text for text in numbers if whole_number(text) not in known), None)
        if wrong is not None or len(numbers) < 2:
            _tell_field(found, "260", "numbers", line, wrong or "")


def _tell_field(found: Findings, record: str, name: str, line: Line, text: str) -> None:
    found.tell(Level.TITLE, record, _FIELD_OF_RECORD, of=name, line=line, value=text)
