"""What a change of a result does to the standings: who moves from which place to which."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from fractions import Fraction

from events.tournaments.domain.results import Result
from events.tournaments.domain.tiebreaks.standings import standings
from events.tournaments.domain.tournament import Entrant, Tournament


@dataclass(frozen=True, slots=True)
class Move:
    """A player whose place or points change. Places are as in the standings: ``3``, ``2=``."""

    number: int
    place_before: str
    place_after: str
    points_before: Fraction
    points_after: Fraction


def with_results(
    tournament: Tournament, number: int, results: Mapping[int, Result | None]
) -> Tournament:
    """The tournament with these results of round ``number``, by starting number."""

    def with_result(entrant: Entrant) -> Entrant:
        if entrant.number not in results:
            return entrant
        # Results end with the player's last one, which may be before this round.
        changed = list(entrant.results) + [None] * (number - len(entrant.results))
        changed[number - 1] = results[entrant.number]
        return replace(entrant, results=tuple(changed))

    return replace(tournament, entrants=tuple(with_result(each) for each in tournament.entrants))


def moves(before: Tournament, after: Tournament) -> tuple[Move, ...]:
    """Everybody whose place or points differ afterwards, in the order of the new standings."""
    old = {line.number: line for line in standings(before, tie_breaks=before.tie_breaks)}
    return tuple(
        Move(line.number, was.place, line.place, was.points, line.points)
        for line in standings(after, tie_breaks=after.tie_breaks)
        for was in [old[line.number]]
        if (was.place, was.points) != (line.place, line.points)
    )
