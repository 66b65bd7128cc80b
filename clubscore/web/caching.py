"""What a process keeps to answer again: pages for visitors, and values, such as a session scored or
a part of a page.

Both are in one store, which is bounded by the bytes of all of it (``KEPT_BYTES``): what nobody
asked for longest goes first. Every value is of a *state*: a text that changes with whatever it was
made of (:mod:`events.common.selectors`), or all that itself, compared by content. So nothing has to
be removed to be right: of another state it is made anew, and takes the place of the old one. The
state of a page is the second in which it was made.

Values are not copied: only what nobody changes belongs here, and only by readers, outside of
transactions that write. Whatever else decides, such as the language or who reads, is part of the
name. A name may be as small as one board, one line of a table or one diagram: what it is made of
decides, and not where it is shown.
"""

import gc
import sys
import time
from collections.abc import Callable, Hashable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from operator import attrgetter
from threading import Lock, RLock
from types import ModuleType, TracebackType
from typing import Any, Final, NamedTuple, TypeVar
from weakref import WeakValueDictionary

from cachetools import LRUCache
from django.conf import settings
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.utils.cache import add_never_cache_headers
from django.utils.translation import get_language_from_request

from clubscore.web.permissions import wants_json
from clubscore.web.site_request import IN_FOLDER

Value = TypeVar("Value")
Key = TypeVar("Key", bound=Hashable)


SAMPLE: Final = 3
"""At most so many items of a long list are weighed."""

MAX_FIELDS: Final = 40
"""Whatever has more parts is a dictionary like a list, and not a value with its fields."""


class Same:
    """A kept value as part of the state of others: it is equal to itself alone, which takes no time
    to find out, and weighs nothing there."""

    __slots__ = ("_value",)

    def __init__(self, value: object) -> None:
        self._value = value

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Same) and other._value is self._value

    __hash__ = None  # type: ignore[assignment]


_ATOMS: Final = frozenset({str, int, float, bool, bytes, type(None)})
_OTHERS: Final = (type, ModuleType, TracebackType, Same)
"""Of the program, or kept for itself, and not of the value."""


def weigh(value: object) -> int:
    """About the bytes of a value with all that it consists of; of long lists some are weighed."""
    return _weigh(value, set())


