"""What is stored of the tables of a session: its settings, its codes, and whether any table marked
a result."""

from django.db.models import QuerySet

from events.models import Session, TableCode, TableEntrySettings, TableMark
from events.sessions.lines.selectors import has_every_result


def settings_of(session_id: int) -> TableEntrySettings | None:
    """The settings of the tables; ``None`` for a session that never had results from them."""
    return TableEntrySettings.objects.filter(session=session_id).first()


def settings_if_on(session_id: int) -> TableEntrySettings | None:
    """The settings of the tables; ``None`` where results from them are switched off."""
    return TableEntrySettings.objects.filter(session=session_id, is_on=True).first()


def has_settings(session_id: int) -> bool:
    """Whether results from the tables were ever switched on in a session."""
    return TableEntrySettings.objects.filter(session=session_id).exists()


def is_shown_in_part(session_id: int) -> bool:
    """Whether a session is published of which boards are still to be played."""
    played = Session.objects.filter(state=Session.State.OPEN, published_at__isnull=False)
    return played.filter(pk=session_id).exists() and not has_every_result(session_id)


def has_marks(session_id: int) -> bool:
    """Whether a table entered, confirmed or objected to any result."""
    return TableMark.objects.filter(line__section__session=session_id).exists()


def valid_codes(session_id: int) -> list[TableCode]:
    """The codes that are not revoked with their sections, by section and table."""
    codes = _not_revoked(session_id).select_related("section")
    return list(codes.order_by("section__letter", "table"))


def tables_with_codes(session_id: int) -> list[int]:
    """The numbers of the tables that have a code in any section, the lowest first."""
    return sorted(set(_not_revoked(session_id).values_list("table", flat=True)))


def _not_revoked(session_id: int) -> QuerySet[TableCode]:
    return TableCode.objects.filter(session=session_id, revoked_at=None)
