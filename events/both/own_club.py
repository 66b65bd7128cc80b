"""Starting one's own club: everything of the demo is removed, and nothing else."""

from clubscore.actor import Actor
from clubscore.deletion.plan import CHANGED
from clubscore.problems import Refused, sentence
from clubscore.transactions import in_transaction
from events.both.demo_content import read_demo
from events.common.services.deletions import record_deletion
from events.common.services.locks import lock_all_series, lock_sessions, lock_tournament
from events.models import Deletion, Session, Tournament
from events.sessions.services.removal import erase
from events.sessions.services.series_removal import erase_series
from events.tournaments.services.removal import erase_tournaments
from movements.services import remove_demo_movements
from players.models import Player
from players.services.demo import remove_demo_register
from players.services.version import change_register


@in_transaction
def start_own_club(*, by: Actor, seen: str | None = None, backup: str = "") -> None:
    """Remove the demo.

    Raises :class:`Refused` when it is no longer what the page showed (``seen``): then the
    ``backup`` would not have everything.
    """
    _lock_demo()
    demo = read_demo()
    if seen is not None and demo.seen != seen:
        raise Refused(sentence(CHANGED))
    erase_series(series=demo.series, by=by)
    erase(sessions=demo.sessions, by=by)
    erase_tournaments(tournaments=demo.tournaments)
    remove_demo_movements()
    remove_demo_register(by=by)
    record_deletion(kind=Deletion.Kind.DEMO, results=demo.results, backup=backup, by=by)


def _lock_demo() -> None:
    change_register()
    # Evaluated for its locks.
    list(Player.objects.filter(is_demo=True).select_for_update(of=("self",)).order_by("pk"))
    lock_all_series()
    lock_sessions(_demo_ids(Session), alone=True)
    for pk in _demo_ids(Tournament):
        lock_tournament(pk, alone=True)


def _demo_ids(model: type[Session | Tournament]) -> list[int]:
    return list(model.objects.filter(is_demo=True).order_by("pk").values_list("pk", flat=True))
