"""Writing the log of deletions."""

import datetime

from clubscore.actor import Actor
from events.models import Deletion
from events.models.deletion import MAX_TITLE


def record_deletion(
    *,
    kind: Deletion.Kind,
    by: Actor,
    title: str = "",
    date: datetime.date | None = None,
    results: int = 0,
    backup: str = "",
) -> None:
    """Append an entry: ``backup`` is the name of the backup that still has what was deleted."""
    Deletion.objects.create(
        kind=kind,
        title=title[:MAX_TITLE],
        date=date,
        results=results,
        user=by.user,
        device=by.device[:200],
        backup=backup,
    )
