"""Deleting tournaments: one with results is never deleted by a director, an empty one may be."""

from collections.abc import Sequence

from clubscore.problems import Refused, gettext_noop, sentence
from clubscore.transactions import in_transaction
from events.common.services.locks import lock_tournament
from events.models import Game, LogEntry, Tournament
from events.tournaments.domain.outcome import Outcome


@in_transaction
def delete_tournament(*, tournament: Tournament) -> None:
    """Delete a tournament that holds no result. Raises :class:`Refused` for any other."""
    lock_tournament(tournament.pk, alone=True)
    games = Game.objects.filter(round__tournament=tournament)
    entered = games.exclude(outcome=Outcome.PENDING).count()
    if entered:
        holds = gettext_noop("This tournament has results (%(entered)s), so it cannot be deleted.")
        raise Refused(sentence(holds, entered=entered))
    erase_tournaments(tournaments=[tournament])


@in_transaction
def erase_tournaments(*, tournaments: Sequence[Tournament]) -> None:
    """Erase tournaments whole, their log with them, as sessions are erased."""
    for pk in sorted(tournament.pk for tournament in tournaments):
        lock_tournament(pk, alone=True)
    log = LogEntry.objects.filter(tournament__in=tournaments)
    # The log is append-only: its own ``delete`` refuses.
    log._raw_delete(log.db)
    Tournament.objects.filter(pk__in=[tournament.pk for tournament in tournaments]).delete()
