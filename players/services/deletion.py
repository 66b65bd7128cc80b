"""Deleting one player, who may have played.

Results name their players, and stay: so a player who has played is erased, and from then on stands
in no list of the register. A player who never played is deleted altogether.
"""

from django.utils import timezone

from clubscore.actor import Actor
from clubscore.deletion.plan import refuse_unless_seen
from clubscore.transactions import in_transaction
from players.models import Player, RegisterEntry
from players.selectors.deletion import player_plan
from players.selectors.references import has_played
from players.services.erasure import erase_player, locked_player
from players.services.log import record
from players.services.players import delete_players
from players.services.version import change_register


@in_transaction
def delete_player(*, number: int, by: Actor, seen: str | None = None, backup: str = "") -> None:
    """Delete a player. The results stay as they are, under a name that identifies nobody.

    Raises :class:`Refused` when the player is gone, or is no longer what the page showed
    (``seen``): then the ``backup`` would not have everything.
    """
    change_register()
    plan = player_plan(locked_player(number))
    refuse_unless_seen(plan, seen)
    if not Player.objects.filter(has_played(), pk=number).exists():
        delete_players(numbers=[number], by=by)
        return
    erase_player(number=number, by=by)
    Player.objects.filter(pk=number).update(deleted_at=timezone.now())
    after = {"events": plan.results, "backup": backup}
    record(number=number, action=RegisterEntry.Action.DELETED, by=by, after=after)
