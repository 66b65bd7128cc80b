"""The revision of a session's settings: whatever phones show and the log does not have raises it,
or phones would be answered "nothing new"."""

from django.db.models import F

from events.models import TableEntrySettings


def raise_revision(session_id: int, *, marks: bool = False) -> None:
    """Let every phone of the session look again; inside the transaction of the change. ``marks``:
    a mark was changed without an entry of the log that names its line."""
    changed = {"revision": F("revision") + 1}
    if marks:
        changed["marks_revision"] = F("marks_revision") + 1
    TableEntrySettings.objects.filter(session=session_id).update(**changed)
