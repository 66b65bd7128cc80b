"""Removing sessions, with their results and their logs."""

from collections.abc import Sequence

from clubscore.actor import Actor
from clubscore.deletion.plan import refuse_unless_seen
from clubscore.transactions import in_transaction
from events.common.services.deletions import record_deletion
from events.common.services.locks import lock_all_series, lock_session, lock_sessions
from events.models import ContestantPlayer, Deletion, LogEntry, Section, Session
from events.sessions.selectors.deletion import session_plan
from events.sessions.services.carry_over import forget_sessions
from events.sessions.services.series import leave_series
from movements.services import remove_drawn_movements
from players.services.guests import drop_unused_guests


@in_transaction
def delete_session(
    *, session: Session, by: Actor, seen: str | None = None, backup: str = ""
) -> None:
    """Delete a session with its results; its series lose it.

    Raises :class:`Refused` when it is gone, and when it is no longer what the page showed
    (``seen``): then the ``backup`` would not have everything.
    """
    lock_all_series()
    stored = lock_session(session.pk, alone=True)
    plan = session_plan(stored)
    refuse_unless_seen(plan, seen)
    record_deletion(
        kind=Deletion.Kind.SESSION,
        title=stored.title,
        date=stored.date,
        results=plan.results,
        backup=backup,
        by=by,
    )
    erase(sessions=[stored], by=by)


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
    seats = ContestantPlayer.objects.filter(session__in=sessions)
    players = list(seats.values_list("player", flat=True))
    played = Section.objects.filter(session__in=sessions)
    movements = list(played.exclude(movement=None).values_list("movement", flat=True))
    played.delete()
    Session.objects.filter(pk__in=[session.pk for session in sessions]).delete()
    remove_drawn_movements(movement_ids=movements)
    drop_unused_guests(numbers=players)
