"""The K of the players of a tournament."""

from events.models import Tournament
from events.tournaments.core.selectors.entries import tournament_entries


def factors_of(tournament: Tournament) -> dict[int, int]:
    """The K that was set, by starting number."""
    return {
        entry.number: entry.k
        for entry in tournament_entries(tournament)
        if entry.number and entry.k
    }
