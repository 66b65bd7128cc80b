"""Removing sessions: only those without results; deleting is for mistakes."""

from collections.abc import Sequence

from clubscore.actor import Actor
from clubscore.problems import Refused, gettext_noop, sentence
from clubscore.transactions import in_transaction
from events.common.services.locks import lock_all_series, lock_session, lock_sessions
from events.models import LogEntry, Section, Session
from events.sessions.selectors.boards import progress
from events.sessions.services.carry_over import forget_sessions
from events.sessions.services.series import leave_series


@in_transaction
def delete_session(*, session: Session, by: Actor) -> None:
    """Delete a session that holds no result; its series lose it.

    Raises :class:`Refused` for any other.
    """
    # Counted, not looked up in the log: a result that was cleared does not keep a session.
    lock_all_series()
    lock_session(session.pk, alone=True)
    entered = sum(board.entered for board in progress(session.pk))
    if entered:
        holds = gettext_noop("This session has results (%(entered)s), so it cannot be deleted.")
        raise Refused(sentence(holds, entered=entered))
    erase(sessions=[session], by=by)


@in_transaction
def erase(*, sessions: Sequence[Session], by: Actor) -> None:
    """Erase sessions with their logs, one of the few places where log entries are deleted.

    Series and later sessions that counted them get an entry in their own logs.
    """
    lock_all_series()
    lock_sessions([session.pk for session in sessions], alone=True)
    leave_series(sessions=sessions, by=by)
    forget_sessions(sessions=sessions, by=by)
    log = LogEntry.objects.filter(session__in=sessions)
    # _raw_delete: the delete() of an append-only log refuses, and the rows protect the lines.
    log._raw_delete(log.db)
    Section.objects.filter(session__in=sessions).delete()
    Session.objects.filter(pk__in=[session.pk for session in sessions]).delete()
