"""The prizes of a stored tournament, divided by its standings."""

from clubscore.text.numbers import integer_of
from events.models import Tournament
from events.tournaments.prizes.domain.fund import Player
from events.tournaments.standings.figures import Standings


def players_of(tournament: Tournament, standings: Standings, names: dict[int, str]) -> list[Player]:
    """Everybody of the standings, with what categories ask for."""
    entries = {entry.number: entry for entry in tournament.entries.all()}
    found = []
    for line in standings.lines:
        entry = entries.get(line.number)
        if entry is None:
            continue
        year = entry.born[:4]
        found.append(
            Player(
                number=line.number,
                place=line.place.number,
                name=names.get(line.number, ""),
                points=standings.score_of(line),
                rating=entry.rating,
                born=integer_of(year) if year.isascii() and year.isdigit() else None,
                sex=entry.sex,
                federation=entry.federation,
                club=entry.club,
                title=entry.title,
            )
        )
    return found
