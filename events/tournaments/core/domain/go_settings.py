"""The settings of a go tournament: what is worth what, handicaps, and the weights of pairs.

Points are doubled, so that halves are whole numbers. Source: OpenGotha's parameters and their
defaults.

Ranks of go players as numbers: 1 dan is 0, 2 dan 1, 1 kyu −1, 30 kyu −30.
"""

import re
from dataclasses import dataclass, field
from enum import StrEnum

from clubscore.text.numbers import integer_of


class Seeding(StrEnum):
    """How players of one score group are put against each other."""

    RANDOM = "SPLITANDRANDOM"
    FOLD = "SPLITANDFOLD"
    SLIP = "SPLITANDSLIP"


class Float(StrEnum):
    """From which part of the group players are drawn up or down."""

    TOP = "TOP"
    MIDDLE = "MID"
    BOTTOM = "BOT"


@dataclass(frozen=True, slots=True)
class GoSettings:
    """What is worth what; the defaults are OpenGotha's for McMahon."""

    rounds: int = 5
    swiss: bool = False
    bar: int = 8
    floor: int = -30
    zero: int = -30
    mms_absent: int = 1
    mms_bye: int = 2
    wins_absent: int = 0
    wins_bye: int = 2
    round_down: bool = True
    category_limits: tuple[int, ...] = ()
    handicap_by_mms: bool = True
    handicap_ceiling: int = 9
    handicap_correction: int = 1
    handicap_threshold: int = 0
    criteria: tuple[str, ...] = ("MMS", "SOSM", "SOSOSM")
    komi: int = 15


@dataclass(frozen=True, slots=True)
class GoWeights:
    """The largest weight of every part, and how it is given; OpenGotha's defaults for McMahon."""

    convexity_percent: int = 50
    met: int = 5 * 10**14
    random: int = 0
    colour: int = 10**6
    category: int = 2 * 10**13
    score: int = 10**11
    draw: int = 10**8
    compensate: bool = True
    upper_float: Float = Float.MIDDLE
    lower_float: Float = Float.MIDDLE
    seeding: int = 5 * 10**6
    first_seeding: Seeding = Seeding.RANDOM
    later_seeding: Seeding = Seeding.SLIP
    first_seeding_until: int = 1
    first_extra: str = "RATING"
    later_extra: str = "NULL"
    wins_threshold: bool = True
    bar_threshold: bool = True
    rank_threshold: int = 0
    geography: int = 10**11
    country: int = 1
    club: int = 3


@dataclass(frozen=True, slots=True)
class GoRules:
    """All settings of a go tournament."""

    settings: GoSettings = field(default_factory=GoSettings)
    weights: GoWeights = field(default_factory=GoWeights)


MIN_RANK, MAX_RANK = -30, 8

_RANK = re.compile(r"([0-9]{1,2})\s*([KDP])", re.IGNORECASE | re.ASCII)


def write_rank(rank: int) -> str:
    """``4d``, ``12k``."""
    return f"{rank + 1}d" if rank >= 0 else f"{-rank}k"


def read_rank(text: str) -> int | None:
    """The rank that a text such as ``4d`` or ``12K`` means; a professional counts as 9 dan.
    ``None`` for anything else."""
    match = _RANK.fullmatch(text.strip())
    if not match:
        return None
    number, letter = integer_of(match[1]), match[2].upper()
    if letter == "P":
        return MAX_RANK
    rank = -number if letter == "K" else number - 1
    return rank if number and MIN_RANK <= rank <= MAX_RANK else None
