"""The seam of the pairing systems: what a system is given, and what it answers.

A *task* is a tournament before a round: its results are those of the rounds before, and who takes
part is listed apart. A *proposal* is the round: pairs in the order of the boards, each with its
reason, and who has a bye. A system that finds no pairing raises
:class:`clubscore.problems.Refused` with the reason.
"""

from dataclasses import dataclass, replace
from enum import StrEnum
from fractions import Fraction

from clubscore.problems import Sentence, gettext_noop, sentence
from events.tournaments.domain.results import Code, Colour, Result
from events.tournaments.domain.tournament import Entrant, Tournament


class System(StrEnum):
    """The pairing systems, by the words of the command line."""

    DUTCH = "dutch"
    TEAM = "team"
    TEAM_ROUND_ROBIN = "team-round-robin"
    MCMAHON = "mcmahon"
    GO_SWISS = "go-swiss"
    ROUND_ROBIN = "round-robin"
    DOUBLE_ROUND_ROBIN = "double-round-robin"
    KNOCKOUT = "knockout"
    SCHEVENINGEN = "scheveningen"
    KEIZER = "keizer"


GO_SYSTEMS = frozenset({System.MCMAHON, System.GO_SWISS})
"""Those of go, which go's own scores and weights decide."""

TEAM_SYSTEMS = frozenset({System.TEAM, System.TEAM_ROUND_ROBIN})
"""Those of teams that meet each other; their pairs are teams."""


@dataclass(frozen=True, slots=True)
class Acceleration:
    """Virtual points of these starting numbers in the rounds ``first_round`` to ``last_round``,
    both included."""

    points: Fraction
    first_round: int
    last_round: int
    numbers: frozenset[int]

    def applies(self, number: int, round_: int) -> bool:
        """Whether a player has them while this round is paired."""
        return self.first_round <= round_ <= self.last_round and number in self.numbers


@dataclass(frozen=True, slots=True)
class Task:
    """A round to pair. ``present`` are the starting numbers of those who take part.

    ``initial`` is the colour of number 1 in round 1, which the lot decides.
    """

    system: System
    tournament: Tournament
    round: int
    present: frozenset[int]
    initial: Colour = Colour.WHITE
    accelerations: tuple[Acceleration, ...] = ()

    @property
    def taking_part(self) -> list[Entrant]:
        """Who takes part, by starting number."""
        return [each for each in self.tournament.entrants if each.number in self.present]

    def pairing_score(self, entrant: Entrant) -> Fraction:
        """Points so far, with those of the last acceleration that applies."""
        virtual = [
            each.points for each in self.accelerations if each.applies(entrant.number, self.round)
        ]
        points = self.tournament.points_of(entrant, self.round - 1)
        return points + (virtual[-1] if virtual else 0)


@dataclass(frozen=True, slots=True)
class Pair:
    """A game; ``why`` explains it. ``handicap`` are Black's stones in go."""

    white: int
    black: int
    why: Sentence
    handicap: int = 0


@dataclass(frozen=True, slots=True)
class Proposal:
    """The pairs in the order of the boards, and who has a bye; ``bye_why`` explains the byes.

    Of those with a bye, ``free`` have the free round that everybody has once, and no points, and
    ``unopposed`` lack an opponent of the other team, and have won by default.
    """

    pairs: tuple[Pair, ...] = ()
    byes: tuple[int, ...] = ()
    bye_why: Sentence | None = None
    free: tuple[int, ...] = ()
    unopposed: tuple[int, ...] = ()

    def bye_of(self, number: int) -> Code:
        """The bye of somebody who has one."""
        if number in self.free:
            return Code.ZERO_BYE
        return Code.FULL_BYE if number in self.unopposed else Code.PAIRING_BYE


NOBODY = gettext_noop(
    "Nobody takes part in round %(round)s. Whoever does is registered, has a starting number, and"
    " has neither a bye nor an absence in it."
)
NO_OPPONENT = gettext_noop("The table has no opponent in this round, or one who does not play.")
NO_SUCH_ROUND = gettext_noop(
    "The last round of this system is round %(rounds)s; there is no round %(round)s."
)


def no_such_round(round_: int, rounds: int) -> Sentence:
    """The refusal of a round beyond the last one of a system."""
    return sentence(NO_SUCH_ROUND, round=round_, rounds=rounds)


def before_round(tournament: Tournament, number: int) -> Tournament:
    """The tournament as it stood before a round: later results are left out, and a missing
    result of a game counts as a draw for the pairing (FIDE C.04.2, article 3.1)."""
    entrants = tuple(
        replace(each, results=tuple(_decided(result) for result in each.results[: number - 1]))
        for each in tournament.entrants
    )
    return replace(tournament, entrants=entrants)


def _decided(result: Result | None) -> Result | None:
    if result and result.code is Code.PENDING:
        return replace(result, code=Code.DRAW)
    return result


def players_of_round(tournament: Tournament, number: int) -> frozenset[int]:
    """Who takes part in a round according to its results: those with an opponent or the bye of
    the pairing; everybody without a bye that was asked for where the round is not paired yet."""
    results = {each.number: _result(each, number) for each in tournament.entrants}
    paired = {player for player, result in results.items() if _is_by_pairing(result)}
    return frozenset(paired or (player for player, result in results.items() if result is None))


def is_paired(tournament: Tournament, number: int) -> bool:
    """Whether a round has games, or a bye of the pairing."""
    return any(_is_by_pairing(_result(each, number)) for each in tournament.entrants)


def _result(entrant: Entrant, number: int) -> Result | None:
    return entrant.results[number - 1] if number <= len(entrant.results) else None


def _is_by_pairing(result: Result | None) -> bool:
    return result is not None and (result.opponent is not None or result.code is Code.PAIRING_BYE)