def _weigh(value: object, seen: set[int]) -> int:
    if id(value) in seen:
        return 0
    seen.add(id(value))
    kind, size = type(value), sys.getsizeof(value)
    if kind in _ATOMS:
        return size
    if issubclass(kind, _OTHERS) or callable(value):
        return 0
    parts = gc.get_referents(value)
    if parts:
        # An odd step: the keys of a dictionary stand between its values.
        is_long = len(parts) > (SAMPLE if kind in (list, tuple) else MAX_FIELDS)
        some = parts[:: -(-len(parts) // SAMPLE) | 1] if is_long else parts
        weight = 0
        for part in some:
            # Most parts are texts and numbers: nothing is called for them.
            if type(part) not in _ATOMS:
                weight += _weigh(part, seen)
            elif id(part) not in seen:
                seen.add(id(part))
                weight += sys.getsizeof(part)
        size += weight * len(parts) // len(some)
    return size


class Entry(NamedTuple):
    """A value, the state that it was made of, and about how many bytes they take."""

    state: object
    value: Any
    weight: int


_KEPT: Final[LRUCache[Hashable, Entry]] = LRUCache(
    settings.KEPT_BYTES, getsizeof=attrgetter("weight")
)
_LOCK: Final = Lock()
_MAKING: Final[WeakValueDictionary[Hashable, Any]] = WeakValueDictionary()
_MISSING: Final = object()


def kept(name: Hashable, *, state: object, make: Callable[[], Value]) -> Value:
    """The value of a name for a state, kept or made now; ``state`` may be a function that reads it.

    One thread makes it while the others wait; they then look up the state of that moment. So a
    change costs a process one making, however many requests there are.
    """
    now = state() if callable(state) else state
    value: Any = _find(name, now)
    if value is not _MISSING:
        return value  # type: ignore[no-any-return]
    with _LOCK:
        making = _MAKING.setdefault(name, RLock())
    has_waited = not making.acquire(blocking=False)
    if has_waited:
        making.acquire()
    try:
        if has_waited:
            now = state() if callable(state) else state
            value = _find(name, now)
        if value is _MISSING:
            # After the state was read: it may be newer than its state, never older.
            value = make()
            _keep(name, now, value)
    finally:
        making.release()
    return value  # type: ignore[no-any-return]


def kept_many(
    kind: str, states: Mapping[Key, object], make: Callable[[list[Key]], Mapping[Key, Value]]
) -> dict[Key, Value]:
    """Values of a kind by their keys, each for its state; ``make`` gives those that are missing,
    all at once, and may leave some out. Of many that are made together some are weighed."""
    found: dict[Key, Value] = {}
    for key, state in states.items():
        value = _find((kind, key), state)
        if value is not _MISSING:
            found[key] = value
    missing = [key for key in states if key not in found]
    if missing:
        made = make(missing)
        entries = [((kind, key), states[key], value) for key, value in made.items()]
        some = entries[:: max(1, -(-len(entries) // SAMPLE))]
        weight = sum(map(weigh, some)) // max(1, len(some)) if len(entries) > SAMPLE else 0
        for name, state, value in entries:
            _keep(name, state, value, weight)
        found |= made
    return found


def latest(name: Hashable) -> Any:
    """What is kept under a name, of whatever state; ``None`` if nothing is."""
    with _LOCK:
        entry = _KEPT.get(name)
    return entry and entry.value


def forget() -> None:
    """Keep nothing of all this any more, for tests and measurements."""
    with _LOCK:
        _KEPT.clear()


def _find(name: Hashable, state: object) -> Any:
    with _LOCK:
        entry = _KEPT.get(name)
    return entry.value if entry is not None and entry.state == state else _MISSING


def _keep(name: Hashable, state: object, value: object, weight: int = 0) -> None:
    entry = Entry(state, value, weight or weigh((name, state, value)))
    with _LOCK:
        _KEPT.pop(name, None)
        # What is larger than all that may be kept is made each time.
        with suppress(ValueError):
            _KEPT[name] = entry


_OWN_COOKIES: Final = frozenset({settings.SESSION_COOKIE_NAME, "messages"})

_PARTS: Final = frozenset({"HTTP_IF_NONE_MATCH", "HTTP_RANGE", IN_FOLDER})
"""What asks for something else than a page of the last second: a part, or a page as it is now for
the club's site in a folder, where it stays."""

View = TypeVar("View", bound=Callable[..., Any])


def for_visitors(view: View) -> View:
    """Mark a view whose answer to somebody without a login depends on address and language only."""
    view.is_for_visitors = True  # type: ignore[attr-defined]
    return view


@dataclass(frozen=True, slots=True)
class Page:
    """An answer, compressed if it was asked for that way."""

    content: bytes
    headers: tuple[tuple[str, str], ...]


class CachingMiddleware:
    """Pages for visitors, kept whole for a second: hundreds of phones that follow a live ranking
    cost a process one page a second, and not one each.

    Only what somebody without a login is sent by a view that is marked with :func:`for_visitors`:
    such a page is the same for all who ask for the same address in the same language. Comes before
    what compresses: what is kept is compressed already.

    What a logged-in person is sent stays in no cache: not in the browser's of a shared laptop after
    the logout, and in no proxy's. Directors see more than visitors at the same address: full names,
    what is not published, forms. Comes after what takes a login away (read-only).
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self._get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        if _is_visitor(request):
            name, second = _name(request), str(time.monotonic() // settings.RESULTS_MAX_AGE)
            page = _find(name, second)
            if page is not _MISSING:
                return HttpResponse(page.content, headers=dict(page.headers))
            response = self._get_response(request)
            if isinstance(response, HttpResponse) and _is_kept(request, response):
                _keep(name, second, Page(response.content, tuple(response.headers.items())))
        else:
            response = self._get_response(request)
        cookie = settings.SESSION_COOKIE_NAME
        # The cookie decides, not whose it is: to look that up would cost every page two queries,
        # and none without a login shows anything that is not public.
        if cookie in request.COOKIES or cookie in response.cookies:
            add_never_cache_headers(response)
        return response


def _is_visitor(request: HttpRequest) -> bool:
    return (
        request.method == "GET"
        and settings.RESULTS_MAX_AGE > 0
        and _OWN_COOKIES.isdisjoint(request.COOKIES)
        and _PARTS.isdisjoint(request.META)
    )


def _name(request: HttpRequest) -> Hashable:
    return (
        "page",
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
