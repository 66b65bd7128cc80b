"""The revision of a session's settings: whatever phones show and the log does not have raises it,
or phones would be answered "nothing new"."""

from django.db.models import F

from events.models import TableEntrySettings


def raise_revision(session_id: int) -> None:
    """Let every phone of the session look again; inside the transaction of the change."""
    TableEntrySettings.objects.filter(session=session_id).update(revision=F("revision") + 1)
