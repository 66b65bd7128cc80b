"""The standings as the pages of a tournament begin: ranked once for each of its states."""

from typing import Final

from clubscore.recent import Recent
from events.common.selectors.stamp import tournament_stamp
from events.models import Tournament
from events.tournaments.domain.tournament import Tournament as Value
from events.tournaments.selectors.tournaments import tournament_value
from events.tournaments.services.standings import Standings, standings_of

_STANDINGS: Final[Recent[Standings]] = Recent(6)
_VALUES: Final[Recent[Value]] = Recent(4)


def read_standings(tournament: Tournament, through: int | None = None) -> Standings:
    """The standings after a round, by default after the last one that was begun."""
    stamp = tournament_stamp(tournament.pk)
    # Its settings may have changed between reading it and reading the stamp.
    tournament.refresh_from_db()
    return _STANDINGS.get(
        (tournament.pk, through, tournament.shows_hidden_rounds),
        stamp=stamp,
        make=lambda: standings_of(tournament, through),
    )


def read_value(tournament: Tournament) -> Value:
    """The tournament with its results."""
    stamp = tournament_stamp(tournament.pk)
    tournament.refresh_from_db()
    key = (tournament.pk, tournament.shows_hidden_rounds)
    return _VALUES.get(key, stamp=stamp, make=lambda: tournament_value(tournament))
