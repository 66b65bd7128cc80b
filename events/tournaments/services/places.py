"""Everybody's place after each round that was begun."""

from events.tournaments.domain.tiebreaks.catalogue import chosen
from events.tournaments.domain.tiebreaks.stage import rounds_begun, stage
from events.tournaments.domain.tiebreaks.standings import rank
from events.tournaments.domain.tournament import Tournament


def places_by_round(value: Tournament) -> dict[int, tuple[int, ...]]:
    """The places by starting number, in the order of the final standings; a shared place is the
    first of those that are shared."""
    found: dict[int, tuple[int, ...]] = {}
    for number in range(1, rounds_begun(value) + 1):
        lines = rank(stage(value, number), chosen(value.tie_breaks)).lines()
        places = {line.number: int(line.place.rstrip("=")) for line in lines}
        found = {player: (*found.get(player, ()), place) for player, place in places.items()}
    return found
