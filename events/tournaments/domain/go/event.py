"""A go tournament as a value: players with ranks, games with handicaps, and its settings.

Scores are doubled throughout, so that halves are whole numbers. A rank is a number of
:mod:`events.tournaments.domain.go.ranks`. Source: OpenGotha's parameters and their defaults.
"""

from dataclasses import dataclass, field, replace
from enum import StrEnum


class GoResult(StrEnum):
    """How a game ended, by default or not."""

    UNKNOWN = "RESULT_UNKNOWN"
    WHITE_WINS = "RESULT_WHITEWINS"
    BLACK_WINS = "RESULT_BLACKWINS"
    JIGO = "RESULT_EQUAL"
    BOTH_WIN = "RESULT_BOTHWIN"
    BOTH_LOSE = "RESULT_BOTHLOOSE"

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
        }[self]


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
class GoEvent:
    """``byes`` are the rounds and numbers of those who had the bye."""

    name: str
    players: tuple[GoPlayer, ...]
    games: tuple[GoGame, ...] = ()
    byes: frozenset[tuple[int, int]] = frozenset()
    settings: GoSettings = field(default_factory=GoSettings)
    weights: GoWeights = field(default_factory=GoWeights)

    def before(self, round_: int) -> "GoEvent":
        """The event as it stood before a round."""
        return replace(
            self,
            games=tuple(game for game in self.games if game.round < round_),
            byes=frozenset((earlier, who) for earlier, who in self.byes if earlier < round_),
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
