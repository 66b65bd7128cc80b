"""The K of the players of a tournament."""

from events.models import Tournament
from events.tournaments.core.selectors.entries import tournament_entries


def factors_of(tournament: Tournament) -> dict[int, int]:
    """The K that was set, by starting number."""
    rows = tournament_entries(tournament).filter(k__isnull=False, number__isnull=False)
    return dict(rows.order_by("number").values_list("number", "k"))
