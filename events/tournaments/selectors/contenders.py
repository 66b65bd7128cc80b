"""The players of a tournament as the pairing of a round sees them."""

from events.models import Round, Tournament
from events.tournaments.domain.pairing_checks import Contender
from events.tournaments.domain.tournament import Tournament as TournamentValue
from events.tournaments.selectors.tournaments import tournament_value


def contenders(
    tournament: Tournament,
    round: Round,  # noqa: A002
    *,
    with_results: bool = True,
    value: TournamentValue | None = None,
) -> dict[int, Contender]:
    """Everybody with a starting number, with the results of the rounds before if they matter;
    ``value`` is the tournament's, where it has been read."""
    if value is None and with_results:
        value = tournament_value(tournament)
    results = {each.number: each.results for each in value.entrants} if value else {}
    return {
        entry.number: Contender(
            number=entry.number,
            name=entry.name,
            club=entry.club,
            attends=entry.attends(round.number),
            withdrawn=entry.withdrawn_after is not None and entry.withdrawn_after < round.number,
            results=results.get(entry.number, ())[: round.number - 1],
        )
        for entry in tournament.entries.all()
        if entry.number is not None
    }
