"""What a process keeps to answer again: pages, parts of pages, standings; bounded by its bytes.

Django's own cache in memory is bounded by the number of its entries, and a rendered page of three
hundred players takes as much as a thousand standings. Here, what nobody asked for longest goes
first. Keys name the state of what is kept (:mod:`events.common.selectors`), so nothing has to
be removed to be right.

Pages for visitors, kept whole for a second: hundreds of phones that follow a live ranking cost
a process one page a second, and not one each.

Only a view that is marked with :func:`for_visitors` is kept, and only what somebody without a login
is sent: such a page is the same for all who ask for the same address in the same language. They
are kept with everything else that a process keeps, :mod:`clubscore.web.caching`.

The last few values that many pages begin with, as they are: after a result is in, a hundred
phones ask for a hundred cards of one session, and it is scored once.

Unlike what :mod:`clubscore.web.caching` keeps they are not copied: only values that nobody
changes belong here, and only by readers, outside of transactions that write.

What every page needs, such as the club's settings: read once in a request, and again in the
next. Outside requests nothing is remembered.
"""

import pickle
import time
from collections import OrderedDict
from collections.abc import Callable, Hashable
from contextvars import ContextVar
from dataclasses import dataclass
from threading import Lock
from typing import Any, Final, Generic, TypeVar

from django.conf import settings
from django.core.cache import cache
from django.core.cache.backends.base import DEFAULT_TIMEOUT, BaseCache
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.utils.translation import get_language_from_request

from clubscore.web.permissions import wants_json

DEFAULT_BYTES: Final = 64 * 2**20

_FOREVER: Final = float("inf")


@dataclass(frozen=True, slots=True)
class Entry:
    """A pickled value, and until when it may be shown (:func:`time.monotonic`)."""

    content: bytes
    until: float


class Store:
    """Entries by key, for all threads of a process.

    ``size`` is in bytes, keys included; ``found`` and ``missed`` count since the start.
    """

    def __init__(self, max_bytes: int = DEFAULT_BYTES) -> None:
        self.max_bytes = max_bytes
        self.size = self.found = self.missed = 0
        self._entries: OrderedDict[str, Entry] = OrderedDict()
        self._lock = Lock()

    def __len__(self) -> int:
        return len(self._entries)

    def get(self, key: str) -> bytes | None:
        with self._lock:
            entry = self._entries.get(key)
            if entry is None or entry.until < time.monotonic():
                self._drop(key)
                self.missed += 1
                return None
            self._entries.move_to_end(key)
            self.found += 1
            return entry.content

    def put(self, key: str, entry: Entry) -> None:
        with self._lock:
            self._drop(key)
            if _weight(key, entry) > self.max_bytes:
                return
            self._entries[key] = entry
            self.size += _weight(key, entry)
            while self.size > self.max_bytes:
                self._drop(next(iter(self._entries)))

    def drop(self, key: str) -> bool:
        with self._lock:
            return self._drop(key)

    def clear(self) -> None:
        with self._lock:
            self._entries.clear()
            self.size = 0

    def _drop(self, key: str) -> bool:
        old = self._entries.pop(key, None)
        if old is not None:
            self.size -= _weight(key, old)
        return old is not None


def _weight(key: str, entry: Entry) -> int:
    return len(key) + len(entry.content)


# Django makes a cache object for each thread.
STORES: Final[dict[str, Store]] = {}


class BoundedCache(BaseCache):
    """A cache of Django's with the option ``MAX_BYTES``; processes do not share it.

    Values are pickled: who changes what he was given does not change what is kept.
    """

    def __init__(self, name: str, params: dict[str, Any]) -> None:
        super().__init__(params)
        max_bytes = params.get("OPTIONS", {}).get("MAX_BYTES", DEFAULT_BYTES)
        self.store = STORES.setdefault(name, Store(max_bytes))

    def add(
        self, key: Any, value: Any, timeout: Any = DEFAULT_TIMEOUT, version: int | None = None
    ) -> bool:
        if self.has_key(key, version):
            return False
        self.set(key, value, timeout, version)
        return True

    def get(self, key: Any, default: Any = None, version: int | None = None) -> Any:
        content = self.store.get(self.make_key(key, version))
        return default if content is None else pickle.loads(content)  # noqa: S301 - our own

    def set(
        self, key: Any, value: Any, timeout: Any = DEFAULT_TIMEOUT, version: int | None = None
    ) -> None:
        content = pickle.dumps(value, pickle.HIGHEST_PROTOCOL)
        self.store.put(self.make_key(key, version), Entry(content, self._until(timeout)))

    def touch(self, key: Any, timeout: Any = DEFAULT_TIMEOUT, version: int | None = None) -> bool:
        name = self.make_key(key, version)
        content = self.store.get(name)
        if content is not None:
            self.store.put(name, Entry(content, self._until(timeout)))
        return content is not None

    def delete(self, key: Any, version: int | None = None) -> bool:
        return self.store.drop(self.make_key(key, version))

    def clear(self) -> None:
        self.store.clear()

    def _until(self, timeout: Any) -> float:
        seconds = self.default_timeout if timeout is DEFAULT_TIMEOUT else timeout
        return _FOREVER if seconds is None else time.monotonic() + seconds


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


Value = TypeVar("Value")

_ALL: Final[list["Recent[Any]"]] = []


class Recent(Generic[Value]):
    """A number of values by name, each of its latest state. All threads share them."""

    def __init__(self, count: int) -> None:
        self._count = count
        self._values: OrderedDict[Hashable, tuple[str, Value]] = OrderedDict()
        self._lock = Lock()
        _ALL.append(self)

    def get(
        self,
        name: Hashable,
        *,
        stamp: str,
        make: Callable[[], Value],
        fits: Callable[[Value], bool] = lambda value: True,
    ) -> Value:
        """The value for the state that ``stamp`` names, read before what it is made of; only what
        ``fits`` is kept."""
        with self._lock:
            kept = self._values.get(name)
            if kept is not None and kept[0] == stamp:
                self._values.move_to_end(name)
                return kept[1]
        value = make()
        with self._lock:
            self._values.pop(name, None)
            if fits(value):
                self._values[name] = (stamp, value)
            while len(self._values) > self._count:
                self._values.popitem(last=False)
        return value

    def latest(self, name: Hashable) -> Value | None:
        """What is kept under a name, of whatever state."""
        with self._lock:
            kept = self._values.get(name)
            return None if kept is None else kept[1]

    def clear(self) -> None:
        with self._lock:
            self._values.clear()


def forget_all() -> None:
    """Empty all of them, for tests and measurements."""
    for each in _ALL:
        each.clear()


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
