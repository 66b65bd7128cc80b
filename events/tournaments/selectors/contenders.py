"""The players of a tournament as the pairing of a round sees them."""

from events.models import Round, Tournament
from events.tournaments.domain.pairing_checks import Contender
from events.tournaments.selectors.tournaments import tournament_value


def contenders(tournament: Tournament, round: Round) -> dict[int, Contender]:  # noqa: A002
    """Everybody with a starting number, with the results of the rounds before."""
    results = {each.number: each.results for each in tournament_value(tournament).entrants}
    return {
        entry.number: Contender(
            number=entry.number,
            name=entry.name,
            club=entry.club,
            attends=entry.attends(round.number),
            withdrawn=entry.withdrawn_after is not None and entry.withdrawn_after < round.number,
            results=results[entry.number][: round.number - 1],
        )
        for entry in tournament.entries.all()
        if entry.number is not None
    }
