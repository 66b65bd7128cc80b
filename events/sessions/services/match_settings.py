"""Changing how the matches of a session count."""

from collections.abc import Sequence

from clubscore.actor import Actor
from clubscore.transactions import in_transaction
from events.common.services.locks import lock_session
from events.common.services.log import record
from events.models import LogEntry, MatchPlay
from events.sessions.services.match_scoring import refuse_scale


@in_transaction
def change_match_settings(*, play: MatchPlay, fields: Sequence[str], by: Actor) -> None:
    """Save the changed ``fields`` of validated settings.

    Raises :class:`Refused` for a scale that has no match of this many boards.
    """
    lock_session(play.session_id)
    stored = MatchPlay.objects.get(pk=play.pk)
    changed = [field for field in fields if getattr(stored, field) != getattr(play, field)]
    if not changed:
        return
    refuse_scale(play)
    play.save(update_fields=changed)
    record(
        session_id=play.session_id,
        action=LogEntry.Action.CHANGED,
        by=by,
        before={field: str(getattr(stored, field)) for field in changed},
        after={field: str(getattr(play, field)) for field in changed},
    )
