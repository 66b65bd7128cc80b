"""Reading a session's sections and movement."""

from django.db.models import QuerySet

from events.models import Section


def session_sections(session_id: int) -> QuerySet[Section]:
    """The sections with their movements, by letter."""
    return Section.objects.filter(session=session_id).select_related("movement")


def is_individual(session_id: int) -> bool:
    """Whether contestants are players and not pairs."""
    return Section.objects.filter(session=session_id, movement__individual=True).exists()
