"""Private links of players: made, renewed and withdrawn by a director.

The token of an address is shown once, to the director who makes it, and stored nowhere but as a
hash.
"""

import secrets

from clubscore.database.transactions import in_transaction
from clubscore.text.problems import Refused
from clubscore.web.visitors import Actor
from players.models import PrivateLink, RegisterEntry
from players.selectors.register import hash_of
from players.services.erasure import locked_player
from players.services.log import hold_register, record

TOKEN_BYTES = 24
"""192 bits: nobody guesses one."""


@in_transaction
def make_private_link(*, number: int, by: Actor) -> str:
    """Make a link, whose token is returned; an earlier one of the player stops working.

    Raises :class:`Refused` for a player who was erased or is gone.
    """
    hold_register()
    player = locked_player(number)
    if player.erased_at is not None:
        raise Refused.because("The data of this player is erased, so that there is no link to it.")
    token = secrets.token_urlsafe(TOKEN_BYTES)
    player.private_links.all().delete()
    PrivateLink.objects.create(player=player, token_hash=hash_of(token), created_by=by.user)
    record(number=number, action=RegisterEntry.Action.LINKED, by=by)
    return token


@in_transaction
def withdraw_private_link(*, number: int, by: Actor) -> None:
    """Let no link of the player work any more."""
    hold_register()
    deleted, _rows = locked_player(number).private_links.all().delete()
    if deleted:
        record(number=number, action=RegisterEntry.Action.UNLINKED, by=by)
