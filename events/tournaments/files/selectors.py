"""A stored tournament beside a file of it: who is who, and what the file changes."""

from hashlib import sha256

from events.models import Tournament as StoredTournament
from events.tournaments.core.domain.tournament import Tournament
from events.tournaments.core.selectors.tournaments import tournament_value
from events.tournaments.files.domain import Differences, Known, differences, matches


def known_entries(tournament: StoredTournament) -> list[Known]:
    """Every entry, also those without a starting number yet."""
    rows = tournament.entries.values_list("pk", "number", "family", "given", "identity")
    return [Known(*row) for row in rows.order_by("pk")]


def differences_of(tournament: StoredTournament, file: Tournament) -> Differences:
    """What storing the file over the tournament would change."""
    known = known_entries(tournament)
    numbers = {entry.key: entry.number for entry in known}
    found = matches(known, file.entrants)
    return differences(
        tournament_value(tournament), file, {number: numbers[key] for number, key in found.items()}
    )


def state_of(tournament: StoredTournament) -> str:
    """A text that is another one after any change of what a file can change."""
    known = (tournament_value(tournament), known_entries(tournament))
    return sha256(repr(known).encode()).hexdigest()[:32]
