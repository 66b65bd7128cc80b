"""Standings of a stored tournament, and what a correction does to them.

Everybody's place after each round that was begun.
"""

from dataclasses import dataclass, replace
from fractions import Fraction

from clubscore.web.caching import kept
from events.models import Tournament as StoredTournament
from events.tournaments.core.domain.results import Code, Colour, Outcome, Result
from events.tournaments.core.domain.tournament import KNOCKOUT, Tournament
from events.tournaments.core.selectors.rounds import ByeLine, GameLine
from events.tournaments.core.selectors.tournaments import tournament_value
from events.tournaments.standings.domain.catalogue import LEADING, TieBreak, ordering
from events.tournaments.standings.domain.stage import rounds_begun, stage
from events.tournaments.standings.domain.standings import (
    Move,
    Ranking,
    Standing,
    leads,
    moves,
    rank,
    with_results,
)

KO = LEADING[KNOCKOUT].code


@dataclass(frozen=True, slots=True)
class Standings:
    """The tournament, how many rounds are counted, and everybody's line, best first.

    Its tie-breaks begin with the score that comes before the points, if there is one. ``ranking``
    is what the lines were made from, with the parts of every value.
    """

    value: Tournament
    through: int
    ranking: Ranking
    lines: tuple[Standing, ...]

    @property
    def leading(self) -> TieBreak | None:
        """The score that comes before the points, if there is one."""
        is_led = leads(self.ranking.stage, self.ranking.tie_breaks)
        return self.ranking.tie_breaks[0] if is_led else None

    def score_of(self, line: Standing) -> Fraction:
        """What a player has, in one number: the score that comes before the points, or these. A
        knock-out has rounds and no score."""
        return (line.values[0] if self.score_code else None) or line.points

    @property
    def score_code(self) -> str:
        """The code of that score; empty where it is the points."""
        return self.leading.code if self.leading and self.leading.code != KO else ""

    @property
    def is_provisional(self) -> bool:
        """Whether a game of the rounds counted is still to be played."""
        return any(line.provisional for line in self.lines)


def standings_of(tournament: StoredTournament, through: int | None = None) -> Standings:
    """The standings after a round, by default after the last one that was begun."""
    value = tournament_value(tournament)
    counted = rounds_begun(value) if through is None else through
    return _ranked(value, counted)


def _ranked(value: Tournament, counted: int) -> Standings:
    """The standings of a value, kept by all that it is: what a correction would make of them is
    there when it is made, and what they were when the next one is."""

    def make() -> Standings:
        tie_breaks = ordering(value.kind, value.tie_breaks)
        ranking = rank(stage(value, counted), tie_breaks)
        shown = replace(value, tie_breaks=tuple(tie_break.code for tie_break in tie_breaks))
        return Standings(shown, counted, ranking, ranking.lines())

    return kept(("ranked", hash(value), counted), state=(value, counted), make=make)


def _moves(before: Tournament, after: Tournament) -> tuple[Move, ...]:
    old, new = (_ranked(value, rounds_begun(value)).lines for value in (before, after))
    return moves(old, new)


def moves_of_game(
    tournament: StoredTournament,
    number: int,
    line: GameLine,
    outcome: Outcome,
    *,
    swapped: bool = False,
) -> tuple[Move, ...]:
    """Who moves in the standings when the game of ``line``, in round ``number``, as it is stored,
    ends with ``outcome``; ``swapped`` when the colours change as well.

    ``outcome`` is by the sides as they are in ``line``.
    """
    before = tournament_value(tournament)
    first, second = line.first.number, line.second.number
    if first is None or second is None:
        raise ValueError(f"{line} has a side without a starting number")
    handicap = _handicap(before, number, first)
    white = Colour.BLACK if swapped else Colour.WHITE
    colour = white if line.colours_known else None
    after = {
        first: Result(second, colour, outcome.first, handicap),
        second: Result(first, colour and colour.other, outcome.second, handicap),
    }
    return _moves(before, with_results(before, number, after))


def _handicap(tournament: Tournament, number: int, player: int) -> int:
    """The stones of a player's game of a round."""
    (entrant,) = (each for each in tournament.entrants if each.number == player)
    result = entrant.results[number - 1] if number <= len(entrant.results) else None
    return result.handicap if result else 0


def moves_of_bye(
    tournament: StoredTournament, number: int, line: ByeLine, code: Code
) -> tuple[Move, ...]:
    """Who moves in the standings when the bye of ``line`` becomes another one."""
    before = tournament_value(tournament)
    if line.entry.number is None:
        raise ValueError(f"{line} has no starting number")
    after = {line.entry.number: Result(None, None, code)}
    return _moves(before, with_results(before, number, after))


def places_by_round(value: Tournament) -> dict[int, tuple[int, ...]]:
    """The places by starting number, in the order of the final standings; a shared place is the
    first of those that are shared."""
    found: dict[int, tuple[int, ...]] = {}
    for number in range(1, rounds_begun(value) + 1):
        lines = rank(stage(value, number), ordering(value.kind, value.tie_breaks)).lines()
        places = {line.number: line.place.number for line in lines}
        found = {player: (*found.get(player, ()), place) for player, place in places.items()}
    return found
