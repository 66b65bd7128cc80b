"""Importing tournament files: a file that was previewed becomes a tournament."""

from collections.abc import Collection

from clubscore.actor import Actor
from clubscore.problems import Refused, gettext_noop, sentence
from clubscore.transactions import in_transaction
from events.models import Tournament as StoredTournament
from events.tournaments.domain.tournament import Tournament
from events.tournaments.services.links import linked_players
from events.tournaments.services.storing import store_tournament


@in_transaction
def import_tournament(
    *, value: Tournament, by: Actor, strangers: Collection[int] = (), add_new: bool = True
) -> StoredTournament:
    """Store a tournament that was read from a file, its entrants linked to the register.

    ``strangers`` are the starting numbers of those who only share the name of somebody in the
    register. With ``add_new`` everybody whom the register does not know is added to it. Raises
    :class:`Refused` for a tournament without a name or a start, and for what cannot be stored.
    """
    if not value.name:
        raise Refused(sentence(gettext_noop("The tournament's name is missing; enter one.")))
    if not value.start:
        raise Refused(sentence(gettext_noop("The start date is missing; enter it.")))
    players = linked_players(value.entrants, by=by, strangers=strangers, add_new=add_new)
    return store_tournament(value=value, by=by, players=players)
