"""Pages for visitors, kept whole for a second: hundreds of phones that follow a live ranking cost
a process one page a second, and not one each.

Only a view that is marked with :func:`for_visitors` is kept, and only what somebody without a login
is sent: such a page is the same for all who ask for the same address in the same language. What is
kept is bounded by its bytes; the page that nobody asked for longest goes first.
"""

import time
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass
from threading import Lock
from typing import Any, Final, TypeVar

from django.conf import settings
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.utils.translation import get_language_from_request

from clubscore.permissions import wants_json

MAX_BYTES: Final = 32 * 2**20
"""The bodies that a process keeps at most, in bytes."""

_OWN_COOKIES: Final = frozenset({settings.SESSION_COOKIE_NAME, "messages"})
_PARTS: Final = frozenset({"HTTP_IF_NONE_MATCH", "HTTP_RANGE"})
"""Headers that ask for something else than a page."""

View = TypeVar("View", bound=Callable[..., Any])
Key = tuple[object, ...]


def for_visitors(view: View) -> View:
    """Mark a view whose answer to somebody without a login depends on address and language only."""
    view.is_for_visitors = True  # type: ignore[attr-defined]
    return view


@dataclass(frozen=True, slots=True)
class Kept:
    """An answer, and until when it may be shown (:func:`time.monotonic`)."""

    until: float
    content: bytes
    headers: tuple[tuple[str, str], ...]


class Pages:
    """Answers by address; of a bounded size, for all threads of a process."""

    def __init__(self, max_bytes: int = MAX_BYTES) -> None:
        self._max_bytes = max_bytes
        self._pages: OrderedDict[Key, Kept] = OrderedDict()
        self._lock = Lock()
        self.size = 0

    def get(self, key: Key) -> Kept | None:
        with self._lock:
            kept = self._pages.get(key)
            if kept is None or kept.until < time.monotonic():
                return None
            self._pages.move_to_end(key)
            return kept

    def put(self, key: Key, kept: Kept) -> None:
        with self._lock:
            self._drop(key)
            self._pages[key] = kept
            self.size += len(kept.content)
            while self.size > self._max_bytes:
                self._drop(next(iter(self._pages)))

    def clear(self) -> None:
        with self._lock:
            self._pages.clear()
            self.size = 0

    def _drop(self, key: Key) -> None:
        old = self._pages.pop(key, None)
        self.size -= len(old.content) if old else 0


PAGES = Pages()


class VisitorPagesMiddleware:
    """Comes before what compresses: what is kept is compressed already."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self._get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        if not _is_visitor(request):
            return self._get_response(request)
        key = _key(request)
        if kept := PAGES.get(key):
            return HttpResponse(kept.content, headers=dict(kept.headers))
        response = self._get_response(request)
        if isinstance(response, HttpResponse) and _is_kept(request, response):
            until = time.monotonic() + settings.RESULTS_MAX_AGE
            PAGES.put(key, Kept(until, response.content, tuple(response.headers.items())))
        return response


def _is_visitor(request: HttpRequest) -> bool:
    return (
        request.method == "GET"
        and settings.RESULTS_MAX_AGE > 0
        and _OWN_COOKIES.isdisjoint(request.COOKIES)
        and _PARTS.isdisjoint(request.META)
    )


def _key(request: HttpRequest) -> Key:
    return (
        request.scheme,
        request.get_host(),
        request.get_full_path(),
        get_language_from_request(request),
        "gzip" in request.headers.get("Accept-Encoding", ""),
        wants_json(request),
    )


def _is_kept(request: HttpRequest, response: HttpResponse) -> bool:
    view = request.resolver_match.func if request.resolver_match else None
    return (
        getattr(view, "is_for_visitors", False)
        and response.status_code == 200
        and not response.cookies
    )
