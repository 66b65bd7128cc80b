"""Cards on paper: the sheet at the door, a card for each player, board, team, and the tablet."""

from dataclasses import dataclass
from typing import Final

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.utils.functional import Promise
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _, gettext_lazy
from django.views.decorators.csrf import ensure_csrf_cookie
from django.views.decorators.http import require_GET

from clubscore.text.sentences import NothingHereError
from clubscore.web.permissions import director_required
from clubscore.web.qr import card_qr
from events.devices.views import cards_context
from events.hall.selectors.cards import Coded, codes_of_kind
from events.hall.selectors.phones import settings_of
from events.hall.services.settings import complete_codes
from events.models import HallCode, Tournament

KINDS: Final[dict[str, tuple[HallCode.Kind, str | Promise]]] = {
    "door": (HallCode.Kind.DOOR, gettext_lazy("Sheet at the door")),
    "players": (HallCode.Kind.PLAYER, gettext_lazy("Cards of the players")),
    "boards": (HallCode.Kind.BOARD, gettext_lazy("Cards of the boards")),
    "teams": (HallCode.Kind.TEAM, gettext_lazy("Cards of the captains")),
    "tablet": (HallCode.Kind.TABLET, gettext_lazy("Card of the tablet at the exit")),
}
"""What ``?kind=`` may be, the kind of its codes, and what it is called."""


@dataclass(frozen=True, slots=True)
class Card:
    """A card: whose, the address, the code in letters as they are read aloud, the QR code."""

    thing: int
    name: str
    number: int | None
    address: str
    code: str
    qr: SafeString


@ensure_csrf_cookie
@require_GET
@director_required
def cards(request: HttpRequest, slug: str) -> HttpResponse:
    """The cards of one kind, ``?host=`` for another address of this server, and ``?wifi=`` with
    ``&key=`` for the Wi-Fi."""
    tournament = get_object_or_404(Tournament, slug=slug)
    hall = settings_of(tournament.pk)
    if hall is None or not hall.is_on:
        raise NothingHereError(_("The players’ phones are switched off in this tournament."))
    # Whoever entered late has a card, too.
    complete_codes(tournament=tournament)
    chosen = request.GET.get("kind", "")
    chosen = chosen if chosen in KINDS else "door"
    kind, name = KINDS[chosen]
    shared = cards_context(request)
    context = {
        **shared,
        "tournament": tournament,
        "tab": "hall",
        "kind": chosen,
        "code_kind": str(kind.value),
        "kind_name": name,
        "kinds": [
            (value, label)
            for value, (_kind, label) in KINDS.items()
            if value != "teams" or tournament.teams.exists()
        ],
        "cards": [_card(coded, shared["base"]) for coded in codes_of_kind(tournament, kind)],
    }
    return render(request, "events/hall/cards.html", context)


def _card(coded: Coded, base: str) -> Card:
    # In capitals a QR code is smaller: the host and the path may be in either.
    address = f"{base}/H/{coded.code}/".upper()
    qr = card_qr(address, label=_("QR code"))
    letters = f"{coded.code[:5]}-{coded.code[5:]}"
    return Card(coded.thing, coded.name, coded.number, f"{base}/h/{coded.code}/", letters, qr)
