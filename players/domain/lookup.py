"""A player as a federation's list has it, and the keys by which the list is searched.

A list is kept beside the register and is no part of it: names stay as they are listed.
"""

import re
from dataclasses import dataclass
from datetime import date
from enum import Enum

from clubscore.text.numbers import integer_of
from players.domain.characters import search_key

MAX_NUMBER, MAX_NAME, MAX_TITLE, MAX_FEDERATION = 20, 80, 10, 8
"""Characters of the fields; a longer number or name is no player's."""
MAX_KEY = 2 * MAX_NAME
"""A folded letter may be two: ß, æ."""


class NumberKind(Enum):
    """What the numbers of a list are, by the name of the player's field."""

    FIDE = "fide_number"
    EGD = "egd_pin"
    NATIONAL = "national_number"


@dataclass(frozen=True, slots=True)
class Listed:
    """A player of a list: the name family first, with a comma, where the list tells them apart.

    What a list does not have is empty, or ``None`` for a rating and for its K; ``rating`` and ``k``
    are those of standard games. ``born`` is a year or a day.
    """

    number: str
    name: str
    title: str = ""
    rating: int | None = None
    federation: str = ""
    born: str = ""
    grade: str = ""
    gender: str = ""
    rapid: int | None = None
    blitz: int | None = None
    k: int | None = None
    rapid_k: int | None = None
    blitz_k: int | None = None

    @property
    def family_key(self) -> str:
        """The folded name from the family name on: "berg jan van der"."""
        return search_key(self.name.replace(",", " "))[:MAX_KEY]

    @property
    def given_key(self) -> str:
        """The folded name from the given name on: "jan van der berg"."""
        return search_key(given_first(self.name))[:MAX_KEY]


def given_first(name: str) -> str:
    """A listed name as it is written on a score sheet: “Finch, Clara” is “Clara Finch”.

    Of a name without a comma the last word comes first, so that it is found by either.
    """
    family, comma, given = name.partition(",")
    if not comma:
        *others, last = name.split() or [""]
        return " ".join([last, *others])
    return " ".join(f"{given} {family}".split())


def displayed(name: str) -> str:
    """A listed name as the register would have it; one without a comma stays as it is."""
    return given_first(name) if "," in name else name


_MONTHS = {
    "jan": 1, "feb": 2, "mar": 3, "mrt": 3, "maa": 3, "apr": 4, "may": 5, "mei": 5, "jun": 6,
    "jul": 7, "aug": 8, "sep": 9, "oct": 10, "okt": 10, "nov": 11, "dec": 12,
}  # fmt: skip
"""Months by the beginnings of their English and Dutch names."""

_BY_NUMBER = re.compile(r"(?<![0-9])(20[0-9]{2})[-_./ ]?(0[1-9]|1[0-2])(?![0-9])", re.ASCII)

_BY_NAME = re.compile(
    rf"(?<![a-z])({'|'.join(_MONTHS)})[a-z]*[-_ ']?(?:20)?([0-9]{{2}})(?![0-9])", re.ASCII
)


def stated_month(text: str) -> date | None:
    """The first day of the month that the name of a list or of its file says, such as ``FIDE
    2026-11`` or ``standard_nov26``, or the list's own heading, such as ``NOV26``."""
    if found := _BY_NUMBER.search(text):
        return date(integer_of(found[1]), integer_of(found[2]), 1)
    if found := _BY_NAME.search(text.casefold()):
        return date(2000 + integer_of(found[2]), _MONTHS[found[1]], 1)
    return None


def month_of(name: str, today: date) -> date:
    """The first day of the month of a list: by its name, else that of today."""
    return stated_month(name) or today.replace(day=1)


def name_with_month(name: str, month: date | None, *, most: int) -> str:
    """The name of a list with its month, unless it says one; of ``most`` characters."""
    name = " ".join(name.split())
    if not name or month is None or stated_month(name):
        return name
    said = f" {month:%Y-%m}"
    return name[: most - len(said)].rstrip() + said
