"""Adding many players to the register at once."""

from collections.abc import Iterable

from django.db import IntegrityError, transaction

from clubscore.actor import Actor
from clubscore.problems import Refused, gettext_noop, sentence
from clubscore.transactions import in_transaction
from players.models import Player
from players.selectors.club_settings import club_settings
from players.services.log import BATCH_SIZE, record_added
from players.services.version import change_register


@in_transaction
def add_players(*, players: Iterable[Player], by: Actor) -> list[Player]:
    """Add players whose fields are valid, all or nobody.

    Raises :class:`Refused` for a name or a number that somebody else was given meanwhile.
    """
    players = list(players)
    change_register()
    by_particle = club_settings().sorts_by_particle
    for player in players:
        # bulk_create does not call ``save``, which sets them.
        player.set_keys(by_particle=by_particle)
    try:
        with transaction.atomic():
            added = Player.objects.bulk_create(players, batch_size=BATCH_SIZE)
            record_added(players=added, by=by)
    except IntegrityError as error:
        meanwhile = gettext_noop(
            "Somebody has added one of these players to the register in the meantime. Look again, "
            "then try again."
        )
        raise Refused(sentence(meanwhile)) from error
    return added
