"""Removing tournaments, with their results and their logs."""

from collections.abc import Sequence

from clubscore.database.transactions import in_transaction
from clubscore.web.visitors import Actor
from events.common.services import (
    lock_tournament,
    put_into_bin,
    record,
    record_deletion,
    take_out_of_bin,
)
from events.models import Deletion, Entry, LogEntry, Tournament
from events.tournaments.desk.selectors import tournament_plan
from players.services.players import drop_unused_guests


@in_transaction
def delete_tournament(*, tournament: Tournament, by: Actor) -> None:
    """Put a tournament into the bin. Raises :class:`Refused` when it is gone."""
    stored = lock_tournament(tournament.pk, alone=True)
    record_deletion(
        kind=Deletion.Kind.TOURNAMENT,
        title=stored.name,
        date=stored.start,
        results=tournament_plan(stored).results,
        by=by,
    )
    put_into_bin(event=stored, kept={})
    record(tournament_id=stored.pk, action=LogEntry.Action.BINNED, by=by)


@in_transaction
def restore_tournament(*, pk: int, by: Actor) -> Tournament:
    """Bring a tournament back from the bin as it was. Raises :class:`Refused` when it is not there
    (any more)."""
    tournament, _kept = take_out_of_bin(model=Tournament, pk=pk)
    record(tournament_id=pk, action=LogEntry.Action.BROUGHT_BACK, by=by)
    return tournament


@in_transaction
def erase_tournaments(*, tournaments: Sequence[Tournament]) -> None:
    """Erase tournaments whole, their log with them, as sessions are erased."""
    for pk in sorted(tournament.pk for tournament in tournaments):
        lock_tournament(pk, alone=True, with_bin=True)
    log = LogEntry.objects.filter(tournament__in=tournaments)
    # The log is append-only: its own ``delete`` refuses.
    log._raw_delete(log.db)
    entries = Entry.objects.filter(tournament__in=tournaments, player__isnull=False)
    players = list(entries.values_list("player", flat=True))
    Tournament.everything.filter(pk__in=[tournament.pk for tournament in tournaments]).delete()
    drop_unused_guests(numbers=[number for number in players if number])
