"""Removing tournaments, with their results and their logs."""

from collections.abc import Sequence

from clubscore.actor import Actor
from clubscore.deletion.plan import refuse_unless_seen
from clubscore.transactions import in_transaction
from events.common.services.deletions import record_deletion
from events.common.services.locks import lock_tournament
from events.models import Deletion, Entry, LogEntry, Tournament
from events.tournaments.selectors.deletion import tournament_plan
from players.services.guests import drop_unused_guests


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
