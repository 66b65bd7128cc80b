"""The door of every phone: its cookie, its body, and what it is told while nothing answers."""

import hashlib
import json
import logging
from collections.abc import Callable, Mapping
from functools import wraps
from typing import Any, Concatenate, Final, ParamSpec, TypeVar

import msgspec
from django.conf import settings
from django.db import InterfaceError, OperationalError
from django.http import (
    HttpRequest,
    HttpResponse,
    HttpResponseBase,
    HttpResponseNotModified,
    JsonResponse,
)
from django.shortcuts import render
from django.template.loader import render_to_string
from django.utils import timezone, translation
from django.utils.cache import add_never_cache_headers
from django.utils.translation import get_language_info, gettext as _

from clubscore import __version__
from clubscore.text.sentences import refusal_text, translate
from clubscore.web.permissions import wants_json
from clubscore.web.qr import card_qr, is_only_here, phone_base, phone_hosts, wifi_text
from events.devices.domain.outcomes import DONE, DeviceRefused, Why
from events.devices.requests import MAX_BODY, NOT_SENT, Form
from events.devices.services import Answer

COOKIE_AGE: Final = 8 * 24 * 60 * 60
"""Seconds: clubs take corrections up to a week after the evening."""

AWAY_SECONDS: Final = 5

RETRY_SECONDS: Final = 20

STATUSES: Final[Mapping[str, int]] = {
    DONE: 200,
    Why.FORGOTTEN: 401,
    Why.NOT_ALLOWED: 403,
    Why.GONE: 404,
    Why.CHANGED: 409,
    Why.CLOSED: 410,
    Why.IMPOSSIBLE: 422,
    Why.TOO_MANY: 429,
}
"""What of HTTP the outcomes are, which are stored in words."""

logger = logging.getLogger(__name__)

P = ParamSpec("P")
F = TypeVar("F", bound=Form)


class BadBody(Exception):
    """A body that cannot be read."""

    def __init__(self, status: int, message: str) -> None:
        super().__init__(message)
        self.status, self.message = status, message


def receive(request: HttpRequest, kind: type[F]) -> F:
    """What a phone sent. Raises :class:`BadBody`."""
    if len(request.body) > MAX_BODY:
        raise BadBody(413, _("That is too long."))
    try:
        return msgspec.json.decode(request.body, type=kind)
    except (msgspec.MsgspecError, UnicodeError, RecursionError) as error:
        raise BadBody(422, translate(NOT_SENT)) from error


def answered(answer: Answer) -> HttpResponse:
    """What a phone is answered."""
    response = JsonResponse(answer.values, status=STATUSES[answer.outcome])
    if answer.outcome == Why.TOO_MANY:
        response.headers["Retry-After"] = str(RETRY_SECONDS)
    return response


def poll(
    request: HttpRequest, *, stamp: str, make: Callable[[], tuple[str, str] | None]
) -> HttpResponse:
    """The state that a phone asks for every few seconds, or 304: from the ``stamp`` alone, or
    after a look at what another stamp comes to. ``make`` gives the JSON and its mark, nothing for
    a device that is gone."""
    # What was sent compressed has a weak tag.
    asked = request.headers.get("If-None-Match", "").removeprefix("W/")
    if asked.startswith(f'"{stamp}.'):
        return _unchanged(asked)
    made = make()
    if made is None:
        return JsonResponse({"message": ""}, status=STATUSES[Why.FORGOTTEN])
    text, mark = made
    tag = f'"{stamp}.{mark}"'
    if asked.endswith(f'.{mark}"'):
        return _unchanged(tag)
    moment = json.dumps(timezone.now().isoformat())
    response = HttpResponse(f'{{"now": {moment}, {text[1:]}', content_type="application/json")
    response.headers["ETag"] = tag
    add_never_cache_headers(response)
    return response


def as_polled(values: dict[str, Any]) -> tuple[str, str]:
    """The JSON of a state, and a mark that is another one for another state."""
    text = json.dumps(values, ensure_ascii=False, separators=(",", ":"))
    return text, hashlib.sha256(text.encode()).hexdigest()[:12]


def _unchanged(tag: str) -> HttpResponse:
    response = HttpResponseNotModified()
    response.headers["ETag"] = tag
    response.headers["Cache-Control"] = "no-store"
    return response


def bind(response: HttpResponse, cookie: str, token: str, *, seconds: int = COOKIE_AGE) -> None:
    """Give a browser the cookie of its device."""
    response.set_cookie(
        cookie,
        token,
        max_age=seconds,
        httponly=True,
        samesite="Lax",
        secure=settings.SESSION_COOKIE_SECURE,
    )


