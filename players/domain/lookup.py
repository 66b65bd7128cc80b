"""A player as a federation's list has it, and the keys by which the list is searched.

A list is kept beside the register and is no part of it: names stay as they are listed.
"""

from dataclasses import dataclass
from enum import Enum

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
