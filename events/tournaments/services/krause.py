"""Importing tournament files: a file that was previewed becomes a tournament."""

from collections.abc import Collection

from clubscore.actor import Actor
from clubscore.problems import Refused, gettext_noop, sentence
from clubscore.transactions import in_transaction
from events.models import Tournament as StoredTournament
from events.tournaments.domain.tournament import Tournament
from events.tournaments.selectors.register_matches import Way, links_of
from events.tournaments.services.storing import store_tournament
from players.models import Player
from players.services.adding import add_players


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
    players: dict[int, Player] = {}
    new: dict[int, Player] = {}
    for link in links_of(value.entrants):
        number = link.entrant.number
        if link.player is None or (link.way is Way.NAME and number in strangers):
            continue
        (new if link.way is Way.NEW else players)[number] = link.player
    if add_new and new:
        added = add_players(players=new.values(), by=by)
        players |= dict(zip(new, added, strict=True))
    return store_tournament(value=value, by=by, players=players)
