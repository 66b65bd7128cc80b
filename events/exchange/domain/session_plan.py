"""The names in a file of results: which of them can be entered, and why the others cannot.

A seat has one name, and nobody has two seats in a session. A pair has two seats; a third name,
such as a substitute's, has none.

A session and its matches as they would be stored from a file. A contestant's key is its number as
the file prints it, with the direction where one number serves two pairs.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from enum import Enum
from fractions import Fraction

from clubscore.text.problems import Problem, Refused, Sentence
from events.common.domain import Place
from events.exchange.domain.results_file import FileContestant
from events.sessions.cardplay.domain.auction import Auction
from events.sessions.cardplay.domain.tricks import Play
from events.sessions.core.domain.line_result import LineResult
from events.sessions.hands.domain import Deal, Makeable
from events.sessions.scoring.domain.imps import Datums
from events.sessions.scoring.domain.settings import Method
from players.domain.names import Name, read_name

SEATS = 2


class Fate(Enum):
    """What becomes of a name."""

    ENTERED = "entered"
    UNREADABLE = "unreadable"
    REPEATED = "repeated"
    THIRD = "third"


Key = tuple[str, str, str]
"""The section, the direction (empty where one set of numbers serves both), and the number."""


@dataclass(frozen=True, slots=True)
class FileName:
    """A name of the file: the contestant, the place in it from 0, and the name if it is one."""

    key: Key
    place: int
    text: str
    fate: Fate
    name: Name | None = None
    number: str = ""
    """Its national number, if the file has it."""


@dataclass(frozen=True, slots=True)
class PlannedContestant:
    """A contestant with the score and the place that the file publishes.

    One that is not ``listed`` is known by its results alone.
    """

    key: Key
    number: int
    players: tuple[str, ...] = ()
    published: str | None = None
    is_percentage: bool = False
    place: str | None = None
    is_listed: bool = True
    penalty: Fraction = Fraction(0)
    """What the file takes off its points."""
    numbers: tuple[str, ...] = ()
    """The national numbers of the players."""
    stratum: str = ""
    stratum_place: str | None = None

    @property
    def label(self) -> str:
        """The section, the direction where it is needed, and the number as the file has it."""
        return "".join(self.key)


def names_of(contestants: Iterable[PlannedContestant]) -> Iterator[FileName]:
    """Every name of a file in its order; empty ones are left out."""
    taken: set[str] = set()
    for contestant in contestants:
        for place, text in enumerate(contestant.players):
            if text.strip():
                number = "".join(contestant.numbers[place : place + 1])
                yield replace(_read(contestant.key, place, text, taken), number=number)


def _read(key: Key, place: int, text: str, taken: set[str]) -> FileName:
    if place >= SEATS:
        return FileName(key, place, text, Fate.THIRD)
    try:
        name = read_name(text)
    except Refused:
        return FileName(key, place, text, Fate.UNREADABLE)
    if name.key in taken:
        return FileName(key, place, text, Fate.REPEATED)
    taken.add(name.key)
    return FileName(key, place, text, Fate.ENTERED, name)


@dataclass(frozen=True, slots=True)
class PlannedLine:
    section: str
    board: int
    ns: tuple[Key, ...]
    ew: tuple[Key, ...]
    result: LineResult
    round: int | None = None
    table: int | None = None
    deal: str = ""
    """Which deal of a fouled board was played; empty for the original."""
    points: tuple[str | None, str | None] = (None, None)
    """The matchpoints that the file gives to both sides."""
    auction: Auction | None = None
    play: Play | None = None


@dataclass(frozen=True, slots=True)
class PlannedTeam:
    """A team, or a pair of Swiss pairs, with its contestants, the points added by the director, and
    what the file has of it."""

    number: int
    name: str
    contestants: tuple[Key, ...]
    added: Fraction
    file: FileContestant
    last_round: int | None = None
    """The round after which it withdrew."""

    @property
    def published(self) -> str | None:
        return self.file.score


@dataclass(frozen=True, slots=True)
class PlannedMatch:
    """A match by the numbers of its teams; without ``away`` a bye, or boards that a pair sits
    out. ``points`` are awarded in place of what the boards give."""

    round: int
    last_round: int
    table: int | None
    home: int
    away: int | None
    boards: tuple[int, int] | None
    points: tuple[Fraction, Fraction] | None = None
    reason: str = ""


@dataclass(frozen=True, slots=True)
class MatchPlan:
    """How matches are scored, the teams, the matches, and the standings that they give: place and
    points by the number of the team. ``notices`` say what the file does not have."""

    kind: str
    scored_by: str
    scale: str
    odd: str
    boards: int
    rounds: int
    teams: tuple[PlannedTeam, ...]
    matches: tuple[PlannedMatch, ...]
    standings: Mapping[int, tuple[Place, Fraction]]
    notices: tuple[Sentence, ...] = ()


@dataclass(frozen=True, slots=True)
class SessionPlan:
    """All that would be stored."""

    title: str
    date: str
    method: Method
    winners: int
    contestants: tuple[PlannedContestant, ...]
    lines: tuple[PlannedLine, ...]
    hands: tuple[tuple[int, Deal, Makeable | None], ...] = ()
    """The deal of each board, ascending, and what can be made with it if the file says so."""
    matches: MatchPlan | None = None
    datums: Datums = ()
    """The datums that the file gives."""
    notices: tuple[Sentence, ...] = ()
    """What the file has and is not kept."""
    lost: tuple[Problem, ...] = ()
    """The lines of the file that are left out."""

    @property
    def all_notices(self) -> tuple[Sentence, ...]:
        """All notices, with those about the matches."""
        return (*self.notices, *(self.matches.notices if self.matches else ()))
