"""Pages are sent compressed to browsers that accept it.

Compressed secrets can be guessed by an attacker who makes a browser ask for pages that repeat his
guess, and who sees how long the answers are (BREACH). Django's middleware makes the length random
(up to 100 bytes more), and the one secret on our pages that is worth it, the CSRF token, is masked
anew in every answer. Files that are compressed already, and backups, are left as they are.

On plain http, as the phones in a hall come, a header that browsers ignore only fills their
console with errors.

A server that only shows results: its database is a replica, which follows and cannot be written.

Everybody is a visitor there. A login would be written to the database when it is renewed, so none
is read; nothing that is sent is accepted.

HEAD is answered like GET, without the body: no view has to know of it.

What a view does not say itself: a change that came too late is a page, and no fault of ours.

Most views show a refusal beside what was typed. A button without a form, such as "Publish", meets
one only when the session was deleted while its page was open.
"""

import logging
import re
from collections.abc import Callable
from typing import Any, Final

from django.conf import settings
from django.core.exceptions import MiddlewareNotUsed, ObjectDoesNotExist, SuspiciousOperation
from django.db import DataError, InterfaceError, OperationalError
from django.http import (
    HttpRequest,
    HttpResponse,
    HttpResponseBase,
    HttpResponseNotAllowed,
    JsonResponse,
    StreamingHttpResponse,
)
from django.middleware.gzip import GZipMiddleware
from django.shortcuts import render
from django.urls import is_valid_path
from django.utils.deprecation import MiddlewareMixin
from django.utils.translation import gettext as _

from clubscore.text.problems import Refused
from clubscore.text.sentences import translate_refusal
from clubscore.web.pages import server_error
from clubscore.web.permissions import wants_json


class HeadMiddleware:
    """Makes a GET of HEAD for all that comes after, and keeps back the body: a server that sent it
    would leave it on the connection, where the next answer is expected."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self._get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        if request.method != "HEAD":
            return self._get_response(request)
        request.method = request.META["REQUEST_METHOD"] = "GET"
        response = self._get_response(request)
        if "Content-Length" not in response.headers:
            # Without it waitress would send the signs of a body in pieces.
            size = sum(len(part) for part in response)
            response.headers["Content-Length"] = str(size)
        if isinstance(response, StreamingHttpResponse):
            response.streaming_content = ()
        elif isinstance(response, HttpResponse):
            response.content = b""
        return response


TYPES = ("text/", "application/json", "image/svg+xml")


class CompressionMiddleware(GZipMiddleware):
    """gzip for text; see this module."""

    def process_response(
        self, request: HttpRequest, response: HttpResponseBase
    ) -> HttpResponseBase:
        if response.streaming or not response.headers.get("Content-Type", "").startswith(TYPES):
            return response
        return super().process_response(request, response)


_PORT: Final = re.compile(r":[0-9]+$")

_POLICY: Final = "Cross-Origin-Opener-Policy"

_TRUSTED: Final = ("127.0.0.1", "localhost", "[::1]")
"""Browsers take these as secure without TLS."""


class PlainHttpMiddleware(MiddlewareMixin):
    """Takes the opener policy away where it has no effect; comes before what sets it."""

    def process_response(
        self, request: HttpRequest, response: HttpResponseBase
    ) -> HttpResponseBase:
        host = _PORT.sub("", request.META.get("HTTP_HOST", ""))
        if not request.is_secure() and host not in _TRUSTED and _POLICY in response.headers:
            del response.headers[_POLICY]
        return response


READING: Final = frozenset({"GET", "HEAD", "OPTIONS"})

WITHOUT_THE_DATABASE: Final = "set_language"
"""The form of this page is stored in a cookie."""


class ReadOnlyMiddleware:
    """Is used with ``CLUBSCORE_READ_ONLY`` alone, and comes before the session middleware."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        if not settings.READ_ONLY:
            raise MiddlewareNotUsed
        self._get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        # Without the cookie the session middleware reads nothing, and renews nothing.
        request.COOKIES.pop(settings.SESSION_COOKIE_NAME, None)
        return self._get_response(request)

    def process_view(
        self, request: HttpRequest, view: Any, arguments: Any, names: Any
    ) -> HttpResponseBase | None:
        """Refuse here, where the language is known, and before anything is looked up."""
        name = request.resolver_match.view_name if request.resolver_match else ""
        if name == WITHOUT_THE_DATABASE or (request.method in READING and name != "login"):
            return None
        if wants_json(request):
            return JsonResponse({"error": _("This server is read-only.")}, status=403)
        return render(request, "clubscore/read_only.html", status=403)

    def process_exception(self, request: HttpRequest, error: Exception) -> HttpResponse | None:
        """503 while the replica does not answer, so that a proxy can ask another server."""
        if not isinstance(error, InterfaceError | OperationalError):
            return None
        response = server_error(request)
        response.status_code = 503
        return response


logger = logging.getLogger(__name__)


class RefusedMiddleware(MiddlewareMixin):
    """Answers 409 where a service refused, or found something gone that the page had shown; and
    with a page where somebody reads what only takes a form, as who reloads a refused one."""

    def process_response(
        self, request: HttpRequest, response: HttpResponseBase
    ) -> HttpResponseBase:
        if (
            isinstance(response, HttpResponseNotAllowed)
            and request.method == "GET"
            and not wants_json(request)
        ):
            page = render(request, "405.html", {"above": page_above(request.path)})
            response.content = page.content
            response.headers["Content-Type"] = page.headers["Content-Type"]
        return response

    def process_exception(self, request: HttpRequest, exception: Exception) -> HttpResponse | None:
        return answer_to(request, exception)


def page_above(path: str) -> str:
    """The next address up that there is."""
    while path != "/":
        path = path[: path.rstrip("/").rfind("/") + 1]
        if is_valid_path(path):
            return path
    return path


def answer_to(request: HttpRequest, exception: Exception) -> HttpResponse | None:
    """The page for what a view could not do any more; ``None`` for any other exception."""
    if isinstance(exception, Refused):
        reasons = translate_refusal(exception)
    # A page that finds nothing has its own 404; here somebody deleted it during the request.
    elif isinstance(exception, ObjectDoesNotExist) and request.method == "POST":
        logger.info("%s: %s", request.path, exception)
        reasons = [_("What you were changing has been deleted in the meantime.")]
    # No browser types one. Forms say so at the field; PostgreSQL has none in any text.
    elif isinstance(exception, DataError) and "NUL (0x00)" in str(exception):
        raise SuspiciousOperation("A field has a NUL character.") from exception
    else:
        return None
    if wants_json(request):
        return JsonResponse({"error": " ".join(reasons)}, status=409)
    return render(request, "409.html", {"reasons": reasons}, status=409)
