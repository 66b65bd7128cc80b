"""A go tournament as a value: players with ranks, games with handicaps, byes.

Scores are doubled throughout, so that halves are whole numbers. A rank is a number of
:mod:`events.tournaments.domain.go.ranks`.
"""

from dataclasses import dataclass, field, replace
from datetime import date
from enum import StrEnum

from events.tournaments.domain.go.rules import GoSettings, GoWeights
from events.tournaments.domain.pairing.wishes import Wishes


class GoResult(StrEnum):
    """How a game ended, by default or not."""

    UNKNOWN = "RESULT_UNKNOWN"
    WHITE_WINS = "RESULT_WHITEWINS"
    BLACK_WINS = "RESULT_BLACKWINS"
    JIGO = "RESULT_EQUAL"
    BOTH_WIN = "RESULT_BOTHWIN"
    BOTH_LOSE = "RESULT_BOTHLOOSE"
    HALF_TO_WHITE = "HALF_TO_WHITE"
    HALF_TO_BLACK = "HALF_TO_BLACK"

    @property
    def doubled_points(self) -> tuple[int, int]:
        """White's and Black's points, doubled."""
        return {
            GoResult.UNKNOWN: (0, 0),
            GoResult.WHITE_WINS: (2, 0),
            GoResult.BLACK_WINS: (0, 2),
            GoResult.JIGO: (1, 1),
            GoResult.BOTH_WIN: (2, 2),
            GoResult.BOTH_LOSE: (0, 0),
            GoResult.HALF_TO_WHITE: (1, 0),
            GoResult.HALF_TO_BLACK: (0, 1),
        }[self]


@dataclass(frozen=True, slots=True)
class GoPlayer:
    """``number`` is the place in the file, from 1; ``absent`` are rounds, from 1."""

    number: int
    name: str
    first_name: str
    rank: int
    rating: int = 0
    club: str = ""
    country: str = ""
    correction: int = 0
    absent: frozenset[int] = frozenset()
    registered: bool = True

    @property
    def full_name(self) -> str:
        """Family and first name, as OpenGotha orders by."""
        return self.name + self.first_name


@dataclass(frozen=True, slots=True)
class GoGame:
    """A game of two players by their numbers; ``handicap`` are stones, 0 for none."""

    round: int
    white: int
    black: int
    result: GoResult = GoResult.UNKNOWN
    handicap: int = 0
    known_colour: bool = True
    table: int = 0
    by_default: bool = False

    def points_of(self, number: int) -> int:
        """A side's points, doubled."""
        white, black = self.result.doubled_points
        return white if number == self.white else black

    def opponent_of(self, number: int) -> int:
        return self.black if number == self.white else self.white


@dataclass(frozen=True, slots=True)
class GoFacts:
    """What does not matter for scores and pairings."""

    start: date | None = None
    finish: date | None = None
    city: str = ""
    time_control: str = ""
    director: str = ""


@dataclass(frozen=True, slots=True)
class GoEvent:
    """``byes`` are the rounds and numbers of those who had the bye; ``granted`` are rounds, numbers
    and doubled points of those who did not play and whose points are known."""

    name: str
    players: tuple[GoPlayer, ...]
    games: tuple[GoGame, ...] = ()
    byes: frozenset[tuple[int, int]] = frozenset()
    settings: GoSettings = field(default_factory=GoSettings)
    weights: GoWeights = field(default_factory=GoWeights)
    granted: frozenset[tuple[int, int, int]] = frozenset()
    facts: GoFacts = field(default_factory=GoFacts)

    def before(self, round_: int) -> "GoEvent":
        """The event as it stood before a round."""
        return replace(
            self,
            games=tuple(game for game in self.games if game.round < round_),
            byes=frozenset((earlier, who) for earlier, who in self.byes if earlier < round_),
            granted=frozenset(each for each in self.granted if each[0] < round_),
        )

    def players_of(self, round_: int) -> frozenset[int]:
        """Who takes part in a round: those with a game or the bye, else who is not absent."""
        sides = {
            side for game in self.games if game.round == round_ for side in (game.white, game.black)
        }
        paired = sides | {number for bye_round, number in self.byes if bye_round == round_}
        if sides:
            return frozenset(paired)
        return frozenset(
            each.number for each in self.players if each.registered and round_ not in each.absent
        )


@dataclass(frozen=True, slots=True)
class GoTask:
    """A round of a go tournament to pair; its games are those of the rounds before."""

    event: GoEvent
    round: int
    present: frozenset[int]
    wishes: Wishes = field(default_factory=Wishes)
