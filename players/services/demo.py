"""Players and clubs of the demo: marked when it is built, removed when the club starts its own."""

from collections.abc import Collection

from clubscore.actor import Actor
from clubscore.transactions import in_transaction
from players.models import Club, Player
from players.selectors.references import has_played, references
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
    going = demo.exclude(has_played()).values_list("pk", flat=True)
    delete_players(numbers=list(going), by=by)
    Player.objects.filter(is_demo=True).update(is_demo=False)
    for club in Club.objects.filter(is_demo=True):
        if any(each.rows(**{each.field: club}).exists() for each in references(Club)):
            club.is_demo = False
            club.save(update_fields=["is_demo"])
        else:
            club.delete()
