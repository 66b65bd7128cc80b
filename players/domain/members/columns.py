"""The columns of a list of members: which fact stands in which, and how that was found."""

from dataclasses import dataclass
from enum import Enum, StrEnum


class Fact(StrEnum):
    """What a column holds; most are fields of a player."""

    NAME = "name"
    FAMILY_FIRST = "family_first"
    GIVEN = "given"
    INITIALS = "initials"
    PARTICLE = "particle"
    FAMILY = "family"
    NATIONAL_NUMBER = "national_number"
    CLUB_NUMBER = "club_number"
    FIDE_NUMBER = "fide_number"
    EGD_PIN = "egd_pin"
    RATING = "rating"
    RAPID = "rapid"
    BLITZ = "blitz"
    GRADE = "grade"
    TITLE = "title"
    CLUB = "club"
    COUNTRY = "country"
    FEDERATION = "federation"
    BORN = "born"
    GENDER = "gender"
    EMAIL = "email"
    TELEPHONE = "telephone"
    HANDICAP = "handicap"
    NOTE = "note"
    REGISTERED = "registered"
    ROUNDS = "rounds"
    GROUP = "group"
    TEAM = "team"
    TEAM_PLACE = "team_place"
    NOTHING = "nothing"
    """A column that is left out: a counter, or the numbers of another clubscore."""


NAMES = (Fact.NAME, Fact.FAMILY_FIRST, Fact.GIVEN, Fact.INITIALS, Fact.PARTICLE, Fact.FAMILY)
"""The columns of which a name is made."""
FOR_TOURNAMENTS = (Fact.REGISTERED, Fact.ROUNDS, Fact.GROUP, Fact.TEAM, Fact.TEAM_PLACE)
"""What only a tournament uses."""
PLAYER_FACTS = tuple(fact for fact in Fact if fact not in (*NAMES, *FOR_TOURNAMENTS, Fact.NOTHING))
"""The facts that are fields of a player beside the name."""


class Found(Enum):
    """How the fact of a column was found."""

    BY_NAME = "name"
    BY_CONTENT = "content"
    CHOSEN = "chosen"
    NOT = "not"


@dataclass(frozen=True, slots=True)
class Column:
    """A column with its name in the file (empty without one), its fact (``None`` for an unknown
    one, which is left out) and one of its cells."""

    place: int
    title: str
    fact: Fact | None
    found: Found
    example: str = ""
