"""Deleting tournaments: one with results is never deleted by a director, an empty one may be."""

from collections.abc import Sequence

from django.db import transaction

from clubscore.problems import Refused, gettext_noop, sentence
from events.models import Game, LogEntry, Tournament
from events.tournaments.domain.outcome import Outcome


@transaction.atomic
def delete_tournament(*, tournament: Tournament) -> None:
    """Delete a tournament that holds no result. Raises :class:`Refused` for any other."""
    games = Game.objects.filter(round__tournament=tournament)
    entered = games.exclude(outcome=Outcome.PENDING).count()
    if entered:
        holds = gettext_noop("This tournament has results (%(entered)s), so it cannot be deleted.")
        raise Refused(sentence(holds, entered=entered))
    erase_tournaments(tournaments=[tournament])


@transaction.atomic
def erase_tournaments(*, tournaments: Sequence[Tournament]) -> None:
    """Erase tournaments whole, their log with them, as sessions are erased."""
    log = LogEntry.objects.filter(tournament__in=tournaments)
    # The log is append-only: its own ``delete`` refuses.
    log._raw_delete(log.db)
    Tournament.objects.filter(pk__in=[tournament.pk for tournament in tournaments]).delete()
