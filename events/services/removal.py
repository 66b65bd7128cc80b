"""Removing sessions. A session with results stays for ever; one set up by mistake may go."""

from collections.abc import Sequence

from django.db import transaction

from clubscore.problems import Refused, gettext_noop, sentence
from events.models import LogEntry, Section, Session
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
    """Erase sessions whole, their log with them: the one way by which anything leaves the log."""
    log = LogEntry.objects.filter(session__in=sessions)
    log._raw_delete(log.db)
    Section.objects.filter(session__in=sessions).delete()
    Session.objects.filter(pk__in=[session.pk for session in sessions]).delete()
