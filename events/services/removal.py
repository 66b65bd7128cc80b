"""Removing sessions and tournaments. What has results stays for ever; a mistake may go."""

from collections.abc import Sequence

from django.db import transaction

from clubscore.problems import Refused, gettext_noop, sentence
from events.domain.outcome import Outcome
from events.models import Game, LogEntry, Section, Session, Tournament
from events.selectors.lines import progress


@transaction.atomic
def delete_session(*, session: Session) -> None:
    """Delete a session that holds no result. Raises :class:`Refused` for any other."""
    entered = sum(board.entered for board in progress(session.pk))
    if entered:
        holds = gettext_noop(
            "This session stays, because results are in: %(entered)s. Only a session without"
            " results can be deleted."
        )
        raise Refused(sentence(holds, entered=entered))
    erase(sessions=[session])


@transaction.atomic
def erase(*, sessions: Sequence[Session]) -> None:
    """Erase sessions whole, their log with them: one of the two ways out of the log."""
    log = LogEntry.objects.filter(session__in=sessions)
    log._raw_delete(log.db)
    Section.objects.filter(session__in=sessions).delete()
    Session.objects.filter(pk__in=[session.pk for session in sessions]).delete()


@transaction.atomic
def delete_tournament(*, tournament: Tournament) -> None:
    """Delete a tournament that holds no result. Raises :class:`Refused` for any other."""
    games = Game.objects.filter(round__tournament=tournament)
    entered = games.exclude(outcome=Outcome.PENDING).count()
    if entered:
        holds = gettext_noop(
            "This tournament stays, because results are in: %(entered)s. Only a tournament without"
            " results can be deleted."
        )
        raise Refused(sentence(holds, entered=entered))
    erase_tournaments(tournaments=[tournament])


@transaction.atomic
def erase_tournaments(*, tournaments: Sequence[Tournament]) -> None:
    """Erase tournaments whole, their log with them, as :func:`erase` does with sessions."""
    log = LogEntry.objects.filter(tournament__in=tournaments)
    log._raw_delete(log.db)
    Tournament.objects.filter(pk__in=[tournament.pk for tournament in tournaments]).delete()
