"""Today's sessions for a card that is the same every week."""

from django.utils import timezone

from events.models import Session, TableCode


def codes_of_today(table: int) -> list[TableCode]:
    """The codes of a table in today's open sessions, sections in order; none without a word."""
    codes = TableCode.objects.filter(
        table=table,
        revoked_at=None,
        session__date=timezone.localdate(),
        session__state=Session.State.OPEN,
        session__tables__is_on=True,
    ).exclude(session__tables__evening_word="")
    return list(codes.select_related("session__tables").order_by("session", "section__letter"))
