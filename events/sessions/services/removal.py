"""Removing sessions. What has results stays for ever; a mistake may go."""

from collections.abc import Sequence

from django.db import transaction

from clubscore.actor import Actor
from clubscore.problems import Refused, gettext_noop, sentence
from events.models import LogEntry, Section, Session
from events.sessions.selectors.boards import progress
from events.sessions.services.carry_over import forget_sessions
from events.sessions.services.series import leave_series


@transaction.atomic
def delete_session(*, session: Session, by: Actor) -> None:
    """Delete a session that holds no result; its series lose it.

    Raises :class:`Refused` for any other.
    """
    entered = sum(board.entered for board in progress(session.pk))
    if entered:
        holds = gettext_noop("This session has results (%(entered)s), so it cannot be deleted.")
        raise Refused(sentence(holds, entered=entered))
    erase(sessions=[session], by=by)


@transaction.atomic
def erase(*, sessions: Sequence[Session], by: Actor) -> None:
    """Erase sessions whole, their log with them: one of the few ways out of the log.

    Series and later sessions that had something of them are told so in their own logs.
    """
    leave_series(sessions=sessions, by=by)
    forget_sessions(sessions=sessions, by=by)
    log = LogEntry.objects.filter(session__in=sessions)
    log._raw_delete(log.db)
    Section.objects.filter(session__in=sessions).delete()
    Session.objects.filter(pk__in=[session.pk for session in sessions]).delete()
