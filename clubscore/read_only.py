"""A server that only shows results: its database is a replica, which follows and cannot be written.

Everybody is a visitor there. A login would be written to the database when it is renewed, so none
is read; nothing that is sent is accepted.
"""

from collections.abc import Callable
from typing import Any, Final

from django.conf import settings
from django.core.exceptions import MiddlewareNotUsed
from django.db import InterfaceError, OperationalError
from django.http import HttpRequest, HttpResponse, HttpResponseBase, JsonResponse
from django.shortcuts import render
from django.utils.translation import gettext as _

from clubscore.permissions import wants_json
from clubscore.views import server_error

READING: Final = frozenset({"GET", "HEAD", "OPTIONS"})
WITHOUT_THE_DATABASE: Final = "set_language"
"""The form of this page is stored in a cookie."""


class ReadOnlyMiddleware:
    """With ``CLUBSCORE_READ_ONLY`` only. Comes before the session middleware."""

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
