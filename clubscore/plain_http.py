"""On plain http, as the phones in a hall come, a header that browsers ignore only fills their
console with errors."""

import re
from collections.abc import Callable
from typing import Final

from django.http import HttpRequest, HttpResponseBase

_PORT: Final = re.compile(r":[0-9]+$")
_POLICY: Final = "Cross-Origin-Opener-Policy"
_TRUSTED: Final = ("127.0.0.1", "localhost", "[::1]")
"""Browsers take these as secure without TLS."""


class PlainHttpMiddleware:
    """Takes the opener policy away where it has no effect; comes before what sets it."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self._get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        response = self._get_response(request)
        host = _PORT.sub("", request.META.get("HTTP_HOST", ""))
        if not request.is_secure() and host not in _TRUSTED and _POLICY in response.headers:
            del response.headers[_POLICY]
        return response
