"""Time controls as TRF26 encodes them (record 222), and whether they are standard, rapid or blitz.

    5400+30                    90 minutes and 30 seconds a move
    40/5400+30:1800+30         the same with another 30 minutes after 40 moves
    300d3                      5 minutes, 3 seconds of every move do not count

Periods stand behind colons; in seconds all of it. Words are read and written where they are
plain: 90 min + 30 s a move, 40 moves in 90 min, then 30 min. Source: FIDE Laws of Chess,
Guidelines III and appendices A.1 and B.1: the time that 60 moves take decides.
"""

import re
from dataclasses import dataclass
from enum import StrEnum

from clubscore.text.numbers import integer_of

MOVES = 60
"""The moves by which games are compared."""

_PERIOD = re.compile(r"(?:(\d{1,3})/)?(\d{1,5})(?:([+d])(\d{1,4}))?", re.ASCII)


class Pace(StrEnum):
    """The three kinds of game that have ratings of their own."""

    STANDARD = "standard"
    RAPID = "rapid"
    BLITZ = "blitz"


@dataclass(frozen=True, slots=True)
class Period:
    """``moves`` is ``None`` for the rest of the game; times are in seconds."""

    moves: int | None
    seconds: int
    a_move: int = 0
    """Added with every move, or not counted of it."""
    is_delay: bool = False


def read_time_control(code: str) -> tuple[Period, ...] | None:
    """The periods of a code; ``None`` for what is none."""
    found = []
    parts = code.strip().split(":")
    for place, part in enumerate(parts, start=1):
        match = _PERIOD.fullmatch(part.strip())
        if not match or (match[1] is None and place < len(parts)):
            return None
        moves = integer_of(match[1]) if match[1] else None
        a_move = integer_of(match[4] or "0")
        period = Period(moves, integer_of(match[2]), a_move, match[3] == "d")
        if moves == 0 or not (period.seconds or period.a_move):
            return None
        found.append(period)
    return tuple(found)


def seconds_of(periods: tuple[Period, ...], moves: int = MOVES) -> int:
    """The time that each player has for so many moves."""
    total = 0
    for period in periods:
        here = moves if period.moves is None else min(moves, period.moves)
        total += period.seconds + here * period.a_move
        moves -= here
        if moves <= 0:
            break
    return total


def pace_of(code: str) -> Pace | None:
    """Standard from 60 minutes on, rapid over 10, else blitz; ``None`` for what is no code."""
    periods = read_time_control(code)
    if periods is None:
        return None
    seconds = seconds_of(periods)
    if seconds >= 60 * 60:
        return Pace.STANDARD
    return Pace.RAPID if seconds > 10 * 60 else Pace.BLITZ


_TIME = re.compile(
    r"(?P<minutes>\d{1,3}) ?(?:'|’|\u2032|min(?:ute)?s?\.?|m)? ?"
    r"(?:\+ ?(?P<seconds>\d{1,3}) ?(?:\"|''|\u2033|s(?:ec(?:ond)?s?)?\.?)? ?)?"
    r"(?:(?:per|a|/) ?(?:move|player|game) ?)*",
    re.IGNORECASE | re.ASCII,
)

_UNIT = re.compile(r"['’\u2032+]|min|m\b", re.IGNORECASE)


def time_in_words(code: str) -> str:
    """``90 min + 30 s`` for a code of record 222, which has seconds, and ``40 moves in 90 min +
    30 s, then 30 min + 30 s``; the code itself for other periods, nothing for what is no code."""
    periods = read_time_control(code)
    if periods is None:
        return ""
    words = [_in_words(period) for period in periods]
    text = ", then ".join(words)
    is_plain = all(words) and time_control(text) == code.strip()
    return text if is_plain else code.strip()


def _in_words(period: Period) -> str:
    """A period; nothing for one that is not of whole minutes."""
    if period.seconds % 60 or period.is_delay:
        return ""
    moves = f"{period.moves} moves in " if period.moves else ""
    added = f" + {period.a_move} s" if period.a_move else ""
    return f"{moves}{period.seconds // 60} min{added}"


_THEN = re.compile(
    r" ?(?:, ?(?:then|followed by|and then)?|;|:| then | followed by ) ?", re.IGNORECASE
)

_MOVES_IN = re.compile(
    r"(?:the )?(?:first )?(\d{1,3}) moves? (?:in )?(.+)", re.IGNORECASE | re.ASCII
)

_FOR_MOVES = re.compile(
    r"(.+?) ?(?:(?:for|/) ?(?:the )?(?:first )?)(\d{1,3}) moves?(.*)", re.IGNORECASE | re.ASCII
)


def time_control(text: str) -> str:
    """The code of record 222, in seconds, for a time control in words, or nothing. A code is one
    where it is no time in minutes."""
    # One blank where there are many: a pattern for as many as there are would try them all.
    text = " ".join(text.split())
    parts = [part for part in _THEN.split(text) if part]
    codes = [_period_of(part) for part in parts]
    if codes and all(codes) and all("/" in code for code in codes[:-1]):
        return ":".join(codes)
    periods = read_time_control(text)
    is_code = periods is not None and periods[0].seconds > MAX_MINUTES
    return text if is_code else ""


MAX_MINUTES = 240
"""A larger number that stands alone is one of seconds."""


def _period_of(text: str) -> str:
    """The code of a period in words, or nothing."""
    moves = ""
    if found := _MOVES_IN.fullmatch(text):
        moves, text = f"{found[1]}/", found[2]
    elif found := _FOR_MOVES.fullmatch(text):
        moves, text = f"{found[2]}/", f"{found[1]}{found[3]}"
    match = _TIME.fullmatch(text)
    if not match or not _UNIT.search(text):
        return ""
    increment = f"+{integer_of(match['seconds'])}" if match["seconds"] else ""
    return f"{moves}{60 * integer_of(match['minutes'])}{increment}"
