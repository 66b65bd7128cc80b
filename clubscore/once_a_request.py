"""What every page needs, such as the club's settings: read once in a request, and again in the
next. Outside requests nothing is remembered.
"""

from collections.abc import Callable
from contextvars import ContextVar
from typing import Any, TypeVar

from django.http import HttpRequest, HttpResponseBase

T = TypeVar("T")

_remembered: ContextVar[dict[str, Any] | None] = ContextVar("once_a_request", default=None)


def once_a_request(key: str, read: Callable[[], T]) -> T:
    """What ``read`` gives, called at its first use in this request alone."""
    remembered = _remembered.get()
    if remembered is None:
        return read()
    if key not in remembered:
        remembered[key] = read()
    value: T = remembered[key]
    return value


def read_again(key: str) -> None:
    """Forget what was read: it was changed, or may have been while this request waited."""
    remembered = _remembered.get()
    if remembered is not None:
        remembered.pop(key, None)


class OnceARequestMiddleware:
    """Begins and ends what is remembered."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        token = _remembered.set({})
        try:
            return self.get_response(request)
        finally:
            _remembered.reset(token)
