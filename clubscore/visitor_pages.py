"""Pages for visitors, kept whole for a second: hundreds of phones that follow a live ranking cost
a process one page a second, and not one each.

Only a view that is marked with :func:`for_visitors` is kept, and only what somebody without a login
is sent: such a page is the same for all who ask for the same address in the same language. They
are kept with everything else that a process keeps, :mod:`clubscore.bounded_cache`.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final, TypeVar

from django.conf import settings
from django.core.cache import cache
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.utils.translation import get_language_from_request

from clubscore.permissions import wants_json

_OWN_COOKIES: Final = frozenset({settings.SESSION_COOKIE_NAME, "messages"})
_PARTS: Final = frozenset({"HTTP_IF_NONE_MATCH", "HTTP_RANGE"})
"""Headers that ask for something else than a page."""

View = TypeVar("View", bound=Callable[..., Any])


def for_visitors(view: View) -> View:
    """Mark a view whose answer to somebody without a login depends on address and language only."""
    view.is_for_visitors = True  # type: ignore[attr-defined]
    return view


@dataclass(frozen=True, slots=True)
class Kept:
    """An answer, compressed if it was asked for that way."""

    content: bytes
    headers: tuple[tuple[str, str], ...]


class VisitorPagesMiddleware:
    """Comes before what compresses: what is kept is compressed already."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self._get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        if not _is_visitor(request):
            return self._get_response(request)
        key = _key(request)
        kept: Kept | None = cache.get(key)
        if kept is not None:
            return HttpResponse(kept.content, headers=dict(kept.headers))
        response = self._get_response(request)
        if isinstance(response, HttpResponse) and _is_kept(request, response):
            page = Kept(response.content, tuple(response.headers.items()))
            cache.set(key, page, settings.RESULTS_MAX_AGE)
        return response


def _is_visitor(request: HttpRequest) -> bool:
    return (
        request.method == "GET"
        and settings.RESULTS_MAX_AGE > 0
        and _OWN_COOKIES.isdisjoint(request.COOKIES)
        and _PARTS.isdisjoint(request.META)
    )


def _key(request: HttpRequest) -> str:
    parts = (
        request.scheme,
        request.get_host(),
        request.get_full_path(),
        get_language_from_request(request),
        "gzip" in request.headers.get("Accept-Encoding", ""),
        wants_json(request),
    )
    return f"page:{parts!r}"


def _is_kept(request: HttpRequest, response: HttpResponse) -> bool:
    view = request.resolver_match.func if request.resolver_match else None
    return (
        getattr(view, "is_for_visitors", False)
        and response.status_code == 200
        and not response.cookies
    )
