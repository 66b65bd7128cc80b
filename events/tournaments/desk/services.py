"""Removing tournaments, with their results and their logs."""

from collections.abc import Sequence

from clubscore.database.transactions import in_transaction
from clubscore.web.deletion import refuse_unless_seen
from clubscore.web.visitors import Actor
from events.common.services import lock_tournament, record_deletion
from events.models import Deletion, Entry, LogEntry, Tournament
from events.tournaments.desk.selectors import tournament_plan
from players.services.players import drop_unused_guests


@in_transaction
def delete_tournament(
    *, tournament: Tournament, by: Actor, seen: str | None = None, backup: str = ""
) -> None:
    """Delete a tournament with its results.

    Raises :class:`Refused` when it is gone, and when it is no longer what the page showed
    (``seen``): then the ``backup`` would not have everything.
    """
    stored = lock_tournament(tournament.pk, alone=True)
    plan = tournament_plan(stored)
    refuse_unless_seen(plan, seen)
    record_deletion(
        kind=Deletion.Kind.TOURNAMENT,
        title=stored.name,
        date=stored.start,
        results=plan.results,
        backup=backup,
        by=by,
    )
    erase_tournaments(tournaments=[stored])


@in_transaction
def erase_tournaments(*, tournaments: Sequence[Tournament]) -> None:
    """Erase tournaments whole, their log with them, as sessions are erased."""
    for pk in sorted(tournament.pk for tournament in tournaments):
        lock_tournament(pk, alone=True)
    log = LogEntry.objects.filter(tournament__in=tournaments)
    # The log is append-only: its own ``delete`` refuses.
    log._raw_delete(log.db)
    entries = Entry.objects.filter(tournament__in=tournaments, player__isnull=False)
    players = list(entries.values_list("player", flat=True))
    Tournament.objects.filter(pk__in=[tournament.pk for tournament in tournaments]).delete()
    drop_unused_guests(numbers=[number for number in players if number])
