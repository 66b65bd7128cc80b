"""The address in a QR code: of the door, where a name is looked for, or of a card.

Works without scripts. After joining, the code is no longer in the address.
"""

from contextlib import suppress
from typing import Any, Final

from django.conf import settings
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect, JsonResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_POST

from clubscore.text.numbers import row_number_if
from clubscore.text.problems import Refused
from clubscore.text.sentences import refusal_text
from clubscore.web.permissions import wants_json
from clubscore.web.visitors import client_address, device_name
from events.devices.domain.outcomes import DeviceRefused
from events.devices.services import CODE, NAME, WORD, count_wrong, is_blocked
from events.devices.views import RETRY_SECONDS, bind, only_where_written
from events.hall.domain.finding import Findable, find, is_enough
from events.hall.selectors.phones import findable, hall_of, polled, standing_code, was_code
from events.hall.services.asking import door_check_in
from events.hall.services.joining import join as join_hall
from events.hall.views.phone import COOKIE, COOKIE_AGE
from events.models import HallCode

MAX_SEARCHES: Final = 40
"""Of a browser in ten minutes."""

MAX_TEXT: Final = 80


@require_GET
@never_cache
def typed_code(request: HttpRequest) -> HttpResponse:
    """A field for the code on a card, for who cannot scan it: ``?code=`` leads to its page."""
    code = "".join(each for each in request.GET.get("code", "")[:MAX_TEXT] if each.isalnum())
    if code:
        return redirect("events:hall-code", code)
    return _typing(request)


@require_GET
@never_cache
@only_where_written
def page(request: HttpRequest, code: str) -> HttpResponse:
    """Who holds this phone: a form."""
    found = _found(request, code)
    if isinstance(found, HttpResponse):
        return found
    return _page(request, found)


@require_GET
@never_cache
@only_where_written
def look(request: HttpRequest, code: str) -> HttpResponse:
    """The names that begin with three letters, or the one of a starting number."""
    found = _found(request, code)
    if isinstance(found, HttpResponse):
        return found
    if found.kind != HallCode.Kind.DOOR:
        return _no_code(request, status=404)
    typed = request.GET.get("q", "")[:MAX_TEXT]
    if not is_enough(typed):
        return _refused(request, found, _("Type three letters of the name, or the number."), 422)
    place = _browser(request)
    if is_blocked(kind=NAME, place=place, most=MAX_SEARCHES):
        text = _("That is too often. Wait ten minutes, or ask at the desk.")
        response = _refused(request, found, text, 429)
        response.headers["Retry-After"] = str(RETRY_SECONDS)
        return response
    count_wrong(kind=NAME, place=place)
    names = find(findable(found.tournament_id), typed)
    if wants_json(request):
        return JsonResponse({"names": [_name_values(each) for each in names]})
    return _page(request, found, names=names, typed=typed)


def _browser(request: HttpRequest) -> str:
    """What tells a browser from the others of the hall, which all have one address: the cookie
    that the form gave it."""
    own = request.COOKIES.get(settings.CSRF_COOKIE_NAME, "")[:64] or request.COOKIES.get(COOKIE, "")
    return f"{client_address(request)} {own}"


def _name_values(each: Findable) -> dict[str, Any]:
    return {"entry": each.entry, "number": each.number, "name": each.name, "club": each.club}


@require_POST
@never_cache
@only_where_written
def join(request: HttpRequest, code: str) -> HttpResponse:
    """Bind the browser: at the door to the ``entry`` that was tapped, which is ``here``, or without
    one to look."""
    found = _found(request, code)
    if isinstance(found, HttpResponse):
        return found
    is_door = found.kind == HallCode.Kind.DOOR
    typed = request.POST.get("entry", "").strip()
    entry = row_number_if(typed) if typed and is_door else None
    if entry is not None and entry < 0:
        return _refused(request, found, _("There is no such player here."), 422)
    place = client_address(request)
    if is_door and entry is not None and hall_of(found.tournament).asks_word:
        if is_blocked(kind=WORD, place=place):
            response = _refused(request, found, _("Too many wrong words. Ask at the desk."), 429)
            response.headers["Retry-After"] = str(RETRY_SECONDS)
            return response
        if request.POST.get("word", "").strip() != hall_of(found.tournament).word:
            count_wrong(kind=WORD, place=place)
            return _refused(request, found, _("Type the word that is on the display."), 403)
    try:
        joined = join_hall(
            code=found,
            entry_id=entry,
            name=device_name(request.headers.get("User-Agent", "")),
            token=request.COOKIES.get(COOKIE, ""),
        )
    except Refused as refusal:
        return _refused(request, found, refusal_text(refusal), 409)
    # Where check-in is closed the phone is bound all the same, and its page says how it is.
    with suppress(DeviceRefused):
        is_here = entry is not None and request.POST.get("here") == "1"
        door_check_in(device_id=joined.device.pk, here=is_here)
    response = HttpResponseRedirect("/hall/", status=303)
    bind(response, COOKIE, joined.token, seconds=COOKIE_AGE)
    return response


def _found(request: HttpRequest, code: str) -> HallCode | HttpResponse:
    found = standing_code(code)
    if found is not None:
        return found
    # Yesterday's card is nobody's guess.
    if not was_code(code):
        place = client_address(request)
        if is_blocked(kind=CODE, place=place):
            return _no_code(request, status=429)
        count_wrong(kind=CODE, place=place)
    return _no_code(request, status=404)


def _no_code(request: HttpRequest, *, status: int) -> HttpResponse:
    response: HttpResponse
    if wants_json(request):
        response = JsonResponse({"message": _("This code leads nowhere.")}, status=status)
    else:
        response = _typing(request, is_wrong=True, status=status)
    if status == 429:
        response.headers["Retry-After"] = str(RETRY_SECONDS)
    return response


def _typing(request: HttpRequest, *, is_wrong: bool = False, status: int = 200) -> HttpResponse:
    token = request.COOKIES.get(COOKIE, "")
    context = {
        "is_wrong": is_wrong,
        "blocked": status == 429,
        "is_bound": bool(token) and polled(token) is not None,
    }
    return render(request, "events/hall/no_code.html", context, status=status)


def _refused(request: HttpRequest, found: HallCode, text: str, status: int) -> HttpResponse:
    if wants_json(request):
        return JsonResponse({"message": text}, status=status)
    return _page(request, found, reasons=[text], status=status)


def _page(
    request: HttpRequest,
    found: HallCode,
    *,
    names: list[Findable] | None = None,
    typed: str = "",
    reasons: list[str] | None = None,
    status: int = 200,
) -> HttpResponse:
    hall = hall_of(found.tournament)
    context = {
        "code": found.code,
        "kind": found.kind,
        "title": found.tournament.name,
        "name": found.entry.public_name if found.entry else found.team.name if found.team else "",
        "board": found.board,
        "names": names,
        "typed": typed,
        "check_in": hall.check_in,
        "asks_word": hall.asks_word,
        "reasons": reasons or [],
    }
    return render(request, "events/hall/join.html", context, status=status)
