"""What every address of a phone begins with: its cookie, its device, and what it sent."""

import json
from collections.abc import Callable
from dataclasses import dataclass
from functools import wraps
from typing import Any, Concatenate, Final, ParamSpec

from django.conf import settings
from django.http import HttpRequest, HttpResponse, HttpResponseBase, JsonResponse
from django.shortcuts import render
from django.utils.cache import add_never_cache_headers
from django.utils.translation import gettext as _

from clubscore.sentences import translate_refusal
from events.models import TableDevice
from events.tables.selectors.current import snapshot_of
from events.tables.selectors.snapshot import Snapshot
from events.tables.selectors.stamps import Polled, polled
from events.tables.services.joining import Joined
from events.tables.services.refusals import TableRefused
from events.tables.services.submissions import Answer

COOKIE: Final = "clubscore-table"
COOKIE_AGE: Final = 8 * 24 * 60 * 60
"""Seconds: clubs take corrections up to a week after the evening."""
MAX_BODY: Final = 2048
RETRY_SECONDS: Final = 20
P = ParamSpec("P")


@dataclass(frozen=True, slots=True)
class Asker:
    """The device that asks, and the session as it is."""

    device: TableDevice
    state: Snapshot


def bind(response: HttpResponse, joined: Joined) -> None:
    """Give a browser the cookie of its device."""
    response.set_cookie(
        COOKIE,
        joined.token,
        max_age=COOKIE_AGE,
        httponly=True,
        samesite="Lax",
        secure=settings.SESSION_COOKIE_SECURE,
    )


def token_of(request: HttpRequest) -> str:
    """The token of the browser's cookie; empty without one."""
    return request.COOKIES.get(COOKIE, "")[:200]


def for_device(
    view: Callable[Concatenate[HttpRequest, Polled, P], HttpResponseBase],
) -> Callable[Concatenate[HttpRequest, P], HttpResponseBase]:
    """Let only bound browsers in; to others 401 with a sentence."""

    @wraps(view)
    def guarded(request: HttpRequest, /, *args: P.args, **kwargs: P.kwargs) -> HttpResponseBase:
        found = polled(token_of(request)) if token_of(request) else None
        if found is None:
            was_bound = bool(token_of(request))
            response: HttpResponseBase = JsonResponse({"message": _unbound(was_bound)}, status=401)
        else:
            try:
                response = view(request, found, *args, **kwargs)
            except TableRefused as refusal:
                message = " ".join(translate_refusal(refusal))
                response = JsonResponse({"message": message}, status=refusal.status)
        if isinstance(response, HttpResponse) and "Cache-Control" not in response.headers:
            add_never_cache_headers(response)
        return response

    return guarded


def _unbound(was_bound: bool) -> str:
    if was_bound:
        return _("This phone is not bound to a table any more. Ask the director.")
    return _("Scan the code on your table.")


def read(found: Polled) -> Asker | None:
    """The device with its session; ``None`` for one whose session is gone."""
    state = snapshot_of(found.session, stamp=found.stamp)
    device = state.devices.get(found.device) if state else None
    return Asker(device, state) if state and device else None


def body(request: HttpRequest) -> dict[str, Any]:
    """What a phone sent. Raises :class:`BadBody`."""
    if len(request.body) > MAX_BODY:
        raise BadBody(413, _("That is too long."))
    try:
        values = json.loads(request.body or b"{}")
    except ValueError as error:
        raise BadBody(422, _("This is no JSON.")) from error
    if not isinstance(values, dict):
        raise BadBody(422, _("This is no JSON object."))
    return values


class BadBody(Exception):
    """A body that cannot be read."""

    def __init__(self, status: int, message: str) -> None:
        super().__init__(message)
        self.status, self.message = status, message


def answered(answer: Answer) -> JsonResponse:
    """The answer as it goes out."""
    response = JsonResponse(answer.values, status=answer.status)
    if answer.status == 429:
        response.headers["Retry-After"] = str(RETRY_SECONDS)
    return response


def send(request: HttpRequest, do: Callable[[dict[str, Any]], Answer]) -> HttpResponse:
    """Do what was sent, and answer."""
    try:
        return answered(do(body(request)))
    except BadBody as bad:
        return JsonResponse({"message": bad.message, "line": None}, status=bad.status)


def only_where_written(
    view: Callable[Concatenate[HttpRequest, P], HttpResponseBase],
) -> Callable[Concatenate[HttpRequest, P], HttpResponseBase]:
    """A page of the tables on a server that only shows results: 503, and where to go."""

    @wraps(view)
    def guarded(request: HttpRequest, /, *args: P.args, **kwargs: P.kwargs) -> HttpResponseBase:
        if settings.READ_ONLY:
            return render(request, "events/tables/elsewhere.html", status=503)
        return view(request, *args, **kwargs)

    return guarded
