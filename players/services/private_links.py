"""Private links: made, renewed and withdrawn by a director.

The token of an address is shown once, to the director who makes it, and stored nowhere but as a
hash.
"""

import secrets

from clubscore.actor import Actor
from clubscore.problems import Refused, gettext_noop, sentence
from clubscore.transactions import in_transaction
from players.models import PrivateLink, RegisterEntry
from players.selectors.private_links import hash_of
from players.services.erasure import locked_player
from players.services.log import record
from players.services.version import hold_register

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
        erased = gettext_noop("The data of this player is erased, so that there is no link to it.")
        raise Refused(sentence(erased))
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
