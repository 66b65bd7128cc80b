"""How much a browser may send at once: more is refused before it is read or stored anywhere."""

from collections.abc import Callable
from typing import Final

from django.core.exceptions import RequestDataTooBig
from django.http import HttpRequest, HttpResponseBase

MAX_BODY: Final = 8 * 2**20
"""Bytes of a request, with all its files and fields: twice what any page may send."""


class BodyLimitMiddleware:
    """Refuses a request that announces more than :data:`MAX_BODY`.

    One that announces nothing has nothing: Django reads no more than was announced.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        announced = request.META.get("CONTENT_LENGTH") or ""
        # ``int`` refuses thousands of digits; 18 of them are too many bytes already.
        if announced.isdecimal() and int(announced[:18]) > MAX_BODY:
            raise RequestDataTooBig("The body is larger than MAX_BODY.")
        return self.get_response(request)
