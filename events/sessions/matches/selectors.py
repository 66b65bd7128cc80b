"""Reading whether rounds of matches have results."""

from events.models import TravellerLine


def has_entries_after(session_id: int, *, round_number: int) -> bool:
    """Whether anything was ever typed in a later round of a session than this."""
    lines = TravellerLine.objects.filter(section__session=session_id, round__gt=round_number)
    return lines.filter(log__isnull=False).exists()
