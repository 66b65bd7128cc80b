"""The games of a knock-out that leave open who goes on."""

from dataclasses import dataclass

from events.models import Tournament
from events.tournaments.core.domain.tournament import KNOCKOUT, kind_of
from events.tournaments.core.selectors.rounds import GameLine, RoundProgress, round_lines
from events.tournaments.standings.domain.knockout import winner_of
from events.tournaments.standings.views import read_value


@dataclass(frozen=True, slots=True)
class PlayOff:
    """A game of a knock-out that nobody won; ``goes_on`` is the side that does, 0 while open."""

    line: GameLine
    goes_on: int


def play_offs(tournament: Tournament, here: RoundProgress) -> list[PlayOff]:
    """The games of a round of which somebody must say who goes on."""
    if kind_of(tournament.kind) != KNOCKOUT:
        return []
    value = read_value(tournament)
    entrants = {entrant.number: entrant for entrant in value.entrants}
    drawn = []
    for line in round_lines(here.pk).games:
        points = [value.system.points(code) for code in (line.outcome.first, line.outcome.second)]
        if None in points or points[0] != points[1]:
            continue
        sides = [line.first.number, line.second.number]
        winner = winner_of(sides, here.number, entrants, value)
        drawn.append(PlayOff(line, sides.index(winner) + 1 if winner in sides else 0))
    return drawn
