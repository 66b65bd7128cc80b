"""Removing series, with their logs; the sessions stay."""

from collections.abc import Sequence

from clubscore.actor import Actor
from clubscore.deletion.plan import refuse_unless_seen
from clubscore.transactions import in_transaction
from events.common.services.deletions import record_deletion
from events.common.services.log import record
from events.models import Deletion, LogEntry, Series
from events.sessions.selectors.deletion import series_plan
from events.sessions.services.carry_over import forget_series
from events.sessions.services.series import lock_series


@in_transaction
def delete_series(*, series: Series, by: Actor, seen: str | None = None, backup: str = "") -> None:
    """Delete a series; what carried it forward no longer does.

    Raises :class:`Refused` when it is gone, and when it is no longer what the page showed
    (``seen``): then the ``backup`` would not have everything.
    """
    stored = lock_series(series)
    refuse_unless_seen(series_plan(stored), seen)
    record_deletion(kind=Deletion.Kind.SERIES, title=stored.name, backup=backup, by=by)
    erase_series(series=[stored], by=by)


def erase_series(*, series: Sequence[Series], by: Actor) -> None:
    """Erase series with their logs; whatever carried them forward has an entry in its own log.

    The caller must hold a lock on all series.
    """
    log = LogEntry.objects.filter(series__in=series)
    # _raw_delete: the delete() of an append-only log refuses, and the rows protect the series.
    log._raw_delete(log.db)
    forget_series(series=series, by=by)
    for later in Series.objects.filter(earlier__in=series).exclude(pk__in=[s.pk for s in series]):
        record(
            series_id=later.pk,
            action=LogEntry.Action.CHANGED,
            by=by,
            before={"earlier": later.earlier_id},
            after={"earlier": None},
        )
    Series.objects.filter(earlier__in=series).update(earlier=None)
    Series.objects.filter(pk__in=[each.pk for each in series]).delete()
