"""What the phones want of the director, for the desk of the tournament."""

from collections.abc import Iterator

from django.urls import reverse
from django.utils.translation import gettext as _, ngettext

from events.common.views.desk import Attention
from events.hall.selectors.desk import desk_state
from events.hall.selectors.phones import settings_of
from events.models import Tournament


def hall_attention(tournament: Tournament) -> Iterator[Attention]:
    """Results that are not agreed, calls, and who waits for an answer or to be let in; all of it is
    settled on the page of the phones."""
    hall = settings_of(tournament.pk)
    if hall is None or not hall.is_on or tournament.is_finished:
        return
    state = desk_state(tournament, hall)
    address = reverse("events:hall-desk", args=[tournament.slug])
    if count := len(state["disputed"]):
        text = ngettext("▲ %(count)s result not agreed", "▲ %(count)s results not agreed", count)
        yield Attention(text % {"count": count}, address, _("Settle"))
    for call in state["calls"]:
        whole = _("Board %(board)s: %(name)s calls the arbiter")
        text = whole if call["board"] else _("%(name)s calls the arbiter")
        yield Attention(text % call, address, _("Look"))
    if count := len(state["requests"]):
        text = ngettext("%(count)s request to decide", "%(count)s requests to decide", count)
        yield Attention(text % {"count": count}, address, _("Decide"))
    if count := len(state["late"]):
        text = ngettext("%(count)s message came late", "%(count)s messages came late", count)
        yield Attention(text % {"count": count}, address, _("Look"))
    if count := len(state["prove"]):
        text = ngettext(
            "%(count)s phone waits to be let in", "%(count)s phones wait to be let in", count
        )
        yield Attention(text % {"count": count}, address, _("Look"))
