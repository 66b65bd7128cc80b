"""What of the tables needs the director, on the desk of the session."""

from collections.abc import Iterator

from django.urls import reverse
from django.utils.translation import ngettext

from events.common.views.desk import Attention
from events.models import Session, TableEntrySettings
from events.tables.selectors.current import current_snapshot
from events.tables.selectors.watch import unsettled


def tables_attention(session: Session) -> Iterator[Attention]:
    """Results that are not agreed, calls, and results that wait for the opponents."""
    if not TableEntrySettings.objects.filter(session=session).exists():
        return
    state = current_snapshot(session.pk)
    if state is None:
        return
    objected, unconfirmed = unsettled(state)
    calls = sum(call.answered_at is None for call in state.calls)
    address = reverse("events:tables", args=[session.pk])
    if objected:
        text = ngettext(
            "▲ %(count)s result not agreed", "▲ %(count)s results not agreed", len(objected)
        )
        yield Attention(text % {"count": len(objected)}, address)
    if calls:
        text = ngettext("%(count)s table calls", "%(count)s calls from tables", calls)
        yield Attention(text % {"count": calls}, address)
    if unconfirmed:
        text = ngettext(
            "◐ %(count)s result not confirmed",
            "◐ %(count)s results not confirmed",
            len(unconfirmed),
        )
        yield Attention(text % {"count": len(unconfirmed)}, address)
