"""The door of every phone: its cookie, its body, and what it is told while nothing answers."""

import logging
from collections.abc import Callable
from functools import wraps
from typing import Concatenate, Final, ParamSpec, TypeVar

from django.conf import settings
from django.db import InterfaceError, OperationalError
from django.http import HttpRequest, HttpResponse, HttpResponseBase, JsonResponse
from django.shortcuts import render
from django.utils.translation import gettext as _

from clubscore.text.problems import Refused
from clubscore.text.sentences import refusal_text
from clubscore.web.permissions import wants_json
from events.devices.requests import MAX_BODY, Form, read

COOKIE_AGE: Final = 8 * 24 * 60 * 60
"""Seconds: clubs take corrections up to a week after the evening."""

AWAY_SECONDS: Final = 5

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
        return read(kind, request.body)
    except Refused as refusal:
        raise BadBody(422, refusal_text(refusal)) from refusal


def bind(response: HttpResponse, cookie: str, token: str) -> None:
    """Give a browser the cookie of its device."""
    response.set_cookie(
        cookie,
        token,
        max_age=COOKIE_AGE,
        httponly=True,
        samesite="Lax",
        secure=settings.SESSION_COOKIE_SECURE,
    )


def token_of(request: HttpRequest, cookie: str) -> str:
    """The token of the browser's cookie; empty without one."""
    return request.COOKIES.get(cookie, "")[:200]


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
