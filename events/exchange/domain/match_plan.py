"""The matches of a session as they would be stored from a file."""

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction

from clubscore.problems import Sentence
from events.exchange.domain.results_file import FileContestant

Key = tuple[str, str, str]
"""The section, the direction (empty where one set of numbers serves both), and the number."""


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
    """After which it withdrew."""

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
    standings: Mapping[int, tuple[str, Fraction]]
    notices: tuple[Sentence, ...] = ()
