"""A number for every request, by which a page that failed is found in the log.

It is in the response's header ``X-Request-ID``, on the page that reports that something went
wrong, and in every line that is logged on the way. It is made here and never taken from outside.
"""

import secrets
from collections.abc import Callable
from contextvars import ContextVar
from typing import Final

from django.http import HttpRequest, HttpResponseBase

HEADER: Final = "X-Request-ID"
META: Final = "clubscore.request_id"
NONE: Final = "-"
"""The number in the log outside requests: at the start, in commands."""

_current: ContextVar[str] = ContextVar("request_id", default=NONE)


def current_request_id() -> str:
    """The number of the request that is being answered, or :data:`NONE`."""
    return _current.get()


class RequestIdMiddleware:
    """Gives every request its number; the outermost, so that all others log with it."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        number = secrets.token_hex(6)
        # For what Django logs after the response, with the request.
        request.META[META] = number
        token = _current.set(number)
        try:
            response = self.get_response(request)
        finally:
            _current.reset(token)
        response.headers[HEADER] = number
        return response
