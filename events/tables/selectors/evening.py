"""Today's sessions for a card that is the same every week."""

from django.utils import timezone
from django.utils.crypto import constant_time_compare

from events.models import Session, TableCode, TableEntrySettings


def code_by_word(table: int, word: str) -> TableCode | None:
    """The code of a table in the first of today's open sessions that has this word."""
    codes = codes_of_today(table)
    settings = TableEntrySettings.objects.filter(session__in=[each.session_id for each in codes])
    words = dict(settings.values_list("session", "evening_word"))
    for each in codes:
        if constant_time_compare(words[each.session_id], word):
            return each
    return None


def codes_of_today(table: int) -> list[TableCode]:
    """The codes of a table in today's open sessions, sections in order; none without a word."""
    codes = TableCode.objects.filter(
        table=table,
        revoked_at=None,
        session__date=timezone.localdate(),
        session__state=Session.State.OPEN,
        session__tables__is_on=True,
    ).exclude(session__tables__evening_word="")
    return list(codes.select_related("session").order_by("session", "section__letter"))
