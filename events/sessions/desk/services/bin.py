"""Sessions into the bin and back; and removing them, with their results and their logs."""

from collections.abc import Sequence

from clubscore.database.transactions import in_transaction
from clubscore.web.visitors import Actor
from events.common.services import (
    lock_all_series,
    lock_session,
    lock_sessions,
    put_into_bin,
    record,
    record_deletion,
    take_out_of_bin,
)
from events.models import ContestantPlayer, Deletion, LogEntry, Section, Session
from events.sessions.desk.selectors import session_plan
from events.sessions.series.services import carry_again, forget_sessions, join_series, leave_series
from movements.services import remove_drawn_movements
from players.services.players import drop_unused_guests


@in_transaction
def delete_session(*, session: Session, by: Actor) -> None:
    """Put a session into the bin; until it is brought back, its series lose it, and so does what
    carried it over. Raises :class:`Refused` when it is gone."""
    lock_all_series()
    stored = lock_session(session.pk, alone=True)
    record_deletion(
        kind=Deletion.Kind.SESSION,
        title=stored.title,
        date=stored.date,
        results=session_plan(stored).results,
        by=by,
    )
    kept = {
        "series": leave_series(sessions=[stored], by=by),
        "carried": forget_sessions(sessions=[stored], by=by),
    }
    put_into_bin(event=stored, kept=kept)
    record(session_id=stored.pk, action=LogEntry.Action.BINNED, by=by)


@in_transaction
def restore_session(*, pk: int, by: Actor) -> Session:
    """Bring a session back from the bin as it was, and into its series. Raises :class:`Refused`
    when it is not there (any more)."""
    lock_all_series()
    session, kept = take_out_of_bin(model=Session, pk=pk)
    record(session_id=pk, action=LogEntry.Action.BROUGHT_BACK, by=by)
    join_series(session=session, weights=kept.get("series", []), by=by)
    carry_again(carried=kept.get("carried", []), by=by, earlier_session=session)
    return session


@in_transaction
def erase(*, sessions: Sequence[Session], by: Actor) -> None:
    """Erase sessions with their logs, one of the few places where log entries are deleted.

    Series and later sessions that counted them get an entry in their own logs.
    """
    lock_all_series()
    lock_sessions([session.pk for session in sessions], alone=True, with_bin=True)
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
    Session.everything.filter(pk__in=[session.pk for session in sessions]).delete()
    remove_drawn_movements(movement_ids=movements)
    drop_unused_guests(numbers=players)
