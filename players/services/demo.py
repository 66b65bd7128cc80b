"""Players and clubs of the demo: marked when it is built, removed when the club starts its own."""

from collections.abc import Collection

from clubscore.actor import Actor
from clubscore.numbering import hold_numbers, restart_numbers
from clubscore.transactions import in_transaction
from players.models import Club, FormerNumber, Player, RegisterEntry
from players.selectors.references import has_played, references
from players.services.club_settings import NO_PLAYER
from players.services.players import delete_players
from players.services.version import change_register


@in_transaction
def mark_demo_players(*, numbers: Collection[int]) -> None:
    """Mark players whom the demo has just added."""
    change_register()
    Player.objects.filter(pk__in=numbers).update(is_demo=True)


@in_transaction
def remove_demo_register(*, by: Actor) -> None:
    """Delete the players of the demo who are in no event, and its club if nothing belongs to it;
    the others are the club's own from now on."""
    change_register()
    demo = Player.objects.filter(is_demo=True)
    going = list(demo.exclude(has_played()).values_list("pk", flat=True))
    delete_players(numbers=going, by=by)
    Player.objects.filter(is_demo=True).update(is_demo=False)
    for club in Club.objects.filter(is_demo=True):
        if any(each.rows(**{each.field: club}).exists() for each in references(Club)):
            club.is_demo = False
            club.save(update_fields=["is_demo"])
        else:
            club.delete()
    _begin_numbers_again(set(going))


def _begin_numbers_again(numbers: Collection[int]) -> None:
    """The club's first player is number 1, where no number was ever used but by the demo.

    What is left of its players, their former numbers and their log, goes with them then.
    """
    hold_numbers(Player)
    log = RegisterEntry.objects.filter(number__in=numbers)
    others = RegisterEntry.objects.exclude(number__in={*numbers, NO_PLAYER})
    former = FormerNumber.objects.exclude(number__in=numbers)
    if Player.everybody.exists() or former.exists() or others.exists():
        return
    FormerNumber.objects.all().delete()
    # _raw_delete: the delete() of an append-only log refuses.
    log._raw_delete(log.db)
    restart_numbers(Player)
