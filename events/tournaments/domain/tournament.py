"""A round-by-round tournament as a value: who plays, and every player's result of every round.

What a file of any format is read into, what is stored and read back, and what tie-breaks and the
crosstable are computed from. A *starting number* names an entrant for the whole tournament.
Source: the Krause/TRF file format, Records.
"""

from dataclasses import dataclass, field
from datetime import date
from fractions import Fraction

from events.tournaments.domain.go.rules import GoRules
from events.tournaments.domain.results import PointSystem, Result


@dataclass(frozen=True, slots=True)
class Entrant:
    """A player in a tournament. ``results[r]`` is the result of round r + 1, ``None`` where the
    player was absent. ``born`` is ``yyyy``, ``yyyy-mm-dd`` or empty. ``grade``, ``club`` and
    ``correction`` (of the McMahon score before round 1) matter in go; ``absent`` are rounds that
    the player does not attend, ``left_after`` is the last round before a withdrawal."""

    number: int
    family: str
    given: str = ""
    sex: str = ""
    title: str = ""
    rating: int | None = None
    federation: str = ""
    identity: str = ""
    born: str = ""
    rank: int | None = None
    results: tuple[Result | None, ...] = ()
    grade: str = ""
    club: str = ""
    correction: int = 0
    absent: tuple[int, ...] = ()
    left_after: int | None = None


@dataclass(frozen=True, slots=True)
class Team:
    name: str
    members: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Forbidden:
    """Entrants who are not to be paired with each other in the rounds ``first`` to ``last``,
    without these in the whole tournament."""

    numbers: tuple[int, ...]
    first: int | None = None
    last: int | None = None


@dataclass(frozen=True, slots=True)
class Wish:
    """Entrants who are to be paired with each other if possible, or rather not."""

    numbers: tuple[int, ...]
    prefer: bool


@dataclass(frozen=True, slots=True)
class PreservedLine:
    """A line of the tournament's file that is not read, and is written back as it was.

    ``after`` names the record that a comment followed; empty is the top of the file.
    """

    text: str
    after: str = ""


@dataclass(frozen=True, slots=True)
class Tournament:
    """``rounds`` is how many are planned, at least as many as have results. ``tie_breaks`` are
    the codes of :mod:`events.tournaments.domain.tiebreaks`, in their order. ``go`` are the settings
    of a tournament of go; ``same_club`` and ``same_federation`` are values of
    :class:`events.tournaments.domain.pairing.wishes.Apart`. ``by_place``: the numbers are those of
    lines of a file by place, and not starting numbers."""

    name: str
    start: date | None = None
    finish: date | None = None
    city: str = ""
    federation: str = ""
    kind: str = ""
    time_control: str = ""
    chief_arbiter: str = ""
    deputies: tuple[str, ...] = ()
    rounds: int = 0
    round_dates: tuple[date, ...] = ()
    entrants: tuple[Entrant, ...] = ()
    teams: tuple[Team, ...] = ()
    system: PointSystem = field(default_factory=PointSystem)
    tie_breaks: tuple[str, ...] = ()
    forbidden: tuple[Forbidden, ...] = ()
    preserved: tuple[PreservedLine, ...] = ()
    go: GoRules | None = None
    wishes: tuple[Wish, ...] = ()
    same_club: str = ""
    same_federation: str = ""
    by_place: bool = False

    def points_of(self, entrant: Entrant, through: int | None = None) -> Fraction:
        """The entrant's points after a round, by default after the last."""
        codes = (result.code for result in entrant.results[:through] if result)
        return sum((self.system.points(code) or Fraction(0) for code in codes), Fraction(0))
