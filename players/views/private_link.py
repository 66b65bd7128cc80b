"""A player's own page by a private link, without a login; and making and withdrawing the link."""

from django.contrib import messages
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.cache import add_never_cache_headers
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from clubscore.actor import actor
from clubscore.permissions import director_required
from clubscore.problems import Refused
from clubscore.qr import is_only_here, qr_svg
from clubscore.sentences import NothingHereError, translate_refusal
from players import history
from players.models import Player
from players.selectors.private_links import player_of_token
from players.services.private_links import make_private_link, withdraw_private_link
from players.views.record_rows import record_rows

OUTINGS = 40
"""How many sessions a page shows."""


@require_safe
def own(request: HttpRequest, token: str) -> HttpResponse:
    """What is published of a player's results, for whoever has the link."""
    player = player_of_token(token)
    if player is None:
        gone = _("This link does not work, or no longer. Ask the club for a new one.")
        raise NothingHereError(gone)
    record = history.record(player.pk, public=True)
    page = Paginator(record.outings, OUTINGS).get_page(request.GET.get("page"))
    context = {
        "player": player,
        "rows": record_rows(record),
        "page": page,
        "pages": page.paginator.get_elided_page_range(page.number, on_each_side=2, on_ends=1),
    }
    response = render(request, "players/own.html", context)
    response.headers["X-Robots-Tag"] = "noindex, nofollow"
    add_never_cache_headers(response)
    return response


@require_POST
@director_required
def make(request: HttpRequest, number: int) -> HttpResponse:
    """Make or renew the link, and show it this once, as a card to be printed."""
    player = get_object_or_404(Player, pk=number)
    try:
        token = make_private_link(number=number, by=actor(request))
    except Refused as refusal:
        messages.error(request, " ".join(translate_refusal(refusal)))
        return redirect(player)
    address = request.build_absolute_uri(reverse("players:own", args=[token]))
    context = {
        "player": player,
        "address": address,
        "qr": qr_svg(address, label=_("QR code of the link")),
        "only_here": is_only_here(request.get_host()),
    }
    return render(request, "players/link_made.html", context)


@require_POST
@director_required
def withdraw(request: HttpRequest, number: int) -> HttpResponse:
    """Let the link no longer work."""
    player = get_object_or_404(Player, pk=number)
    withdraw_private_link(number=number, by=actor(request))
    messages.success(request, _("The link no longer works."))
    return redirect(player)
