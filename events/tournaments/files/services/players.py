"""The register's players behind the entrants of a file, new ones added."""

from collections.abc import Collection, Iterable

from clubscore.web.visitors import Actor
from events.tournaments.core.domain.tournament import Entrant
from events.tournaments.entries.selectors import Way, links_of
from players.models import Player
from players.services.players import add_players


def linked_players(
    entrants: Iterable[Entrant], *, by: Actor, strangers: Collection[int], add_new: bool
) -> dict[int, Player]:
    """The player of each starting number that has one, within a transaction.

    ``strangers`` are the starting numbers of those who only share the name of somebody in the
    register. With ``add_new`` everybody whom the register does not know is added to it.
    """
    players: dict[int, Player] = {}
    new: dict[int, Player] = {}
    for link in links_of(entrants):
        number = link.entrant.number
        if link.player is None or (link.way is Way.NAME and number in strangers):
            continue
        (new if link.way is Way.NEW else players)[number] = link.player
    if add_new and new:
        added = add_players(players=new.values(), by=by)
        players |= dict(zip(new, added, strict=True))
    return players
