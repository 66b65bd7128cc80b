"""Cards for the tables: a QR code each, and the evening's page of how to do it.

Cards that stay on the tables every week: the evening's word leads to the table's own page.

The address has no secret, so the word is asked each evening: five wrong ones from a browser or, for
one that keeps no cookie, thirty from an address, and both wait ten minutes.
"""

import secrets
from dataclasses import dataclass

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_http_methods

from clubscore.text.numbers import MAX_WHOLE
from clubscore.text.sentences import NothingHereError
from clubscore.web.permissions import director_required
from clubscore.web.qr import card_qr
from clubscore.web.visitors import client_address
from events.devices.services import MAX_CODES, WORD, count_wrong, is_blocked
from events.devices.views import cards_context, only_where_written
from events.models import Session
from events.tables.selectors.hall import code_by_word
from events.tables.selectors.settings import settings_if_on, tables_with_codes, valid_codes


@dataclass(frozen=True, slots=True)
class TableCard:
    """The card of a table."""

    name: str
    address: str
    code: str
    qr: SafeString


@require_GET
@director_required
def table_cards(request: HttpRequest, session_id: int) -> HttpResponse:
    """The cards of all tables, ``?host=`` for another address of this server, ``?laminated=`` for
    those that are the same every week, and ``?wifi=`` with ``&key=`` for the Wi-Fi on each."""
    session = get_object_or_404(Session, pk=session_id)
    settings = settings_if_on(session.pk)
    if settings is None:
        raise NothingHereError(_("Results from the tables are switched off in this session."))
    shared = cards_context(request)
    base, laminated = shared["base"], bool(request.GET.get("laminated"))
    context = {
        **shared,
        "session": session,
        "tab": "tables",
        "cards": _laminated(session, base) if laminated else _cards(session, base),
        "laminated": laminated,
        "word": settings.evening_word,
    }
    return render(request, "events/tables/cards.html", context)


def _cards(session: Session, base: str) -> list[TableCard]:
    several = session.sections.count() > 1
    cards = []
    for table_code in valid_codes(session.pk):
        name = f"{table_code.section.letter if several else ''}{table_code.table}"
        # In capitals a QR code is smaller: the host and the path may be in either.
        address = f"{base}/T/{table_code.code}/".upper()
        cards.append(
            TableCard(name, f"{base}/t/{table_code.code}/", table_code.code, _qr(address, name))
        )
    return cards


def _laminated(session: Session, base: str) -> list[TableCard]:
    cards = []
    for table in tables_with_codes(session.pk):
        address = f"{base}{reverse('events:laminated', args=[table])}"
        cards.append(TableCard(str(table), address, "", _qr(address.upper(), str(table))))
    return cards


def _qr(address: str, name: str) -> SafeString:
    return card_qr(address, label=_("QR code of table %(table)s") % {"table": name})


COOKIE = "clubscore-guess"

MAX_WORDS = 5
"""Wrong ones of a browser in ten minutes."""

AGE = 24 * 60 * 60


@never_cache
@require_http_methods(["GET", "POST"])
@only_where_written
def laminated(request: HttpRequest, number: int) -> HttpResponse:
    """Ask the ``word`` of the evening; the right one leads to the table of today's session."""
    if request.method != "POST":
        return _page(request, number)
    guesser = request.COOKIES.get(COOKIE, "")[:40]
    places = [(client_address(request), MAX_CODES), *([(guesser, MAX_WORDS)] if guesser else [])]
    if any(is_blocked(kind=WORD, place=place, most=most) for place, most in places):
        message = _("Too many wrong words. Wait ten minutes, or ask the director.")
        return _page(request, number, message, status=429)
    table_code = code_by_word(min(number, MAX_WHOLE), request.POST.get("word", "").strip()[:20])
    if table_code is not None:
        return redirect("events:table", table_code.code)
    for place, _most in places:
        count_wrong(kind=WORD, place=place)
    return _page(request, number, _("That is not the word of this evening."), status=422)


def _page(request: HttpRequest, number: int, message: str = "", status: int = 200) -> HttpResponse:
    context = {"table": number, "message": message}
    response = render(request, "events/tables/laminated.html", context, status=status)
    if COOKIE not in request.COOKIES:
        response.set_cookie(
            COOKIE, secrets.token_hex(16), max_age=AGE, httponly=True, samesite="Lax"
        )
    return response
