"""Cards that stay on the tables every week: the evening's word leads to the table's own page.

The address has no secret, so the word is asked each evening: five wrong ones from a browser or, for
one that keeps no cookie, thirty from an address, and both wait ten minutes.
"""

import secrets

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from clubscore.client_address import client_address
from clubscore.numbers import MAX_WHOLE
from events.tables.selectors.evening import code_by_word
from events.tables.services.guessing import MAX_WORDS, count_wrong, is_blocked
from events.tables.views.device import only_where_written

COOKIE = "clubscore-guess"
AGE = 24 * 60 * 60


@never_cache
@require_http_methods(["GET", "POST"])
@only_where_written
def laminated(request: HttpRequest, number: int) -> HttpResponse:
    """Ask the ``word`` of the evening; the right one leads to the table of today's session."""
    if request.method != "POST":
        return _page(request, number)
    guesser = request.COOKIES.get(COOKIE, "")[:40]
    places = [(f"word {client_address(request)}", 30), *([(guesser, MAX_WORDS)] if guesser else [])]
    if any(is_blocked(place=place, most=most) for place, most in places):
        message = _("Too many wrong words. Wait ten minutes, or ask the director.")
        return _page(request, number, message, status=429)
    found = code_by_word(min(number, MAX_WHOLE), request.POST.get("word", "").strip()[:20])
    if found is not None:
        return redirect("events:table", found.code)
    for place, _most in places:
        count_wrong(place=place)
    return _page(request, number, _("That is not the word of this evening."), status=422)


def _page(request: HttpRequest, number: int, message: str = "", status: int = 200) -> HttpResponse:
    context = {"table": number, "message": message}
    response = render(request, "events/tables/laminated.html", context, status=status)
    if COOKIE not in request.COOKIES:
        response.set_cookie(
            COOKIE, secrets.token_hex(16), max_age=AGE, httponly=True, samesite="Lax"
        )
    return response