def cards_context(request: HttpRequest) -> dict[str, Any]:
    """What every page of cards has: the address on them (``?host=`` for another one of this
    server), and the Wi-Fi (``?wifi=`` with ``&key=``)."""
    base = phone_base(request)
    wifi = request.GET.get("wifi", "").strip()[:64]
    key = request.GET.get("key", "")[:64]
    return {
        "base": base,
        "hosts": phone_hosts(request),
        "is_only_here": is_only_here(base.partition("://")[2]),
        "wifi": wifi,
        "key": key,
        "wifi_qr": card_qr(wifi_text(wifi, key), label=_("Wi-Fi")) if wifi else "",
    }


def while_database_answers(
    view: Callable[Concatenate[HttpRequest, P], HttpResponseBase],
) -> Callable[Concatenate[HttpRequest, P], HttpResponseBase]:
    """503 while the database restarts: the phone keeps what it sends, and tries again."""

    @wraps(view)
    def guarded(request: HttpRequest, /, *args: P.args, **kwargs: P.kwargs) -> HttpResponseBase:
        try:
            return view(request, *args, **kwargs)
        except (InterfaceError, OperationalError):
            logger.exception("The database did not answer: %s", request.path)
        response: HttpResponse
        if wants_json(request) or request.content_type == "application/json":
            response = JsonResponse({"message": _("The server cannot store this now.")}, status=503)
        else:
            response = render(request, "500.html", status=503)
        response.headers["Retry-After"] = str(AWAY_SECONDS)
        return response

    return guarded


MAX_TOKEN: Final = 200
"""The characters of a cookie that are looked up."""

D = TypeVar("D")


def for_bound(
    cookie: str,
    polled: Callable[[str], D | None],
    *,
    unbound: Callable[[str], str],
    unread: Callable[[BadBody], Mapping[str, str | None]],
) -> Callable[
    [Callable[Concatenate[HttpRequest, D, P], HttpResponseBase]],
    Callable[Concatenate[HttpRequest, P], HttpResponseBase],
]:
    """Let only browsers in that are bound by this cookie: ``polled`` gives the device of a token.
    To others 401 with the sentence for their token; ``unread`` is what is said of a body that
    cannot be read, beside the sentence."""

    def bound(
        view: Callable[Concatenate[HttpRequest, D, P], HttpResponseBase],
    ) -> Callable[Concatenate[HttpRequest, P], HttpResponseBase]:
        @while_database_answers
        @wraps(view)
        def guarded(request: HttpRequest, /, *args: P.args, **kwargs: P.kwargs) -> HttpResponseBase:
            token = request.COOKIES.get(cookie, "")[:MAX_TOKEN]
            found = polled(token) if token else None
            response: HttpResponseBase
            if found is None:
                values: Mapping[str, str | None] = {"message": unbound(token)}
                response = JsonResponse(values, status=STATUSES[Why.FORGOTTEN])
            else:
                try:
                    response = view(request, found, *args, **kwargs)
                except DeviceRefused as refusal:
                    values = {"message": refusal_text(refusal)}
                    response = JsonResponse(values, status=STATUSES[refusal.why])
                except BadBody as bad:
                    values = {"message": bad.message, **unread(bad)}
                    response = JsonResponse(values, status=bad.status)
            if isinstance(response, HttpResponse) and "Cache-Control" not in response.headers:
                add_never_cache_headers(response)
            return response

        return guarded

    return bound


HALF_A_DAY: Final = 12 * 60 * 60

LANGUAGES: Final = ("en", "nl")


def make_shell(template: str, texts: Callable[[str], dict[str, Any]]) -> tuple[str, str]:
    """The page that a phone keeps, with the words of every language, and the name of its
    release."""
    words = {}
    for language in LANGUAGES:
        with translation.override(language):
            name = get_language_info(language)["name_local"]
            words[language] = texts(language) | {"language": name}
    with translation.override("en"):
        page = render_to_string(template, {"texts": words, "app": "@app@"})
    app = f"{__version__}-{hashlib.sha256(page.encode()).hexdigest()[:8]}"
    return page.replace("@app@", app), app


def shell_answer(page: str) -> HttpResponse:
    """The shell for a phone: no data, no token."""
    response = HttpResponse(page)
    # No other header may make two of them: it is found again without a network.
    response.headers["Cache-Control"] = f"private, max-age={HALF_A_DAY}"
    return response


def only_where_written(
    view: Callable[Concatenate[HttpRequest, P], HttpResponseBase],
) -> Callable[Concatenate[HttpRequest, P], HttpResponseBase]:
    """A page of phones on a server that only shows results: 503, and where to go."""

    @while_database_answers
    @wraps(view)
    def guarded(request: HttpRequest, /, *args: P.args, **kwargs: P.kwargs) -> HttpResponseBase:
        if not settings.READ_ONLY:
            return view(request, *args, **kwargs)
        response: HttpResponse
        if wants_json(request):
            response = JsonResponse({"message": _("The server cannot store this now.")}, status=503)
        else:
            response = render(request, "events/devices/elsewhere.html", status=503)
        response.headers["Retry-After"] = str(AWAY_SECONDS)
        return response

    return guarded
