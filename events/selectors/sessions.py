"""Reading a session's sections and movement."""

from django.db.models import Prefetch, QuerySet

from events.models import MovementChange, Section


def session_sections(session_id: int) -> QuerySet[Section]:
    """The sections with their movements and the changes of these, by letter."""
    sections = Section.objects.filter(session=session_id).select_related("movement")
    changes = MovementChange.objects.select_related("movement")
    return sections.prefetch_related(Prefetch("changes", changes))


def is_individual(session_id: int) -> bool:
    """Whether contestants are players and not pairs."""
    return Section.objects.filter(session=session_id, movement__individual=True).exists()
