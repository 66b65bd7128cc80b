"""Time controls as TRF26 encodes them (record 222), and whether they are standard, rapid or blitz.

    5400+30                    90 minutes and 30 seconds a move
    40/5400+30:1800+30         the same with another 30 minutes after 40 moves
    300d3                      5 minutes, 3 seconds of every move do not count

Periods stand behind colons; in seconds all of it. Source: FIDE Laws of Chess, Guidelines III and
appendices A.1 and B.1: the time that 60 moves take decides.
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
